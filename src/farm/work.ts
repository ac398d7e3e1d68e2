/** A worker: attends one group of tasks at a time, so that what they share stays in its memory, and the ends of batches. */
import type { Job, Queue, Worker } from 'bullmq';
import { InputError } from '../errors.js';
import type { FarmQueue } from './queue/open-queue.js';
import { type ReadJob, readJobs } from './read-jobs.js';
import { checkRoot, type RootData } from './root.js';
import { listFailures, listResults } from './submit.js';
import { CrashError, groupQueue, type Perform, REDELIVERIES, ROOTS, type TaskContext } from './task.js';

export interface WorkOptions {
  /** Tasks at once; default 1. */
  readonly concurrency?: number | undefined;
  /** Time without a sign of life from a worker after which its tasks go to others; default 30 s. */
  readonly lockMs?: number | undefined;
  /** A task that takes longer fails, and is not tried again; default 1 h. */
  readonly taskMs?: number | undefined;
  /** Ends when there has been nothing to do for so long; default never. */
  readonly idleMs?: number | undefined;
  /** Whether it is what tasks need that are not for any worker; default never. */
  readonly offers?: ((need: string) => boolean) | undefined;
  readonly onEvent?: ((event: WorkEvent) => void) | undefined;
}

type WorkSettings = { readonly [Name in keyof WorkOptions]-?: NonNullable<WorkOptions[Name]> };

export const WORK_DEFAULTS = {
  concurrency: 1,
  lockMs: 30_000,
  taskMs: 3_600_000,
  idleMs: Infinity,
  offers: () => false,
  onEvent: () => undefined,
} as const satisfies WorkSettings;

/** An event in a worker's life, for logs. */
export interface WorkEvent {
  readonly event: 'attends' | 'begins' | 'done' | 'failed' | 'refused' | 'rests';
  readonly group?: string;
  readonly id?: string;
  readonly kind?: string;
  /** Whether it is the end of a batch, whose tasks have events of their own. */
  readonly isEnd?: boolean;
  readonly ms?: number;
  readonly reason?: string;
}

/** Polls for work so often; less often the longer there is none, so that many idle workers ask little of the queue. */
const POLL_MS = { least: 200, most: 5000 } as const;

/** Works until `signal` asks to stop; what is in hand is finished first. */
export async function work(
  queue: FarmQueue,
  perform: Perform,
  signal: AbortSignal,
  options: WorkOptions = {},
): Promise<void> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const attendance = new Attendance(queue, perform, signal, { ...WORK_DEFAULTS, ...given } as WorkSettings);
  try {
    await attendance.run();
  } finally {
    await attendance.close();
  }
}

type Process = (job: Job, signal: AbortSignal) => Promise<unknown>;

class Attendance {
  readonly #queue: FarmQueue;
  readonly #perform: Perform;
  readonly #signal: AbortSignal;
  readonly #options: WorkSettings;
  readonly #roots: Queue;
  readonly #groups = new Map<string, Queue>();
  /** Groups that were attended, the latest first: what they need is likely in memory. */
  #attended: string[] = [];
  #worker: { readonly group: string; readonly worker: Worker } | undefined;
  #rootWorker: Worker | undefined;
  /** The page of the queue's batches that is looked at next. */
  #page = 0;
  /** Ids of jobs that were refused. */
  readonly #refused = new Set<string>();
  #running = 0;
  /** Failures in a row that were no task's own fault. */
  #troubles = 0;
  #restsUntilMs = 0;
  #lastWorkMs = performance.now();

  constructor(queue: FarmQueue, perform: Perform, signal: AbortSignal, options: WorkSettings) {
    this.#queue = queue;
    this.#perform = perform;
    this.#signal = signal;
    this.#options = options;
    this.#roots = queue.createQueue(ROOTS);
  }

