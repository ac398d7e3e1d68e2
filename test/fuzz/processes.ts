/** Whole processes: with damaged files and odd options, and killed at any moment. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom, type Random } from '../camera/random.js';
import { COMMANDS, findHalf, listSizes, MAIN, MESH, prepareCommand, SAMPLE, type WritingCommand } from './commands.js';
import type { FuzzCase } from './run-case.js';

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
  temporary = tmpdir(),
): Promise<Ended> {
  const child = spawn(process.execPath, ['--max-old-space-size=1024', MAIN, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TMPDIR: temporary },
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

/** A command that nobody ended. */
interface WholeRun {
  readonly ms: number;
  readonly sizes: ReadonlyMap<string, number>;
}

/**
 * Ends every command that writes at random moments.
 * @returns what failed: half a file, or what is left of one after a signal that can be heard.
 */
export async function killProcesses(seed: number, count: number, say: Say): Promise<string[]> {
  const failures: string[] = [];
  const random = createRandom(seed);
  const names = Object.keys(COMMANDS);
  const whole = new Map<string, WholeRun>();
  const killed = new Map<string, number>();
  for (let index = 0; index < count; index++) {
    const [name, signal, moment] = [pick(random, names), pick(random, SIGNALS), random()];
    const command = COMMANDS[name]!;
    if (!whole.has(name)) whole.set(name, await runWhole(name, command));
    const { ms, sizes } = whole.get(name)!;
    const { out, temporary, remove } = makeFolders();
    const ended = await run(prepareCommand(command, out), { afterMs: moment * 1.2 * ms, signal }, temporary);
    const left = [...readdirSync(out, { recursive: true, encoding: 'utf8' }), ...readdirSync(temporary)];
    const partial = signal === 'SIGKILL' ? undefined : left.find((one) => isPartial(one) && !command.keeps?.test(one));
    const half = findHalf(out, sizes);
    const problem = half ? `half of ${half}` : partial;
    if (problem !== undefined) {
      failures.push(`kill ${index}`);
      say(`kill ${index} of seed ${seed}, ${name}, ${signal}: leaves ${problem}: ${ended.stderr.slice(0, 300)}`);
    }
    if (ended.status !== 0) killed.set(name, (killed.get(name) ?? 0) + 1);
    remove();
  }
  const ends = names.map((name) => `${name} ${killed.get(name) ?? 0}`).join(', ');
  say(`seed ${seed}: ${count} processes killed, ${failures.length} failures; before they were done: ${ends}`);
  return failures;
}

const isPartial = (name: string) => /\.partial|^tilecast-/.test(name);

/** A folder for what is written, and one for what is temporary. */
function makeFolders() {
  const root = mkdtempSync(join(tmpdir(), 'tilecast-fuzz-'));
  const [out, temporary] = [join(root, 'out'), join(root, 'tmp')];
  for (const folder of [out, temporary]) mkdirSync(folder);
  return { out, temporary, remove: () => rmSync(root, { recursive: true }) };
}

async function runWhole(name: string, command: WritingCommand): Promise<WholeRun> {
  const { out, temporary, remove } = makeFolders();
  const args = prepareCommand(command, out);
  const startMs = performance.now();
  const { status, stderr } = await run(args, undefined, temporary);
  if (status !== 0) throw new Error(`${name} ends with ${status} by itself: ${stderr}`);
  const whole = { ms: performance.now() - startMs, sizes: listSizes(out) };
  remove();
  return whole;
}
