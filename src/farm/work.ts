/** A worker: attends one group of tasks at a time, so that what they share stays in its memory, and the ends of batches. */
import type { Job, Queue, Worker } from 'bullmq';
import { InputError } from '../errors.js';
import type { FarmQueue } from './queue/open-queue.js';
import { listFailures, listResults, type RootData } from './submit.js';
import { DELIVERIES, groupQueue, type Perform, ROOTS, type TaskContext } from './task.js';

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
  readonly event: 'attends' | 'begins' | 'done' | 'failed' | 'rests';
  readonly group?: string;
  readonly id?: string;
  readonly kind?: string;
  readonly ms?: number;
  readonly reason?: string;
}

/** Looks for work so often; less often the longer there is none, so that many idle workers ask little of the queue. */
const LOOK_MS = { least: 200, most: 5000 } as const;

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
    this.#rootWorker = this.#createWorker(ROOTS, (job, signal) => this.#performRoot(job as Job<RootData>, signal), 1);
    let waitMs: number = LOOK_MS.least;
    while (!this.#signal.aborted) {
      const idleMs = this.#running > 0 ? 0 : performance.now() - this.#lastWorkMs;
      if (idleMs > this.#options.idleMs) return;
      if (performance.now() >= this.#restsUntilMs && (idleMs >= LOOK_MS.least || !this.#worker)) {
        // A lost connection comes back, or the next look finds that out too.
        const found = await this.#choose().catch(() => this.#queue.revive().catch(() => undefined));
        if (found !== undefined && found !== this.#worker?.group) await this.#attend(found);
        waitMs = found === undefined ? Math.min(2 * waitMs, LOOK_MS.most) : LOOK_MS.least;
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
   * tasks of workers that died may come back. Undefined where there is none.
   */
  async #choose(): Promise<string | undefined> {
    const roots: Job<RootData>[] = await this.#roots.getJobs(['waiting-children'], 0, GROUPS_LOOKED_AT, true);
    const suitable = roots.filter(({ data: { needs } }) => needs === undefined || this.#options.offers(needs));
    const groups = [...new Set(suitable.map(({ data }) => data.group))];
    for (const [group, known] of this.#groups) {
      if (groups.includes(group)) continue;
      this.#groups.delete(group);
      await known.close();
    }
    const counted: { group: string; waiting: number; active: number }[] = [];
    for (const group of [...this.#attended.filter((one) => groups.includes(one)), ...groups]) {
      const queue = this.#groups.get(group) ?? this.#queue.createQueue(groupQueue(group));
      this.#groups.set(group, queue);
      const { waiting = 0, active = 0 } = await queue.getJobCounts('waiting', 'active');
      if (waiting > 0 && this.#attended.includes(group)) return group;
      counted.push({ group, waiting, active });
    }
    const open = counted.filter(({ waiting }) => waiting > 0);
    const fewest = Math.min(...open.map(({ active }) => active));
    // Many workers that look at once would all take the first one.
    return (pickAtRandom(open.filter(({ active }) => active === fewest)) ?? counted[0])?.group;
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
    return this.#queue.createWorker(name, (job) => this.#follow(job, process), {
      concurrency,
      lockDuration: lockMs,
      stalledInterval: lockMs,
      maxStalledCount: DELIVERIES,
    });
  }

  /** Times a task, logs it, and makes an `InputError` the end of its tries: the file will not be another the next time. */
  async #follow(job: Job, process: Process): Promise<unknown> {
    const startMs = performance.now();
    const named = { id: job.id ?? '', kind: job.name };
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
      if (error instanceof InputError) throw new this.#queue.Unrecoverable(reason);
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

  async #performRoot(job: Job<RootData>, signal: AbortSignal): Promise<unknown> {
    if (job.data.cancelled) return undefined;
    // Tasks that are tried again are done first.
    if (await job.moveToWaitingChildren(job.token!)) throw new this.#queue.WaitingChildren();
    return this.#perform({ kind: job.name, data: job.data.task }, this.#contextOf(job, signal));
  }

  #contextOf(job: Job, signal: AbortSignal): TaskContext {
    return {
      signal,
      childFailures: () => listFailures(job),
      childResults: () => listResults(job),
    };
  }
}

const REST_MS = { least: 1000, most: 60_000 } as const;
const GROUPS_LOOKED_AT = 200;
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
