/** A pool of workers that decode chunks beside the thread that asks for them. */
import { type DecodeAnswer, type DecodeTask, ownBytes } from './decode-task.js';

/** A worker of the browser or of Node. */
export interface DecodeWorker {
  /** Gives it a task, and the memory of its bytes. */
  readonly post: (task: DecodeTask, transfer: ArrayBuffer[]) => void;
  /** Says whether the process must wait for it. */
  readonly setBusy: (isBusy: boolean) => void;
  /** Ends the worker. */
  readonly end: () => void;
}

/** Events of a worker that decodes. */
export interface DecodeWorkerEvents {
  /** A chunk has been decoded, or could not be. */
  readonly answer: (answer: DecodeAnswer) => void;
  /** The worker could not be started, or ended unexpectedly. */
  readonly fail: () => void;
}

/** Starts a worker. It may throw. */
export type StartDecodeWorker = (events: DecodeWorkerEvents) => DecodeWorker;

/** Options of a pool of workers that decode. */
export interface DecoderPoolOptions {
  /** Starts a worker. */
  readonly start: StartDecodeWorker;
  /** Workers at a time; they are started as tasks come. */
  readonly most: number;
  /** Milliseconds without a task after which all workers end. */
  readonly idleMs?: number;
}

interface Job {
  readonly task: DecodeTask;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (bytes: Uint8Array | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface Member {
  readonly worker: DecodeWorker;
  job: Job | undefined;
}

const IDLE_MS = 5000;

export class DecoderPool {
  readonly #options: DecoderPoolOptions;
  readonly #queue: Job[] = [];
  readonly #members = new Set<Member>();
  /** Whether workers cannot be had here. */
  #isBroken = false;
  #hasAnswered = false;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(options: DecoderPoolOptions) {
    this.#options = options;
  }

  /**
   * @param signal ends the task, unless a worker is at it already.
   * @returns undefined where no worker can do it: the caller has to. The task's bytes stay as they are.
   * @throws an Error with the codec's words, or the signal's reason.
   */
  decode(task: DecodeTask, signal?: AbortSignal): Promise<Uint8Array | undefined> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ task, signal, resolve, reject });
      this.#assign();
    });
  }

  #assign(): void {
    clearTimeout(this.#idle);
    while (this.#queue.length > 0) {
      const [{ signal, reject, resolve }] = this.#queue as [Job, ...Job[]];
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
      // The caller's bytes stay, for the case that the worker fails.
      const bytes = new Uint8Array(member.job.task.bytes);
      member.worker.post({ ...member.job.task, bytes }, [bytes.buffer]);
    }
    if ([...this.#members].every(({ job }) => !job)) this.#endLater();
  }

  #start(): Member | undefined {
    if (this.#members.size >= this.#options.most) return undefined;
    try {
      const worker = this.#options.start({
        answer: (answer) => this.#take(member, answer),
        fail: () => this.#drop(member),
      });
      const member: Member = { worker, job: undefined };
      this.#members.add(member);
      return member;
    } catch {
      this.#isBroken = this.#members.size === 0;
      return undefined;
    }
  }

  #take(member: Member, answer: DecodeAnswer): void {
    const { job } = member;
    this.#hasAnswered = true;
    member.job = undefined;
    member.worker.setBusy(false);
    if ('bytes' in answer) job?.resolve(answer.bytes);
    else job?.reject(new Error(answer.error));
    this.#assign();
  }

  /** A task that one worker failed at is the caller's; where none has ever answered, all are. */
  #drop(member: Member): void {
    if (!this.#members.delete(member)) return;
    if (!this.#hasAnswered) this.#isBroken = true;
    member.job?.resolve(undefined);
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
  (decode: (task: DecodeTask) => Promise<Uint8Array>, post: (answer: DecodeAnswer, transfer: ArrayBuffer[]) => void) =>
  async (task: DecodeTask): Promise<void> => {
    try {
      const bytes = ownBytes(await decode(task));
      post({ bytes }, [bytes.buffer]);
    } catch (error) {
      post({ error: (error as Error).message }, []);
    }
  };
