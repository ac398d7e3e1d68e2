/** Threads that work on the voxels of large volumes together. */
import { availableParallelism } from 'node:os';
import { SHARE_ENV, Worker } from 'node:worker_threads';
import type { VoxelAnswers, VoxelTask } from './voxel-task.js';

/** More than these wait for memory. */
const MAX_THREADS = 8;
/** Voxels' bytes that are worth a thread: one takes 25 to 60 ms to start, beside others. */
const LEAST_BYTES = 2 ** 22;

/** The threads that are worth starting for so many bytes; 0: the process does it faster by itself. */
export function threadsFor(sizeBytes: number, leastBytes = LEAST_BYTES): number {
  const threads = Math.min(availableParallelism(), MAX_THREADS, Math.floor(sizeBytes / leastBytes));
  return threads < 2 ? 0 : threads;
}

/** Numbers pieces of a task for all threads that have a part in it. */
export const createCounter = () => new Int32Array(new SharedArrayBuffer(4));

interface Reply {
  readonly answer?: unknown;
  readonly error?: string;
}

interface Wait {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that does one task after another. The process does not wait for it unless it is at work. */
class VoxelThread {
  readonly #worker: Worker;
  /** In the order of their tasks, of which the first is to start. */
  readonly #waits: Wait[] = [];
  readonly ready: Promise<unknown>;
  hasFailed = false;

  constructor() {
    const script = new URL('./voxel-worker.js', import.meta.url);
    this.#worker = new Worker(script, { stdin: false, env: SHARE_ENV, trackUnmanagedFds: false });
    this.#worker.on('message', ({ answer, error }: Reply) => {
      const wait = this.#waits.shift();
      if (this.#waits.length === 0) this.#worker.unref();
      if (error === undefined) wait?.resolve(answer);
      else wait?.reject(new Error(error));
    });
    for (const event of ['error', 'messageerror', 'exit'] as const) this.#worker.on(event, () => this.#fail());
    this.ready = this.#expect();
  }

  get isBusy(): boolean {
    return this.#waits.length > 0;
  }

  /** @throws an Error if the thread fails. */
  perform(task: VoxelTask): Promise<unknown> {
    this.#worker.ref();
    const answer = this.#expect();
    this.#worker.postMessage(task);
    return answer;
  }

  #expect(): Promise<unknown> {
    const answer = new Promise((resolve, reject) => this.#waits.push({ resolve, reject }));
    // Whoever waits for it hears of it.
    answer.catch(() => undefined);
    return answer;
  }

  #fail(): void {
    this.hasFailed = true;
    for (const { reject } of this.#waits.splice(0)) reject(new Error('a thread that works on voxels ended'));
  }

  /** It ends by itself: to terminate it would take the process some milliseconds. */
  end(): void {
    this.#worker.postMessage(undefined);
    this.#worker.unref();
  }
}

/** Time without a task after which all threads end. */
const IDLE_MS = 1000;

let threads: VoxelThread[] = [];
let idle: NodeJS.Timeout | undefined;

/**
 * Starts threads, so that so many are there at least.
 * @throws an Error where one cannot be had: it lacks memory, or is refused by who runs this process.
 */
export async function startThreads(count: number): Promise<void> {
  const ready = take(count).map((thread) => thread.ready);
  await Promise.all(ready);
  endLater();
}

/**
 * Has so many threads do their parts of a task.
 * @returns what each of them did.
 * @throws an Error if one of them fails.
 */
export async function performTogether<Task extends VoxelTask>(
  count: number,
  task: Task,
): Promise<readonly VoxelAnswers[Task['kind']][]> {
  try {
    return (await Promise.all(take(count).map((thread) => thread.perform(task)))) as VoxelAnswers[Task['kind']][];
  } finally {
    endLater();
  }
}

function take(count: number): readonly VoxelThread[] {
  clearTimeout(idle);
  threads = threads.filter(({ hasFailed }) => !hasFailed);
  while (threads.length < count) threads.push(new VoxelThread());
  return threads.slice(0, count);
}

function endLater(): void {
  clearTimeout(idle);
  idle = setTimeout(() => {
    if (threads.some(({ isBusy }) => isBusy)) return;
    for (const thread of threads.splice(0)) thread.end();
  }, IDLE_MS).unref();
}
