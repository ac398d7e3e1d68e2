/** A Redis, a network to it that can be cut, workers, and turntables that are handed to them: what faults happen to. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PNG } from 'pngjs';
import { type RedisServer, startRedis } from '../start-redis.js';
import { type Proxy as Network, openProxy } from './proxy.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const MAIN = join(ROOT, 'dist', 'cli', 'main.js');
const SAMPLE = join(ROOT, 'volumes', 'marschner-lobb.nrrd');
export const FRAMES = 24;
/** Workers at any time. */
export const WORKERS = 2;
/** A round that takes longer hangs. */
const ROUND_MS_MAX = 180_000;
const START_MS_MAX = 60_000;
const END_MS_MAX = 40_000;

export const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref();
  });

/** A process of tilecast's. */
export interface Started {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly said: () => string;
}

/** A module that is loaded into a process before all others, and its variables. */
export interface Preload {
  readonly module: string;
  readonly env: NodeJS.ProcessEnv;
}

export class Farm {
  readonly folder = mkdtempSync(join(tmpdir(), 'tilecast-farm-faults-'));
  readonly redis: RedisServer;
  readonly proxy: Network;
  readonly #reference = this.makePath('reference');
  #workers: Started[] = [];

  private constructor(redis: RedisServer, proxy: Network) {
    this.redis = redis;
    this.proxy = proxy;
  }

  static async start(): Promise<Farm> {
    const redis = await startRedis();
    const farm = new Farm(redis, await openProxy(Number(new URL(redis.url).port)));
    const { status, stderr } = spawnSync(process.execPath, [MAIN, ...render(farm.#reference), '--software'], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    while (farm.#workers.length < WORKERS) farm.#workers.push(farm.#startWorker());
    return farm;
  }

  /** The path of the frames of a turntable. */
  makePath(name: string): string {
    mkdirSync(join(this.folder, name));
    return join(this.folder, name, '%d.png');
  }

  submit(path: string): Started {
    return startProcess([...render(path), ...this.#queue]);
  }

  /**
   * Ends a worker, and starts another in its place.
   * @param old is the one that has worked for longest, if nothing else is said.
   */
  async replaceWorker(signal: NodeJS.Signals, preload?: Preload, old = this.#workers[0]!): Promise<Started> {
    await this.#end(old, signal);
    const worker = this.#startWorker(preload);
    this.#workers = [...this.#workers.filter((one) => one !== old), worker];
    return worker;
  }

  /** Waits until a worker attends the queue. */
  async untilAttending(worker: Started): Promise<void> {
    for (const startMs = performance.now(); !worker.said().includes('attends'); await pause(20)) {
      if (performance.now() - startMs > START_MS_MAX) throw new Error(`a worker does not start: ${worker.said()}`);
    }
  }

  /** Waits for so many frames, or for the submitter's end. */
  async untilFrames(path: string, count: number, { process: child }: Started): Promise<void> {
    const hasTime = withTime(ROUND_MS_MAX);
    while (readdirSync(dirname(path)).length < count && child.exitCode === null && hasTime()) await pause(20);
  }

  /** The problem after a round, in words. */
  async findProblem(submitter: Started, path: string): Promise<string | undefined> {
    const code = await Promise.race([submitter.ended, pause(ROUND_MS_MAX).then(() => 'none' as const)]);
    if (code !== 0) return `the submitter ends with ${code}: ${submitter.said().slice(-300)}`;
    for (let frame = 0; frame < FRAMES; frame++) {
      const file = frameOf(path, frame);
      if (!existsSync(file)) return `frame ${frame} is missing`;
      if (!pixelsOf(file).equals(pixelsOf(frameOf(this.#reference, frame)))) return `frame ${frame} is another`;
    }
    return undefined;
  }

  /** Ends everything. @returns how many workers did not end when they were asked to. */
  async stop(): Promise<number> {
    for (const worker of this.#workers) worker.process.kill('SIGTERM');
    await Promise.all(this.#workers.map(({ ended }) => Promise.race([ended, pause(END_MS_MAX)])));
    const hanging = this.#workers.filter(isAlive);
    for (const worker of hanging) worker.process.kill('SIGKILL');
    await this.proxy.close();
    await this.redis.stop();
    rmSync(this.folder, { recursive: true, maxRetries: 10 });
    return hanging.length;
  }

  get #queue(): readonly string[] {
    return ['--queue', `redis://127.0.0.1:${this.proxy.port}`];
  }

  #startWorker(preload?: Preload): Started {
    return startProcess(['worker', ...this.#queue, '--root', '/', '--software', '--lock', '5'], preload);
  }

  /** @throws Error if it does not end. */
  async #end(started: Started, signal: NodeJS.Signals): Promise<void> {
    started.process.kill(signal);
    await Promise.race([started.ended, pause(END_MS_MAX)]);
    if (!isAlive(started)) return;
    started.process.kill('SIGKILL');
    throw new Error(`a process does not end by ${signal}: ${started.said().slice(-300)}`);
  }
}

const isAlive = ({ process: { exitCode, signalCode } }: Started) => exitCode === null && signalCode === null;

function startProcess(args: readonly string[], { module, env }: Partial<Preload> = {}): Started {
  const node = module === undefined ? [] : ['--import', module];
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

const render = (path: string) =>
  ['render', SAMPLE, '-o', path, '--size', '24x24', '--turntable', String(FRAMES)] as const;

const frameOf = (path: string, frame: number) => path.replace('%d', String(frame));
const pixelsOf = (path: string) => PNG.sync.read(readFileSync(path)).data;

function withTime(ms: number): () => boolean {
  const endMs = performance.now() + ms;
  return () => performance.now() < endMs;
}
