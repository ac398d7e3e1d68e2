/**
 * `npm run fuzz -- --minutes N --seed S`: damages files of every format, recipes and options for so long, in threads with
 * limits on time and memory, then whole processes. What fails is kept in `corpus/`, which `npm test` replays.
 * `--cases N` ends after so many; `--target NAME` damages files of one format; `--processes N` and `--kills N` run so many processes, damaged and killed.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { killProcesses, runProcesses } from './processes.js';
import type * as RunCase from './run-case.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    cases: { type: 'string', default: 'Infinity' },
    target: { type: 'string' },
    threads: { type: 'string', default: '2' },
    processes: { type: 'string', default: '0' },
    kills: { type: 'string', default: '0' },
  },
});
const [minutes, seed, casesMax] = [Number(values.minutes), Number(values.seed), Number(values.cases)];
const [threads, processes, kills] = [Number(values.threads), Number(values.processes), Number(values.kills)];
if ([minutes, seed, casesMax, threads, processes, kills].some(Number.isNaN)) throw new Error('options are numbers');

const CORPUS = join(import.meta.dirname, 'corpus');
const CASE_MS_MAX = 30_000;
const HEAP_MIB_MAX = 1024;

/**
 * Built as the program is, since its shaders are no modules of Node's; below `node_modules`, where packages are found, and for
 * this process alone, since several may run at once.
 */
const BUILT = join(import.meta.dirname, '..', '..', 'node_modules', '.tilecast-fuzz', String(process.pid));
process.on('exit', () => rmSync(BUILT, { recursive: true, force: true }));
await build({
  logLevel: 'error',
  build: {
    outDir: BUILT,
    emptyOutDir: true,
    rolldownOptions: {
      input: { worker: join(import.meta.dirname, 'worker.ts'), 'run-case': join(import.meta.dirname, 'run-case.ts') },
    },
  },
});
const { casesOf, makeCase } = (await import(join(BUILT, 'run-case.js'))) as typeof RunCase;
const cases = findCases();

function findCases(): ReturnType<typeof casesOf> {
  try {
    return casesOf(values.target);
  } catch (error) {
    process.stderr.write(`fuzz: ${(error as Error).message}\n`);
    process.exit(2);
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const failures: string[] = [];

function fail(index: number, problem: string): void {
  const { target, bytes } = makeCase(seed, index);
  const name = `${target.name.replace('.', `-${seed}-${index}.`)}`;
  writeFileSync(join(CORPUS, name), bytes);
  failures.push(name);
  say(`${name}: ${problem.split('\n').slice(0, 4).join(' | ')}`);
}

/** Every `threads`-th case from `first` on; after one that hangs or runs out of memory, another thread goes on. */
function runThread(first: number, endMs: number): Promise<number> {
  const current = new Float64Array(new SharedArrayBuffer(24));
  current[1] = Number.POSITIVE_INFINITY;
  const worker = new Worker(join(BUILT, 'worker.js'), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB_MAX },
    workerData: { seed, first, stride: threads * cases.stride, endMs, casesMax: casesMax * cases.stride, current },
  });
  return new Promise((resolve) => {
    const watch = setInterval(() => {
      if (Date.now() - current[1]! < CASE_MS_MAX) return;
      void worker.terminate();
      next(`does not end within ${CASE_MS_MAX} ms`);
    }, 500);
    const next = (problem: string) => {
      clearInterval(watch);
      const index = current[0]!;
      fail(index, problem);
      void runThread(index + threads * cases.stride, endMs).then((rest) => resolve(current[2]! + rest));
    };
    worker.on('message', (message: 'done' | { index: number; problem: string }) => {
      if (message !== 'done') return fail(message.index, message.problem);
      clearInterval(watch);
      resolve(current[2]!);
    });
    worker.on('error', (error) => next(String(error)));
  });
}

const endMs = Date.now() + minutes * 60_000;
const counts = await Promise.all(
  Array.from({ length: threads }, (_, thread) => runThread(cases.first + thread * cases.stride, endMs)),
);
say(`seed ${seed}: ${counts.reduce((sum, count) => sum + count, 0)} damaged files, ${failures.length} failures`);
if (processes > 0) failures.push(...(await runProcesses(seed, processes, (index) => makeCase(seed, index), say)));
if (kills > 0) failures.push(...(await killProcesses(seed, kills, say)));
if (failures.length > 0) process.exitCode = 1;