  async run(): Promise<void> {
    this.#rootWorker = this.#createWorker(ROOTS, (job, signal) => this.#performRoot(job, signal), 1);
    let waitMs: number = POLL_MS.least;
    while (!this.#signal.aborted) {
      const idleMs = this.#running > 0 ? 0 : performance.now() - this.#lastWorkMs;
      if (idleMs > this.#options.idleMs) return;
      if (performance.now() >= this.#restsUntilMs && (idleMs >= POLL_MS.least || !this.#worker)) {
        // A lost connection comes back, or the next poll finds that out too.
        const found = await this.#choose().catch(() => this.#queue.revive().catch(() => undefined));
        if (found !== undefined && found !== this.#worker?.group) await this.#attend(found);
        waitMs = found === undefined ? Math.min(2 * waitMs, POLL_MS.most) : POLL_MS.least;
      }
      await pause(Math.min(waitMs, this.#options.idleMs), this.#signal);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#worker?.worker.close(), this.#rootWorker?.close()]);
    await Promise.all([this.#roots, ...this.#groups.values()].map((queue) => queue.close()));
  }

  /**
   * The group to attend: one that was attended before and has tasks waiting, else one with fewest workers on it, else one where
   * tasks of workers that died may come back. Undefined where there is none. Looks at some pages of the queue's batches, and at
   * the next ones the next time, so that no number of batches that nobody can do hides one that waits behind them.
   */
  async #choose(): Promise<string | undefined> {
    let first: string | undefined;
    for (let page = 0; page < PAGES_AT_ONCE; page++) {
      const start = this.#page * BATCHES_A_PAGE;
      const batches = await readJobs(this.#roots, ['waiting-children'], checkRoot, [start, start + BATCHES_A_PAGE - 1]);
      const { open, held, groups } = await this.#countTasks(this.#groupsOf(batches));
      // Groups that were attended come first.
      const [best] = open;
      if (best && this.#attended.includes(best.group)) return best.group;
      const fewest = Math.min(...open.map(({ active }) => active));
      // Many workers that look at once would all take the first one.
      const found = pickAtRandom(open.filter(({ active }) => active === fewest));
      if (found) return found.group;
      first ??= pickAtRandom(held) ?? groups[0];
      const isLast = batches.length < BATCHES_A_PAGE;
      this.#page = isLast ? 0 : this.#page + 1;
      if (isLast) break;
    }
    return first;
  }

  /** The groups of batches that this worker can do, those first that were attended; others are refused with a word. */
  #groupsOf(batches: readonly ReadJob<RootData>[]): readonly string[] {
    const groups = new Set<string>();
    for (const read of batches) {
      if ('reason' in read) this.#refuse(read.id, read.reason);
      else if (read.data.needs === undefined || this.#options.offers(read.data.needs)) groups.add(read.data.group);
    }
    return [...this.#attended.filter((group) => groups.delete(group)), ...groups];
  }

  /** Says once that a job is none. */
  #refuse(id: string, reason: string): void {
    if (this.#refused.has(id)) return;
    if (this.#refused.size === REFUSED_MAX) this.#refused.clear();
    this.#refused.add(id);
    this.#options.onEvent({ event: 'refused', id, reason });
  }

  async #countTasks(groups: readonly string[]) {
    const open: { readonly group: string; readonly active: number }[] = [];
    /** Groups with tasks in the hands of workers, which may have died. */
    const held: string[] = [];
    for (const group of groups) {
      const queue = this.#groups.get(group) ?? this.#queue.createQueue(groupQueue(group));
      this.#groups.set(group, queue);
      const { waiting = 0, active = 0 } = await queue.getJobCounts('waiting', 'active');
      if (waiting > 0) open.push({ group, active });
      else if (active > 0) held.push(group);
      if (waiting > 0 && this.#attended.includes(group)) break;
    }
    await this.#forget(groups);
    return { open, held, groups };
  }

  /** Closes the queues of groups that were not looked at this time, but for the one that is attended. */
  async #forget(groups: readonly string[]): Promise<void> {
    for (const [group, queue] of this.#groups) {
      if (groups.includes(group) || group === this.#worker?.group) continue;
      this.#groups.delete(group);
      await queue.close();
    }
  }

  async #attend(group: string): Promise<void> {
    await this.#worker?.worker.close();
    this.#worker = undefined;
    if (this.#signal.aborted) return;
    this.#options.onEvent({ event: 'attends', group });
    const { concurrency } = this.#options;
    const worker = this.#createWorker(groupQueue(group), (job, signal) => this.#performTask(job, signal), concurrency);
    this.#worker = { group, worker };
    this.#attended = [group, ...this.#attended.filter((one) => one !== group)].slice(0, ATTENDED_MAX);
    this.#lastWorkMs = performance.now();
  }

  #createWorker(name: string, process: Process, concurrency: number): Worker {
    const { lockMs } = this.#options;
    const worker = this.#queue.createWorker(name, (job) => this.#follow(job, process), {
      concurrency,
      lockDuration: lockMs,
      stalledInterval: lockMs,
      maxStalledCount: REDELIVERIES,
    });
    // BullMQ takes such a job again and again, and says no more of it.
    worker.on('error', (error) => {
      if (error instanceof SyntaxError) void this.#failUnreadable(name).catch(() => undefined);
    });
    return worker;
  }

  /** Fails the jobs in hand that are no JSON, in this worker's or any other's, and says so. */
  async #failUnreadable(name: string): Promise<void> {
    const queue = name === ROOTS ? this.#roots : this.#groups.get(name.slice(groupQueue('').length));
    if (!queue) return;
    for (const read of await readJobs(queue, ['active'], (data) => data, [0, -1])) {
      if (!('reason' in read)) continue;
      await this.#queue.failUnreadable(queue, read.id, read.reason);
      this.#options.onEvent({ event: 'failed', id: read.id, reason: read.reason });
    }
  }

  /** Times a task, logs it, and ends the tries of one that its input failed: the file will not be another the next time. */
  async #follow(job: Job, process: Process): Promise<unknown> {
    const startMs = performance.now();
    const named = { id: job.id ?? '', kind: job.name, ...(endsTasks(job) && { isEnd: true }) };
    this.#running++;
    this.#options.onEvent({ event: 'begins', ...named });
    try {
      const result = await this.#inTime((signal) => process(job, signal));
      this.#troubles = 0;
      this.#options.onEvent({ event: 'done', ...named, ms: Math.round(performance.now() - startMs) });
      return result;
    } catch (error) {
      if (error instanceof this.#queue.WaitingChildren) throw error;
      const { message: reason } = error as Error;
      this.#options.onEvent({ event: 'failed', ...named, ms: Math.round(performance.now() - startMs), reason });
      // A RangeError is the engine's: the input asks for more than arrays, texts or the stack hold, on any machine.
      const isOwnFault = error instanceof InputError || error instanceof RangeError;
      const crashesAgain = error instanceof CrashError && job.attemptsStarted > REDELIVERIES;
      if (isOwnFault || crashesAgain) throw new this.#queue.Unrecoverable(reason);
      this.#rest();
      throw error;
    } finally {
      this.#running--;
      this.#lastWorkMs = performance.now();
    }
  }

  /**
   * Takes no tasks for a while, longer the more have failed in a row: a machine whose disk is full fails them faster than others
   * do them, and would fail them all.
   */
  #rest(): void {
    const restMs = Math.min(REST_MS.least * 2 ** this.#troubles++, REST_MS.most);
    this.#options.onEvent({ event: 'rests', ms: restMs });
    this.#restsUntilMs = performance.now() + restMs;
    for (const worker of [this.#worker?.worker, this.#rootWorker]) {
      void worker?.pause(true).catch(() => undefined);
      setTimeout(() => {
        if (worker && !worker.closing && performance.now() >= this.#restsUntilMs) worker.resume();
      }, restMs + 1).unref();
    }
  }

  /** @throws InputError where it takes longer than a task may. */
  async #inTime<T>(process: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { taskMs } = this.#options;
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const error = new InputError(`takes longer than the ${taskMs / 1000} s that this worker gives a job`);
        controller.abort(error);
        reject(error);
      }, taskMs);
    });
    try {
      return await Promise.race([process(controller.signal), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #performTask(job: Job, signal: AbortSignal): Promise<unknown> {
    return this.#perform({ kind: job.name, data: job.data }, this.#contextOf(job, signal));
  }

  async #performRoot(job: Job, signal: AbortSignal): Promise<unknown> {
    const { cancelled, task } = checkRoot(job.data);
    if (cancelled) return undefined;
    // Tasks that are tried again are done first.
    if (await job.moveToWaitingChildren(job.token!)) throw new this.#queue.WaitingChildren();
    return this.#perform({ kind: job.name, data: task }, this.#contextOf(job, signal));
  }

  #contextOf(job: Job, signal: AbortSignal): TaskContext {
    return {
      signal,
      childFailures: () => listFailures(job),
      childResults: () => listResults(job),
    };
  }
}

/** Whether it is the root of a batch of several jobs, and not one that is all of its batch. */
const endsTasks = ({ queueName, data }: Job) => queueName === ROOTS && (data as Partial<RootData> | null)?.total !== 0;

const REST_MS = { least: 1000, most: 60_000 } as const;
const BATCHES_A_PAGE = 100;
const PAGES_AT_ONCE = 5;
const REFUSED_MAX = 10_000;
const ATTENDED_MAX = 16;

const pickAtRandom = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
