/** Whole processes: with damaged files and odd options, and killed at any moment. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { createRandom, type Random } from '../camera/random.js';
import type { FuzzCase } from './run-case.js';

const ROOT = join(import.meta.dirname, '..', '..');
const MAIN = join(ROOT, 'dist', 'cli', 'main.js');
const SAMPLE = join(ROOT, 'volumes', 'marschner-lobb.nrrd');
const MESH = join(ROOT, 'volumes', 'knot.ply');
const TIME_MS_MAX = 60_000;

type Say = (line: string) => void;

interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

function run(
  args: readonly string[],
  kill?: { readonly afterMs: number; readonly signal: NodeJS.Signals },
): Promise<Ended> {
  const child = spawn(process.execPath, ['--max-old-space-size=1024', MAIN, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  const timer = setTimeout(() => child.kill(kill?.signal ?? 'SIGKILL'), kill?.afterMs ?? TIME_MS_MAX);
  return new Promise((resolve) =>
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      resolve({ status, signal, stderr });
    }),
  );
}

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)]!;

/** Values that options get whether they are theirs or not. */
const VALUES = [
  '',
  '0',
  '-1',
  '1e9',
  'nan',
  '1,2,3',
  '0,0,0,0',
  '9x9',
  'x',
  '/dev/zero',
  '/',
  '%d',
  '1:2',
  '\u001b[2J',
  'none',
];
const OPTIONS = [
  ...[
    'size',
    'step',
    'window',
    'mode',
    'iso',
    'transfer',
    'view',
    'eye',
    'up',
    'fov',
    'height',
    'clip',
    'crop',
    'light',
  ],
  ...[
    'samples',
    'jitter',
    'mask',
    'labels',
    'raw',
    'spacing',
    'component',
    'time',
    'workgroup',
    'background',
    'camera',
  ],
  ...['cameras', 'overlay', 'heatmap', 'transform', 'mesh-color', 'cull', 'slabs', 'deform', 'zoom', 'roll', 'replay'],
];

/** @returns what failed. @param makeCase the damaged file of a number. */
export async function runProcesses(
  seed: number,
  count: number,
  makeCase: (index: number) => FuzzCase,
  say: Say,
): Promise<string[]> {
  const failures: string[] = [];
  for (let index = 0; index < count; index++) {
    const random = createRandom(seed + 104_729 * index);
    const folder = mkdtempSync(join(tmpdir(), 'tilecast-fuzz-'));
    const { target, bytes } = makeCase(Math.floor(random() * 1e6));
    const file = join(folder, target.name);
    writeFileSync(file, bytes);
    const options = Array.from({ length: Math.floor(random() * 3) }, () => [
      `--${pick(random, OPTIONS)}`,
      pick(random, VALUES),
    ]);
    const out = join(folder, 'out.png');
    const small = ['--size', '16x16', '--software'];
    const args = pick(random, [
      ['info', file],
      ['render', file, '-o', out, ...small],
      ['render', SAMPLE, '-o', out, '--transfer', file, ...small],
      ['render', SAMPLE, '-o', out, '--mask', file, ...small],
      ['render', SAMPLE, '-o', out, ...small, ...options.flat()],
      ['render', MESH, '-o', out, ...small, ...options.flat()],
      ['render', '--replay', file, '-o', out, ...small],
      ['intersect', '--mesh', file, '--rays', file, '--out', join(folder, 'out'), '--software'],
      ['intersect', '--mesh', MESH, '--inside', file, '--out', join(folder, 'out'), '--software'],
    ]);
    const { status, signal, stderr } = await run(args);
    const lines = stderr.split('\n').filter((line) => line !== '');
    const problem =
      signal !== null || ![0, 2].includes(status ?? -1)
        ? `ended with ${status ?? signal}`
        : lines.some((line) => !/^(?:tilecast|Warning): /.test(line))
          ? 'says something else'
          : readdirSync(folder).some((name) => name.includes('partial'))
            ? 'leaves a partial file'
            : status === 2 && readdirSync(folder).includes('out.png')
              ? 'fails and writes'
              : undefined;
    if (problem) {
      failures.push(`process ${index}`);
      say(`process ${index} of seed ${seed}: ${problem}: ${JSON.stringify(args)}: ${stderr.slice(0, 600)}`);
    } else rmSync(folder, { recursive: true });
  }
  say(`seed ${seed}: ${count} processes, ${failures.length} failures`);
  return failures;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const;

/** @returns what failed: half a file, or a partial one after a signal that can be heard. */
export async function killProcesses(seed: number, count: number, say: Say): Promise<string[]> {
  const failures: string[] = [];
  const random = createRandom(seed);
  const wholeMs = await timeOf(['render', SAMPLE, '-o', '-', '--size', '256x256', '--software']);
  for (let index = 0; index < count; index++) {
    const folder = mkdtempSync(join(tmpdir(), 'tilecast-fuzz-'));
    const [signal, out] = [pick(random, SIGNALS), join(folder, 'out.png')];
    const args = pick(random, [
      ['render', SAMPLE, '-o', out, '--size', '256x256', '--software'],
      ['render', SAMPLE, '-o', out, '--size', '64x64', '--turntable', '3', '--software'],
      ['intersect', '--mesh', MESH, '--rays', join(ROOT, 'test', 'fuzz', 'rays.csv'), '--out', folder, '--software'],
      [
        'sweep',
        SAMPLE,
        '--out',
        folder,
        '--size',
        '16x16',
        '--frames',
        '1',
        '--views',
        'a',
        '--shapes',
        '64',
        '--software',
      ],
    ]);
    await run(args, { afterMs: random() * 1.2 * wholeMs, signal });
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const half = names.find((name) => /\.png$/.test(name) && !isWholePng(join(folder, name)));
    const partial = signal === 'SIGKILL' ? undefined : names.find((name) => name.includes('.partial'));
    if (half || partial) {
      failures.push(`kill ${index}`);
      say(`kill ${index} of seed ${seed}, ${signal}: leaves ${half ?? partial}: ${JSON.stringify(args)}`);
    }
    rmSync(folder, { recursive: true });
  }
  say(`seed ${seed}: ${count} processes killed, ${failures.length} failures`);
  return failures;
}

async function timeOf(args: readonly string[]): Promise<number> {
  const startMs = performance.now();
  await run(args);
  return performance.now() - startMs;
}

function isWholePng(path: string): boolean {
  try {
    PNG.sync.read(readFileSync(path));
    return true;
  } catch {
    return false;
  }
}
