/** Jobs of every kind whose data lie: each fails by a line of its own, and an honest one after it is done. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Performer } from '../../src/cli/farm/perform.js';
import { WorkerFiles } from '../../src/cli/farm/worker-files.js';
import { checkRoot } from '../../src/farm/root.js';
import { InputError } from '../../src/index.js';
import type { Random } from '../camera/random.js';
import { WORDS } from './mutate.js';

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)]!;

const LIES: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e30, 2 ** 53, '', [], {}, [null], ['a', 'a'], new Array(1000).fill('a.png')],
  ...['/etc/passwd', '../a.png', 'a\0.png', '/dev/zero', 'https://example.org/a.nrrd', 'file:///etc/passwd', ...WORDS],
  JSON.parse('{"__proto__": {"polluted": 1}}'),
];

const recipe = {
  tilecast: '0.1.0',
  inputs: [{ path: 'a.nrrd', sha256: '0'.repeat(64) }],
  options: { size: '16x16', clip: ['1,0,0,0'], transfer: 'bone' },
  camera: { projection: 'orthographic', eye: [0, 0, 1], target: [0, 0, 0], up: [0, 1, 0], height: 2 },
  time: 0,
  adapter: 'any',
  shape: 'auto',
};
const frame = { version: 1, recipe, inputs: ['a.nrrd'], output: 'a.png', several: false };
const parts = 'a.png.0123.parts';
const KINDS: Readonly<Record<string, unknown>> = {
  frame,
  part: { ...frame, parts: 2, part: 0, store: `${parts}/0`, whole: false },
  merge: { ...frame, sources: [`${parts}/0`, `${parts}/1`], whole: false },
  series: { version: 1, animation: { path: 'a.png', frames: ['a.png.frames/0.png'], framesPerSecond: 2 } },
  'sweep-view': { version: 1, path: 'a.nrrd', sha256: '0'.repeat(64), view: 'a', options: {} },
  root: { title: 'a', group: 'a', needs: 'gpu', total: 1, task: frame },
};

function lie(value: unknown, rate: number, random: Random): unknown {
  if (random() < rate) return pick(random, LIES);
  if (Array.isArray(value)) return value.map((item) => lie(item, rate, random));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (random() < rate / 3 ? [] : [[key, lie(item, rate, random)]])),
  );
}

export function makeHostileJob(random: Random): Uint8Array {
  const kind = pick(random, [...Object.keys(KINDS), 'constructor', 'nobody']);
  const data = lie(KINDS[kind] ?? frame, pick(random, [0.02, 0.1, 0.3]), random);
  return new TextEncoder().encode(JSON.stringify({ kind, data }));
}

const context = (signal: AbortSignal) => ({ signal, childResults: async () => [], childFailures: async () => [] });

/** Performs it, and an honest one after it, in a worker of an empty folder. @throws Error where a law is broken. */
export async function performHostileJob(bytes: Uint8Array): Promise<void> {
  const { kind, data } = JSON.parse(new TextDecoder().decode(bytes)) as { kind: string; data: unknown };
  const root = mkdtempSync(join(tmpdir(), 'tilecast-fuzz-'));
  const { perform } = new Performer(new WorkerFiles(root), async () => {
    throw new InputError('no device here');
  });
  try {
    const { signal } = new AbortController();
    const failure = await run(kind, data, (task) => perform(task, context(signal)));
    const honest = await perform({ kind: 'series', data: { version: 1 } }, context(signal));
    if (JSON.stringify(honest) !== '{}') throw new Error('breaks a law: an honest job is done after another');
    if (Object.hasOwn(Object.prototype, 'polluted')) throw new Error('breaks a law: no job changes a prototype');
    if (failure instanceof InputError || failure === undefined) return;
    // What is not there may come: such a job is tried again.
    if (/ENOENT|does not exist/.test(String(failure))) return;
    throw failure;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** @returns what it threw. */
async function run(kind: string, data: unknown, perform: (task: { kind: string; data: unknown }) => Promise<unknown>) {
  try {
    if (kind === 'root') checkRoot(data);
    else await perform({ kind, data });
    return undefined;
  } catch (error) {
    return error;
  }
}
