/** Threads that work on the voxels of large volumes together. */
import { availableParallelism } from 'node:os';
import { SHARE_ENV, Worker } from 'node:worker_threads';
import { keepHeapSmallBeside } from '../small-heap.js';
import type { VoxelAnswer, VoxelAnswers, VoxelTask } from './voxel-task.js';

/** More than these wait for memory. */
const MAX_THREADS = 8;
/**
 * Bytes of voxels that are worth a thread, which takes 25 to 80 ms to start. Where cores are few, what it does would be
 * done while it starts: on two cores a volume of 16 MiB takes 0.15 s of CPU time more with threads.
 */
const LEAST_BYTES = { few: 2 ** 26, many: 2 ** 22 } as const;
const MANY_CORES = 4;

/** Whether threads have cores of their own beside the process. */
export const hasManyCores = (): boolean => availableParallelism() >= MANY_CORES;

/** The threads that are worth starting for so many bytes; 0: the process does it faster by itself. */
export function threadsFor(sizeBytes: number, leastBytes?: number): number {
  const cores = availableParallelism();
  const least = leastBytes ?? LEAST_BYTES[hasManyCores() ? 'many' : 'few'];
  const threads = Math.min(cores, MAX_THREADS, Math.floor(sizeBytes / least));
  return threads < 2 ? 0 : threads;
}

/** Numbers pieces of a task for all threads that have a part in it. */
export const createCounter = () => new Int32Array(new SharedArrayBuffer(4));

/** A thread's message: it has loaded its modules, this is its result, or that is why it has none. */
export type ThreadReply = { readonly isReady: true } | { readonly answer: VoxelAnswer } | { readonly error: string };

interface Wait<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that does one task after another. The process does not wait for it unless it is at work. */
class VoxelThread {
  readonly #worker: Worker;
  /** Resolvers of the tasks that it has not answered, in their order. */
  readonly #tasks: Wait<VoxelAnswer>[] = [];
  #start: Wait<void> | undefined;
  /** Resolves once it has loaded what it needs. */
  readonly ready: Promise<void>;
  hasFailed = false;

  constructor() {
    const script = new URL('./voxel-worker.js', import.meta.url);
    this.#worker = new Worker(script, { stdin: false, env: SHARE_ENV, trackUnmanagedFds: false });
    this.ready = promise<void>((wait) => {
      this.#start = wait;
    });
    this.#worker.on('message', (reply: ThreadReply) => this.#hear(reply));
    for (const event of ['error', 'messageerror', 'exit'] as const) this.#worker.on(event, () => this.#fail());
    this.#worker.unref();
    keepHeapSmallBeside(this.#worker);
  }

  get isBusy(): boolean {
    return this.#tasks.length > 0;
  }

  /** @throws an Error if the thread fails. */
  perform(task: VoxelTask): Promise<VoxelAnswer> {
    this.#worker.ref();
    const answer = promise<VoxelAnswer>((wait) => this.#tasks.push(wait));
    this.#worker.postMessage(task);
    return answer;
  }

  /** Sets whether the process waits for what it is at. */
  hold(isHeld: boolean): void {
    if (isHeld && this.isBusy) this.#worker.ref();
    else this.#worker.unref();
  }

  #hear(reply: ThreadReply): void {
    if ('isReady' in reply) {
      this.#start?.resolve();
      return;
    }
    const wait = this.#tasks.shift();
    if (!this.isBusy) this.#worker.unref();
    if ('error' in reply) wait?.reject(new Error(reply.error));
    else wait?.resolve(reply.answer);
  }

  #fail(): void {
    this.hasFailed = true;
    const error = new Error('a thread that works on voxels ended');
    this.#start?.reject(error);
    for (const { reject } of this.#tasks.splice(0)) reject(error);
  }

  /** A thread ends by itself: to terminate it would take the process some milliseconds. */
  end(): void {
    this.#worker.postMessage(undefined);
  }
}

/** A promise whose rejection reaches whoever waits for it, if anybody does. */
function promise<T>(start: (wait: Wait<T>) => void): Promise<T> {
  const made = new Promise<T>((resolve, reject) => start({ resolve, reject }));
  made.catch(() => undefined);
  return made;
}

/** Time without a task after which all threads end. */
const IDLE_MS = 1000;

let threads: VoxelThread[] = [];
let idle: NodeJS.Timeout | undefined;

/**
 * Starts threads until there are at least this many, and waits until they have loaded their modules.
 * @throws an Error where one cannot be had: it lacks memory, or is refused by who runs this process.
 */
export async function startThreads(count: number): Promise<void> {
  startMissing(count);
  // Nothing else may keep the process alive meanwhile.
  const alive = setInterval(() => undefined, IDLE_MS);
  try {
    await Promise.all(threads.map((thread) => thread.ready));
  } finally {
    clearInterval(alive);
    endLater();
  }
}

/**
 * Has up to so many threads do their parts of a task: those that are at another one go on with it.
 * @returns what each of them did, once all are done.
 * @throws an Error if one of them fails, once the others are done.
 */
export async function performTogether<Task extends VoxelTask>(
  count: number,
  task: Task,
): Promise<readonly VoxelAnswers[Task['kind']][]> {
  try {
    const answers = await Promise.allSettled(take(count).map((thread) => thread.perform(task)));
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed) throw failed.reason;
    return answers.map((answer) => (answer as PromiseFulfilledResult<VoxelAnswers[Task['kind']]>).value);
  } finally {
    endLater();
  }
}

/** Has one thread do a task. @throws an Error if it fails. */
export async function performAlone<Task extends VoxelTask>(task: Task): Promise<VoxelAnswers[Task['kind']]> {
  return (await performTogether(1, task))[0]!;
}

/** Threads that are free, one at least. */
function take(count: number): readonly VoxelThread[] {
  startMissing(count);
  const free = threads.filter(({ isBusy }) => !isBusy);
  if (free.length === 0) {
    startMissing(threads.length + 1);
    free.push(threads.at(-1)!);
  }
  return free.slice(0, count);
}

function startMissing(count: number): void {
  clearTimeout(idle);
  threads = threads.filter(({ hasFailed }) => !hasFailed);
  while (threads.length < count) threads.push(new VoxelThread());
}

function endLater(): void {
  clearTimeout(idle);
  idle = setTimeout(endThreads, IDLE_MS).unref();
}

/** Sets whether the process waits for what threads are at: it need not for what nobody has asked for yet. */
export function holdProcess(isHeld: boolean): void {
  for (const thread of threads) thread.hold(isHeld);
}

/** Ends all threads once they have done what they were asked: a process that ends meanwhile takes 10 to 40 ms to end them. */
export function endThreads(): void {
  clearTimeout(idle);
  for (const thread of threads.splice(0)) thread.end();
}
