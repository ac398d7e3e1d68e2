/** What it costs the processor to read a folder of DICOM slices and to write a store, of this build and of others by turns. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../averages.js';
import { writeDicomSlice } from './write-dicom-slice.js';

const { values } = parseArgs({
  options: {
    slices: { type: 'string', default: '1000' },
    side: { type: 'string', default: '512' },
    rounds: { type: 'string', default: '3' },
    /** Folders of other builds, such as a worktree of an older commit. */
    against: { type: 'string', multiple: true, default: [] },
    pydicom: { type: 'boolean', default: false },
    results: { type: 'string' },
  },
});
const [slices, side, rounds] = [values.slices, values.side, values.rounds].map(Number) as [number, number, number];
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'reader-costs-'));

/** Shells in a ball, with noise in it. */
function makeSlice(k: number, count: number, random: () => number): Int16Array {
  const values = new Int16Array(side * side);
  for (let at = 0; at < values.length; at++) {
    const radius = Math.hypot((at % side) / side - 0.5, Math.floor(at / side) / side - 0.5, k / count - 0.5);
    values[at] = radius < 0.45 ? 40 + 300 * Math.sin(30 * radius) + 24 * (random() + random() - 1) : -1000;
  }
  return values;
}

let state = 5;
/** From 0 to below 1: a linear congruential generator (Numerical Recipes, 3rd edition, section 7.1). */
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};

const stack = join(folder, 'stack');
mkdirSync(stack);
for (let k = 0; k < slices; k++) {
  writeFileSync(join(stack, `${k}.dcm`), writeDicomSlice(makeSlice(k, slices, random), side, k));
}
const header = `NRRD0004\ntype: int16\ndimension: 3\nsizes: ${side} ${side} ${side}\nencoding: raw\nendian: little\n\n`;
const volume = join(folder, 'volume.nrrd');
writeFileSync(volume, header);
for (let k = 0; k < side; k++) writeFileSync(volume, makeSlice(k, side, random), { flag: 'a' });

/** CPU seconds and peak memory of a process, as the system reports them. */
function measure(command: string, args: readonly string[]) {
  const run = spawnSync('/usr/bin/time', ['-f', '%U %S %M', command, ...args], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  const [user, system, kib] = run.stderr.trim().split('\n').at(-1)!.split(' ').map(Number) as [number, number, number];
  return { cpuS: user + system, mib: kib / 1024 };
}

const store = join(folder, 'volume.zarr');
const load = join(import.meta.dirname, 'load.mjs');
const cases = [root, ...values.against.map((path) => resolve(path))].flatMap((build, index) => {
  const of = index === 0 ? 'this build' : values.against[index - 1]!;
  return [
    { name: `${slices} slices`, of, run: () => measure('node', [load, join(build, 'dist/node/index.js'), stack]) },
    {
      name: `store of ${side}³`,
      of,
      run: () => {
        rmSync(store, { recursive: true, force: true });
        return measure('node', [join(build, 'dist/cli/main.js'), 'convert', volume, '-o', store]);
      },
    },
  ];
});
if (values.pydicom) {
  const script = join(import.meta.dirname, 'read_stack.py');
  cases.push({ name: `${slices} slices`, of: 'pydicom', run: () => measure('python3', [script, stack]) });
}

const rows = cases.map(({ name, of }) => ({ name, of, cpuS: [] as number[], mib: [] as number[] }));
for (let round = 0; round < rounds; round++) {
  for (const [index, { run }] of cases.entries()) {
    const { cpuS, mib } = run();
    rows[index]!.cpuS.push(cpuS);
    rows[index]!.mib.push(mib);
  }
}
rmSync(folder, { recursive: true });
if (values.results) writeFileSync(values.results, `${JSON.stringify(rows, undefined, 2)}\n`);
for (const { name, of, cpuS, mib } of rows) {
  const ends = `${Math.min(...cpuS).toFixed(2)}, ${Math.max(...cpuS).toFixed(2)}`;
  process.stdout.write(`| ${name} | ${of} | ${median(cpuS).toFixed(2)} | ${ends} | ${median(mib).toFixed(0)} |\n`);
}
