/**
 * `npm run faults:farm -- --rounds N --seed S`: hands out turntables on a real Redis, and lets something go wrong at a random
 * moment of each: processes killed, the server killed or cut off, a full disk, a clock that jumps. Afterwards every frame is
 * there, whole and right, and everything has ended.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { PNG } from 'pngjs';
import { createRandom } from '../camera/random.js';
import { openProxy } from './proxy.js';
import { startRedis } from './start-redis.js';

const ROOT = join(import.meta.dirname, '..', '..');
const MAIN = join(ROOT, 'dist', 'cli', 'main.js');
const SAMPLE = join(ROOT, 'volumes', 'marschner-lobb.nrrd');
const FRAMES = 24;
const WORKERS = 2;
/** A round that takes longer hangs. */
const ROUND_MS_MAX = 180_000;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '14' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const random = createRandom(Number(values.seed));
const say = (line: string) => process.stdout.write(`${line}\n`);
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref();
  });

const redis = await startRedis();
const proxy = await openProxy(Number(new URL(redis.url).port));
const folder = mkdtempSync(join(tmpdir(), 'tilecast-farm-faults-'));
const queue = ['--queue', `redis://127.0.0.1:${proxy.port}`];

const render = (path: string) =>
  ['render', SAMPLE, '-o', path, '--size', '24x24', '--turntable', String(FRAMES), '--software'] as const;
/** The path of the frames of a round. */
function makePath(name: string): string {
  mkdirSync(join(folder, name));
  return join(folder, name, '%d.png');
}
const referencePath = makePath('reference');
const frameOf = (path: string, frame: number) => path.replace('%d', String(frame));
const pixelsOf = (path: string) => PNG.sync.read(readFileSync(path)).data;

interface Started {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly said: () => string;
}

