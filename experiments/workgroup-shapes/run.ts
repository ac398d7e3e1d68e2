/**
 * Measures workgroup shapes on this machine's adapter with `tilecast tune` and `tilecast sweep`: Node's own modules and the
 * built command line in `dist` are all that it needs, so that it runs on machines without a network.
 */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values: flags } = parseArgs({
  options: {
    out: { type: 'string' },
    software: { type: 'boolean', default: false },
    /** Voxels and pixels along each side; the paper has 1024 of both. */
    side: { type: 'string', default: '1024' },
    image: { type: 'string', default: '1024' },
    /** The size that `tilecast tune` takes by itself, unless it is given. */
    'tune-size': { type: 'string' },
    'tune-views': { type: 'string', default: '42' },
    frames: { type: 'string', default: '7' },
    views: { type: 'string', default: 'six,sphere:64' },
    shapes: { type: 'string', default: '64,128,256' },
    phases: { type: 'string', default: 'tune,sweep,parameters,clean' },
  },
});

const out = flags.out ?? 'experiments/workgroup-shapes/results';
const side = Number(flags.side);
const phases = flags.phases.split(',');
/** The same from phase to phase, so that a sweep that was interrupted goes on. */
const work = join(tmpdir(), `tilecast-workgroup-shapes-${side}`);
mkdirSync(work, { recursive: true });
mkdirSync(out, { recursive: true });

/** Bytes of all values, different along every axis, and hardly opaque: every sample of every ray counts the same. */
function writeVolume(path: string): void {
  const file = openSync(path, 'w');
  const slice = new Uint8Array(side * side);
  for (let k = 0; k < side; k++) {
    for (let j = 0, index = 0; j < side; j++) {
      for (let i = 0; i < side; i++, index++) slice[index] = (3 * i) ^ (5 * j) ^ (7 * k);
    }
    writeSync(file, slice);
  }
  closeSync(file);
}

const TRANSFER = {
  colors: [
    { value: 0, color: [1, 0.5, 0] },
    { value: 255, color: [0, 0.5, 1] },
  ],
  opacities: [
    { value: 0, opacity: 0.0005 },
    { value: 255, opacity: 0.004 },
  ],
};

function tilecast(...args: string[]): void {
  const startMs = performance.now();
  const software = flags.software ? ['--software'] : [];
  const { status } = spawnSync(process.execPath, ['dist/cli/main.js', ...args, ...software], {
    stdio: 'inherit',
    // Its profile is this experiment's own.
    env: { ...process.env, XDG_CONFIG_HOME: join(work, 'configuration') },
  });
  if (status !== 0) throw new Error(`tilecast ${args[0]} ended with ${status}`);
  console.log(`tilecast ${args.join(' ')}: ${((performance.now() - startMs) / 1000).toFixed(0)} s`);
}

const volume = join(work, 'volume.raw');
const transfer = join(work, 'transfer.json');
const profile = join(out, 'profile.json');
if (!existsSync(volume) || statSync(volume).size !== side ** 3) writeVolume(volume);
writeFileSync(transfer, JSON.stringify(TRANSFER));

const input = [volume, '--raw', `${side}x${side}x${side}:uint8:le`, '--transfer', transfer];
const common = [...input, '--size', `${flags.image}x${flags.image}`, '--frames', flags.frames];
const tuneSize = flags['tune-size'] === undefined ? [] : ['--size', flags['tune-size']];
const tuning = [...tuneSize, '--views', flags['tune-views'], '--shapes', flags.shapes];

if (phases.includes('tune')) {
  tilecast('tune', ...tuning);
  const folder = join(work, 'configuration', 'tilecast', 'shapes');
  copyFileSync(join(folder, readdirSync(folder)[0]!), profile);
}
if (phases.includes('sweep')) {
  tilecast('sweep', ...common, '--out', join(out, 'sweep'), '--views', flags.views, '--shapes', flags.shapes);
}
if (phases.includes('parameters')) {
  const larger = flags.software ? [] : ['512,1024'];
  const shapes = ['32x4', '16x8', '8x16', '4x32', '1x128', '16x16', ...larger].join(',');
  const at = (name: string, ...args: string[]) =>
    tilecast('sweep', ...common, '--out', join(out, name), '--views', 'six,sphere:2', ...args);
  at('lane-layouts', '--shapes', shapes, '--lane-layouts', 'rows,8x4,4x8,2x16,16x2,1x4,2x2,morton');
  at('orders', '--shapes', '32x4,1x128,16x16,8x16', '--orders', 'rows,columns,morton', '--together', '0,16,128');
}

/** The part of a sweep that is worth keeping: its table and its report stay as they are. */
function summarise(name: string): void {
  const folder = join(out, name);
  try {
    const results = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));
    const {
      adapter,
      adapterInfo,
      timer,
      volume: shown,
      noise,
      chosen,
      chosenPolicy,
      rule,
      continuous,
      losses,
    } = results;
    const settings = { ...results.settings, volume: `${side}³ bytes`, sha256: undefined, transfer: 'hardly opaque' };
    const policies = { chosen, chosenPolicy, rule, continuous };
    const text = JSON.stringify(
      { adapter, adapterInfo, timer, settings, volume: shown, noise, losses, ...policies },
      undefined,
      1,
    );
    writeFileSync(join(folder, 'summary.json'), `${text}\n`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
for (const name of ['sweep', 'lane-layouts', 'orders']) summarise(name);
if (phases.includes('clean')) rmSync(work, { recursive: true });
