/**
 * CPU time of whole processes, user and system, by turns with an empty Node process: it can be compared on machines that others use too.
 * The first argument is how many rounds, the others are folders of builds; needs bash, and lavapipe for the last row but one.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median } from '../averages.js';

const ROOT = join(import.meta.dirname, '..', '..');
const [rounds = '9', ...given] = process.argv.slice(2);
const builds = given.length > 0 ? given.map((folder) => resolve(folder)) : [join(ROOT, 'dist')];

const VOLUME = join(ROOT, 'volumes', 'head-phantom.nrrd');
const folder = mkdtempSync(join(tmpdir(), 'tilecast-cpu-'));
const OUT = ['-o', join(folder, 'out.png')];
const COMMANDS = [
  ['info', VOLUME],
  ['slices', VOLUME, ...OUT],
  ...['lavapipe', 'swiftshader'].map((adapter) => [
    'render',
    VOLUME,
    ...OUT,
    '--size',
    '256x256',
    '--adapter',
    adapter,
  ]),
];

function cpuMs(args: readonly string[]): number {
  const timed = 'TIMEFORMAT="%3U %3S"; { time "$@" > /dev/null 2>&3; } 3> /dev/null';
  const { status, stderr } = spawnSync('bash', ['-c', timed, 'bash', process.execPath, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  const [user, system] = stderr.trim().split(' ').map(Number);
  return 1000 * (user! + system!);
}

const rows = [
  { name: 'node', args: ['-e', '0'], ms: [] as number[] },
  ...COMMANDS.flatMap((command) =>
    builds.map((build) => ({
      name: `${command[0]} ${command.at(-2) === '--adapter' ? command.at(-1) : ''} ${build}`,
      args: [join(build, 'cli', 'main.js'), ...command],
      ms: [] as number[],
    })),
  ),
];
try {
  for (let round = 0; round <= Number(rounds); round++) {
    for (const { args, ms } of rows) {
      const taken = cpuMs(args);
      // The first round warms caches of files and of kernels.
      if (round > 0) ms.push(taken);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
const empty = median(rows[0]!.ms);
for (const { name, ms } of rows) {
  console.log(`${name}: ${median(ms).toFixed(0)} ms, ${(median(ms) / empty).toFixed(2)} times an empty process`);
}
console.log(`load ${loadavg()[0]!.toFixed(1)}`);