function start(args: readonly string[], node: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(process.execPath, [...node, MAIN, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let text = '';
  child.stderr.on('data', (data) => {
    text += data;
  });
  return { process: child, ended: once(child, 'exit').then(([code]) => code as number | null), said: () => text };
}

const startWorker = (node?: readonly string[], env?: NodeJS.ProcessEnv) =>
  start(['worker', ...queue, '--root', '/', '--quiet', '--software', '--lock', '5'], node, env);

let workers: Started[] = [];

const submit = (path: string) => start([...render(path), ...queue]);

async function end({ process: child, ended }: Started, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await ended;
}

/** A worker in the place of another, whose end is waited for. */
async function replaceWorker(signal: NodeJS.Signals): Promise<void> {
  const [first, ...others] = workers;
  await end(first!, signal);
  workers = [...others, startWorker()];
}

const PRELOAD = join(import.meta.dirname, '..', 'fuzz');

/** Faults, and the submitter whose end counts. */
const FAULTS: Readonly<Record<string, (submitter: Started, path: string) => Promise<Started>>> = {
  nothing: async (submitter) => submitter,
  'a worker is killed': async (submitter) => {
    await replaceWorker('SIGKILL');
    return submitter;
  },
  'a worker is asked to end': async (submitter) => {
    await replaceWorker('SIGTERM');
    return submitter;
  },
  'all workers are killed': async (submitter) => {
    for (let count = 0; count < WORKERS; count++) await replaceWorker('SIGKILL');
    return submitter;
  },
  'the submitter is killed': async (submitter, path) => {
    await end(submitter, 'SIGKILL');
    return submit(path);
  },
  'the server is killed': async (submitter) => {
    await redis.restart();
    return submitter;
  },
  'the network is cut': async (submitter) => {
    proxy.cut();
    await pause(random() * 6000);
    proxy.mend();
    return submitter;
  },
  'packets are lost': async (submitter) => {
    proxy.stall();
    await pause(random() * 6000);
    proxy.cut();
    proxy.mend();
    return submitter;
  },
  'a disk is full': (submitter) =>
    besideOddWorker(submitter, join(PRELOAD, 'fail-nth.mjs'), {
      FAIL_KIND: 'write',
      FAIL_AT: String(1 + Math.floor(random() * 40)),
      FAIL_LOG: join(folder, 'full'),
    }),
  'a disk stays full': (submitter) =>
    besideOddWorker(submitter, join(PRELOAD, 'fail-nth.mjs'), {
      FAIL_KIND: 'write',
      FAIL_AT: String(1 + Math.floor(random() * 40)),
      FAIL_ON: 'true',
      FAIL_LOG: join(folder, 'full'),
    }),
  'a clock jumps': (submitter) =>
    besideOddWorker(submitter, join(import.meta.dirname, 'jump-clock.mjs'), {
      JUMP_HOURS: String((random() < 0.5 ? -1 : 1) * random() * 48),
      JUMP_AFTER_MS: String(random() * 4000),
    }),
};

/** One of the workers has a module of its own until the jobs are done. */
async function besideOddWorker(submitter: Started, module: string, env: NodeJS.ProcessEnv): Promise<Started> {
  const [first, ...others] = workers;
  await end(first!, 'SIGTERM');
  const odd = startWorker(['--import', module], env);
  workers = [odd, ...others];
  await submitter.ended;
  await end(odd, 'SIGTERM');
  workers = [startWorker(), ...others];
  return submitter;
}

/** Waits for so many frames, or for the end. */
async function untilFrames(path: string, count: number, { process: child }: Started): Promise<void> {
  while (readdirSync(dirname(path)).length < count && child.exitCode === null) await pause(20);
}

/** The problem after a round, in words. */
async function findProblem(submitter: Started, path: string): Promise<string | undefined> {
  const code = await Promise.race([submitter.ended, pause(ROUND_MS_MAX).then(() => 'none' as const)]);
  if (code !== 0) return `the submitter ends with ${code}: ${submitter.said().slice(-300)}`;
  for (let frame = 0; frame < FRAMES; frame++) {
    const file = frameOf(path, frame);
    if (!existsSync(file)) return `frame ${frame} is missing`;
    if (!pixelsOf(file).equals(pixelsOf(frameOf(referencePath, frame)))) return `frame ${frame} is another`;
  }
  return undefined;
}

let failures = 0;
const counts: Record<string, number> = {};
try {
  const { status, stderr } = spawnSync(process.execPath, [MAIN, ...render(referencePath)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  workers = Array.from({ length: WORKERS }, () => startWorker());
  const names = Object.keys(FAULTS).filter((name) => values.only === undefined || name.includes(values.only));
  for (let round = 0; round < Number(values.rounds); round++) {
    const name = names[round % names.length]!;
    const path = makePath(String(round));
    const startMs = performance.now();
    const submitter = submit(path);
    const after = Math.floor(random() * FRAMES);
    await untilFrames(path, after, submitter);
    await pause(random() * 200);
    const isInTime = submitter.process.exitCode === null;
    const last = await FAULTS[name]!(submitter, path);
    const problem = await findProblem(last, path);
    const tookMs = performance.now() - startMs;
    if (isInTime) counts[name] = (counts[name] ?? 0) + 1;
    const when = isInTime ? `after ${after} frames` : 'too late';
    say(`${round} ${name}, ${when}: ${problem ?? 'all is there'} in ${Math.round(tookMs)} ms`);
    if (problem) {
      failures++;
      last.process.kill('SIGKILL');
    }
    const cut = readdirSync(join(folder, String(round))).filter((file) => !/^\d+\.png$/.test(file));
    if (cut.length > 0) say(`  leaves ${cut.join(', ')}`);
    // A task that was delivered twice may still be written.
    rmSync(join(folder, String(round)), { recursive: true, maxRetries: 10 });
  }
} finally {
  for (const worker of workers) worker.process.kill('SIGTERM');
  await Promise.all(workers.map((worker) => Promise.race([worker.ended, pause(20_000)])));
  const hanging = workers.filter(({ process: { exitCode, signalCode } }) => exitCode === null && signalCode === null);
  if (hanging.length > 0) {
    failures++;
    say(`${hanging.length} workers do not end`);
    for (const worker of hanging) worker.process.kill('SIGKILL');
  }
  await proxy.close();
  await redis.stop();
  rmSync(folder, { recursive: true, maxRetries: 10 });
}
say(`${JSON.stringify(counts)}: ${failures} failures`);
if (failures > 0) process.exitCode = 1;
