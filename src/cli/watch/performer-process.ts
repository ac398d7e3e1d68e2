/**
 * Performs jobs in a process of its own: one that a job crashes, or keeps busy for longer than it may, is ended and another takes its
 * place, while this one goes on keeping the queue's locks.
 */
import { CrashError, type Perform, type Task, type TaskContext } from '../../farm/index.js';
import { MAIN } from '../farm/open-farm-queue.js';
import { type FromPerformer, fromSent, type PerformerAdapter, type ToPerformer, toSent } from './performer-messages.js';
import { WatchedProcess } from './watched-process.js';

/** A job that is told to stop may do so by itself within this time, and what others need stays in memory then. */
const PATIENCE_MS = 1000;

interface Job {
  readonly task: Pick<Task, 'kind' | 'data'>;
  readonly context: TaskContext;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Performer {
  readonly watched: WatchedProcess;
  readonly ready: Promise<PerformerAdapter>;
}

export class PerformerProcess {
  readonly #args: readonly string[];
  readonly #patienceMs: number;
  readonly #jobs = new Map<number, Job>();
  #performer: Performer | undefined;
  #number = 0;

  /** @param options of `tilecast perform-jobs`. @param patienceMs that a job has to end which is told to stop. */
  constructor(options: readonly string[], patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
    this.#args = [...process.execArgv, MAIN, 'perform-jobs', ...options];
    process.once('exit', () => this.#performer?.watched.killAtExit());
  }

  /** Starts it, if it does not run. @throws what keeps it from performing anything, such as a DeviceError. */
  start(): Promise<PerformerAdapter> {
    this.#performer ??= this.#startProcess();
    return this.#performer.ready;
  }

  readonly perform: Perform = (task, context) =>
    new Promise((resolve, reject) => {
      const number = this.#number++;
      const job = { task, context, resolve, reject };
      this.#jobs.set(number, job);
      context.signal.addEventListener('abort', () => this.#abort(number), { once: true });
      void this.#hand(number, job);
    });

  /** Ends it. */
  async close(): Promise<void> {
    const performer = this.#performer;
    this.#performer = undefined;
    await performer?.watched.kill();
  }

  async #hand(number: number, { task }: Job): Promise<void> {
    try {
      await this.start();
      if (this.#jobs.has(number)) this.#send({ kind: 'perform', number, task });
    } catch (error) {
      this.#end(number, (job) => job.reject(error));
    }
  }

  #startProcess(): Performer {
    const watched = new WatchedProcess(this.#args, ['ignore', 'ignore', 'inherit', 'ipc']);
    const ready = new Promise<PerformerAdapter>((start, fail) => {
      watched.child.on('message', (message: FromPerformer) => {
        if (message.kind === 'ready') start(message.adapter);
        else if (message.kind === 'not-ready') fail(fromSent(message.error));
        else this.#hear(message);
      });
      watched.ended.then(
        ({ code, signal }) => fail(new Error(`the process for jobs ends with ${signal ?? code}`)),
        fail,
      );
    });
    ready.catch(() => undefined);
    const performer = { watched, ready };
    watched.ended.then(
      ({ code, signal }) =>
        this.#lose(performer, `ends the process that performs it, with ${signal ?? `exit code ${code}`}`),
      () => this.#lose(performer, 'cannot be performed: no process starts'),
    );
    return performer;
  }

  /** One of the jobs in its hands has ended it, and nobody knows which. */
  #lose(performer: Performer, reason: string): void {
    if (this.#performer !== performer) return;
    this.#performer = undefined;
    void performer.watched.clean();
    for (const number of [...this.#jobs.keys()]) this.#end(number, (job) => job.reject(new CrashError(reason)));
  }

  #hear(message: FromPerformer): void {
    if (message.kind === 'done') this.#end(message.number, (job) => job.resolve(message.result));
    else if (message.kind === 'failed') this.#end(message.number, (job) => job.reject(fromSent(message.error)));
    else if (message.kind === 'ask') void this.#answer(message);
  }

  async #answer({ number, question, about }: Extract<FromPerformer, { kind: 'ask' }>): Promise<void> {
    try {
      const answer = await this.#jobs.get(number)?.context[about]();
      this.#send({ kind: 'answer', question, answer });
    } catch (error) {
      this.#send({ kind: 'no-answer', question, error: toSent(error) });
    }
  }

  /** Asks a job that takes too long to stop, and ends the process where it does not. */
  #abort(number: number): void {
    const job = this.#jobs.get(number);
    if (!job) return;
    const { reason } = job.context.signal;
    this.#send({ kind: 'abort', number, error: toSent(reason) });
    setTimeout(() => {
      if (!this.#jobs.has(number)) return;
      this.#end(number, () => job.reject(reason));
      void this.#replace();
    }, this.#patienceMs);
  }

  /** The other jobs are no part of it, and begin again. */
  async #replace(): Promise<void> {
    await this.close();
    for (const [number, job] of this.#jobs) void this.#hand(number, job);
  }

  #end(number: number, settle: (job: Job) => void): void {
    const job = this.#jobs.get(number);
    if (this.#jobs.delete(number)) settle(job!);
  }

  /** Nobody hears it where the process is ending, which is heard of by itself. */
  #send(message: ToPerformer): void {
    const child = this.#performer?.watched.child;
    if (child?.connected) child.send(message, () => undefined);
  }
}
