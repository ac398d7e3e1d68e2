/** 360 frames by 1, 2 and 4 workers on one machine, and without a queue: how fast, and what the queue costs a frame. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..');
const MAIN = join(ROOT, 'dist', 'cli', 'main.js');

const { values } = parseArgs({
  options: {
    queue: { type: 'string', default: 'redis://127.0.0.1:6379' },
    adapter: { type: 'string', default: 'swiftshader' },
    input: { type: 'string', default: join(ROOT, 'volumes', 'head-phantom.nrrd') },
    frames: { type: 'string', default: '360' },
    size: { type: 'string', default: '64x64' },
    workers: { type: 'string', default: '1,2,4' },
    results: { type: 'string', default: 'results-frames.json' },
  },
});
const frames = Number(values.frames);
const folder = mkdtempSync(join(tmpdir(), 'tilecast-farm-'));
const common = ['--size', values.size, '--adapter', values.adapter];

interface Logged {
  readonly event: string;
  readonly kind?: string;
  readonly ms?: number;
}

function startWorker(): { readonly process: ChildProcess; readonly events: Logged[] } {
  const args = ['worker', '--queue', values.queue, '--root', '/', '--log', 'json', '--adapter', values.adapter];
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const events: Logged[] = [];
  let rest = '';
  child.stdout.on('data', (data) => {
    const lines = `${rest}${data}`.split('\n');
    rest = lines.pop()!;
    events.push(...lines.map((line) => JSON.parse(line) as Logged));
  });
  return { process: child, events };
}

async function render(name: string, count: number, more: readonly string[]): Promise<number> {
  mkdirSync(join(folder, name));
  const args = [
    'render',
    values.input,
    '-o',
    join(folder, name, '%d.png'),
    '--turntable',
    String(count),
    ...common,
    ...more,
  ];
  const startMs = performance.now();
  const [code] = await once(spawn(process.execPath, [MAIN, ...args], { stdio: 'inherit' }), 'exit');
  if (code !== 0 || readdirSync(join(folder, name)).length !== count) throw new Error(`${name} ended with ${code}`);
  return performance.now() - startMs;
}

const aloneMs = await render('alone', frames, []);
const rows: object[] = [];
for (const count of values.workers.split(',').map(Number)) {
  const workers = Array.from({ length: count }, startWorker);
  // Devices and kernels are there, and the volume is read, once each worker has done some.
  for (let round = 0; workers.some(({ events }) => !events.some(({ event }) => event === 'done')); round++) {
    await render(`warm-${count}-${round}`, 8 * count, ['--queue', values.queue]);
  }
  const before = workers.map(({ events }) => events.length);
  const wallMs = await render(`by-${count}`, frames, ['--queue', values.queue]);
  const done = workers.map(({ events }, index) =>
    events.slice(before[index]).filter(({ event, kind }) => event === 'done' && kind === 'frame'),
  );
  const busyMs = done.flat().reduce((sum, { ms = 0 }) => sum + ms, 0);
  rows.push({
    workers: count,
    wallMs: Math.round(wallMs),
    framesPerMinute: Math.round((60_000 * frames) / wallMs),
    busyMs: Math.round(busyMs),
    framesEach: done.map(({ length }) => length),
    queueMsPerFrame: Math.round((100 * (wallMs * count - busyMs)) / frames) / 100,
  });
  process.stdout.write(`${JSON.stringify(rows.at(-1))}\n`);
  for (const { process: child } of workers) child.kill('SIGTERM');
  await Promise.all(workers.map(({ process: child }) => child.exitCode ?? once(child, 'exit')));
}
const results = { frames, size: values.size, adapter: values.adapter, aloneMs: Math.round(aloneMs), rows };
writeFileSync(join(import.meta.dirname, values.results), `${JSON.stringify(results, undefined, 1)}\n`);
rmSync(folder, { recursive: true });
