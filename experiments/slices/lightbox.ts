/** CPU time of a lightbox of 24 slices beside matplotlib's: npx tsx experiments/slices/lightbox.ts scan.nii.gz */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROUNDS = 5;
const [scan = 'volumes/head-phantom.nrrd'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'lightbox-'));

/** Seconds of all cores, and of the clock, by GNU time. */
function time(command: string, ...args: readonly string[]): readonly [cpu: number, wall: number, memoryMib: number] {
  const report = join(folder, 'time');
  const { status, stderr } = spawnSync('/usr/bin/time', ['-f', '%U %S %e %M', '-o', report, command, ...args]);
  if (status !== 0) throw new Error(stderr.toString());
  const [user, system, wall, kib] = readFileSync(report, 'utf8').trim().split(' ').map(Number);
  return [user! + system!, wall!, kib! / 1024];
}

const CONTESTANTS = {
  tilecast: () =>
    time(
      process.execPath,
      ...['dist/cli/main.js', 'slices', scan, '-o', join(folder, 't.png'), '--plane', 'axial'],
      ...['--count', '24', '--columns', '8', '--scale', '1'],
    ),
  matplotlib: () => time('python3', join(import.meta.dirname, 'lightbox.py'), scan, join(folder, 'm.png')),
};

const all: Record<string, (readonly [number, number, number])[]> = {};
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, run] of Object.entries(CONTESTANTS)) {
    all[name] ??= [];
    all[name].push(run());
  }
}
for (const [name, times] of Object.entries(all)) {
  const median = (part: number) => times.map((one) => one[part]!).sort((a, b) => a - b)[times.length >> 1]!;
  console.log(name, { cpuS: median(0), wallS: median(1), memoryMib: Math.round(median(2)) });
}
rmSync(folder, { recursive: true });
