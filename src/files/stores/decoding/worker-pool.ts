/** A pool of workers that transform bytes, such as encoded chunks, off the calling thread. */
import { freeBuffer, freeWhole } from '../../../paged/free-buffer.js';
import { type BytesAnswer, ownBytes } from './decode-task.js';

/** A task of a worker: all of it can be posted. */
export interface BytesTask {
  /** The bytes that it is about. */
  readonly bytes: Uint8Array;
}

/** A worker of the browser or of Node. */
export interface PoolWorker<Task extends BytesTask> {
  /** Gives it a task, and the memory of its bytes. */
  readonly post: (task: Task, transfer: ArrayBuffer[]) => void;
  /** Says whether the process must wait for it. */
  readonly setBusy: (isBusy: boolean) => void;
  /** Ends the worker. */
  readonly end: () => void;
}

/** Events of a worker. */
export interface PoolWorkerEvents {
  /** A task is done, or could not be. */
  readonly answer: (answer: BytesAnswer) => void;
  /** The worker could not be started, or ended unexpectedly. */
  readonly fail: () => void;
}

/** Starts a worker. It may throw. */
export type StartWorker<Task extends BytesTask> = (events: PoolWorkerEvents) => PoolWorker<Task>;

/** Options of a pool of workers. */
export interface WorkerPoolOptions<Task extends BytesTask> {
  /** Starts a worker. */
  readonly start: StartWorker<Task>;
  /** Workers at a time; they are started as tasks come. */
  readonly most: number;
  /** Milliseconds without a task after which all workers end. */
  readonly idleMs?: number;
}

/** Options of a task. */
export interface PerformOptions {
  /** Ends the task, unless a worker is at it already. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the worker may have the memory of the task's bytes instead of a copy of it. */
  readonly gives?: boolean;
}

/** A worker ended with the only copy of a task's bytes. */
export class LostBytesError extends Error {
  override readonly name = 'LostBytesError';
}

interface Job<Task> extends PerformOptions {
  readonly task: Task;
  readonly resolve: (bytes: Uint8Array | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface Member<Task extends BytesTask> {
  readonly worker: PoolWorker<Task>;
  job: Job<Task> | undefined;
  /** Whether it is known to run: hardly any fails later. */
  hasAnswered: boolean;
}

const IDLE_MS = 5000;

/** Workers that take tasks as they come, each one at a time. */
export class WorkerPool<Task extends BytesTask> {
  readonly #options: WorkerPoolOptions<Task>;
  readonly #queue: Job<Task>[] = [];
  readonly #members = new Set<Member<Task>>();
  /** Whether workers cannot be had here. */
  #isBroken = false;
  #hasAnswered = false;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(options: WorkerPoolOptions<Task>) {
    this.#options = options;
  }

  /**
   * @returns undefined where no worker can do it: the caller has to. The task's bytes stay as they are then.
   * @throws an Error with the worker's words, the signal's reason, or `LostBytesError` if a worker ends with bytes that were given.
   */
  perform(task: Task, options: PerformOptions = {}): Promise<Uint8Array | undefined> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ task, ...options, resolve, reject });
      this.#assign();
    });
  }

  #assign(): void {
    clearTimeout(this.#idle);
    while (this.#queue.length > 0) {
      const [{ signal, reject, resolve }] = this.#queue as [Job<Task>, ...Job<Task>[]];
      if (signal?.aborted || this.#isBroken) {
        this.#queue.shift();
        if (signal?.aborted) reject(signal.reason);
        else resolve(undefined);
        continue;
      }
      const member = [...this.#members].find(({ job }) => !job) ?? this.#start();
      // All are busy, or none could be started.
      if (!member && !this.#isBroken) return;
      if (!member) continue;
      member.job = this.#queue.shift()!;
      member.worker.setBusy(true);
      const { task, gives } = member.job;
      // The caller's bytes stay where the worker might not even start.
      const bytes = gives && member.hasAnswered ? ownBytes(task.bytes) : new Uint8Array(task.bytes);
      member.worker.post({ ...task, bytes }, [bytes.buffer]);
    }
    if ([...this.#members].every(({ job }) => !job)) this.#endLater();
  }

  #start(): Member<Task> | undefined {
    if (this.#members.size >= this.#options.most) return undefined;
    try {
      const worker = this.#options.start({
        answer: (answer) => this.#take(member, answer),
        fail: () => this.#drop(member),
      });
      const member: Member<Task> = { worker, job: undefined, hasAnswered: false };
      this.#members.add(member);
      return member;
    } catch {
      this.#isBroken = this.#members.size === 0;
      return undefined;
    }
  }

  #take(member: Member<Task>, answer: BytesAnswer): void {
    const { job } = member;
    this.#hasAnswered = true;
    member.hasAnswered = true;
    member.job = undefined;
    // Given bytes have none any more.
    if (job?.gives) freeWhole(job.task.bytes);
    member.worker.setBusy(false);
    if ('bytes' in answer) job?.resolve(answer.bytes);
    else job?.reject(new Error(answer.error));
    this.#assign();
  }

  /** A task that one worker failed at is the caller's; where none has ever answered, all are. */
  #drop(member: Member<Task>): void {
    if (!this.#members.delete(member)) return;
    if (!this.#hasAnswered) this.#isBroken = true;
    if (member.job?.gives && member.hasAnswered) member.job.reject(new LostBytesError('a worker has ended with it'));
    else member.job?.resolve(undefined);
    this.#assign();
  }

  #endLater(): void {
    this.#idle = setTimeout(() => this.end(), this.#options.idleMs ?? IDLE_MS);
    // Node would wait for the timer.
    (this.#idle as { unref?: () => void }).unref?.();
  }

  /** Ends all workers that have nothing to do; the next task starts others. */
  end(): void {
    for (const member of this.#members) {
      if (member.job) continue;
      this.#members.delete(member);
      member.worker.end();
    }
  }
}

/** A worker of either kind. */
export const answerWith =
  <Task extends BytesTask>(
    perform: (task: Task) => Promise<Uint8Array>,
    post: (answer: BytesAnswer, transfer: ArrayBuffer[]) => void,
  ) =>
  async (task: Task): Promise<void> => {
    try {
      const bytes = ownBytes(await perform(task));
      if (bytes.buffer !== task.bytes.buffer) freeBuffer(task.bytes.buffer);
      post({ bytes }, [bytes.buffer]);
    } catch (error) {
      post({ error: (error as Error).message }, []);
    }
  };
