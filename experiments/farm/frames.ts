/** 360 frames by 1, 2 and 4 workers on one machine, and without a queue: how fast, and what the queue costs a frame. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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

/** Processor time of a process so far; 0 where the system does not tell. Linux counts in hundredths of a second. */
function cpuMsOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return 0;
  }
}

interface Rendered {
  readonly wallMs: number;
  /** As it was seen last before it ended. */
  readonly cpuMs: number;
}

async function render(name: string, count: number, more: readonly string[]): Promise<Rendered> {
  mkdirSync(join(folder, name));
  const args = [
    'render',
    values.input,
    '-o',
    join(folder, name, '%d.png'),
    '--turntable',
    String(count),
    '--size',
    values.size,
    ...more,
  ];
  const startMs = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: 'inherit' });
  let cpuMs = 0;
  const timer = setInterval(() => {
    cpuMs = Math.max(cpuMs, cpuMsOf(child.pid));
  }, 50);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  if (code !== 0 || readdirSync(join(folder, name)).length !== count) throw new Error(`${name} ended with ${code}`);
  return { wallMs: performance.now() - startMs, cpuMs };
}

const alone = await render('alone', frames, ['--adapter', values.adapter]);
const rows: object[] = [];
for (const count of values.workers.split(',').map(Number)) {
  const workers = Array.from({ length: count }, startWorker);
  // Devices and kernels are there, and the volume is read, once each worker has done some.
  for (let round = 0; workers.some(({ events }) => !events.some(({ event }) => event === 'done')); round++) {
    await render(`warm-${count}-${round}`, 8 * count, ['--queue', values.queue]);
  }
  const before = workers.map(({ events }) => events.length);
  const cpuBefore = workers.reduce((sum, worker) => sum + cpuMsOf(worker.process.pid), 0);
  const { wallMs, cpuMs: submitterCpuMs } = await render(`by-${count}`, frames, ['--queue', values.queue]);
  const workersCpuMs = workers.reduce((sum, worker) => sum + cpuMsOf(worker.process.pid), 0) - cpuBefore;
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
    /** Processor time of all workers, and of the command that hands out and waits. */
    workersCpuMsPerFrame: round(workersCpuMs / frames),
    submitterCpuMs: Math.round(submitterCpuMs),
    /** Time of a worker beside frames, in which it asks the queue or waits for a core. */
    queueMsPerFrame: round((wallMs * count - busyMs) / frames),
  });
  process.stdout.write(`${JSON.stringify(rows.at(-1))}\n`);
  for (const { process: child } of workers) child.kill('SIGTERM');
  await Promise.all(workers.map(({ process: child }) => child.exitCode ?? once(child, 'exit')));
}
const results = {
  frames,
  size: values.size,
  adapter: values.adapter,
  cores: cpus().length,
  /** Processes that wait for a core, on average over 1, 5 and 15 minutes. */
  load: loadavg().map(round),
  alone: { wallMs: Math.round(alone.wallMs), cpuMsPerFrame: round(alone.cpuMs / frames) },
  rows,
};
writeFileSync(resolve(import.meta.dirname, values.results), `${JSON.stringify(results, undefined, 1)}\n`);
rmSync(folder, { recursive: true });

function round(value: number): number {
  return Math.round(100 * value) / 100;
}
