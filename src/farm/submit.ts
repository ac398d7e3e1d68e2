/** Hands out batches, follows them to their end, and takes them back. */
import type { FlowJob, Job, JobType, Queue } from 'bullmq';
import type { FarmQueue } from './queue/open-queue.js';
import { type ReadJob, readJob, readJobs } from './read-jobs.js';
import { checkRoot, type RootData } from './root.js';
import { ATTEMPTS, type Batch, type Failure, groupQueue, ROOTS, type Task, taskId } from './task.js';

/** How far a batch is. */
export interface BatchState {
  readonly done: number;
  readonly failed: number;
  /** Set once nothing is left to do. */
  readonly end: BatchEnd | undefined;
}

export type BatchEnd =
  | { readonly result: unknown }
  /** The error message. */
  | { readonly reason: string };

const WITHDRAWN: BatchEnd = { reason: 'it was withdrawn' };

/**
 * Batches whose end can be asked for. They are counted, since an age is by the clock of whoever looks: a worker whose clock is
 * a day ahead would forget what ended a second ago.
 */
const KEPT_BATCHES = 500;
/** Failed tasks can be tried again for a week. */
const KEPT_TASK_SECONDS = 7 * 24 * 3600;

export class Submitter {
  readonly #queue: FarmQueue;
  readonly #roots: Queue;

  constructor(queue: FarmQueue) {
    this.#queue = queue;
    this.#roots = queue.createQueue(ROOTS);
  }

  /** Adds a batch, unless it exists and has not ended. Returns whether it was added. */
  async add(batch: Batch): Promise<boolean> {
    const there = await this.#roots.getJob(batch.id);
    if (there) {
      if (!['completed', 'failed', 'unknown'].includes(await there.getState())) return false;
      await this.#removeFailed(batch);
      await there.remove({ removeChildren: true });
    }
    const flow = this.#queue.createFlow();
    await flow.add(describeFlow(batch));
    await flow.close();
    return true;
  }

  /** A failed task still exists, and would not be added again. */
  async #removeFailed({ id, group }: Batch): Promise<void> {
    const queue = this.#queue.createQueue(groupQueue(group));
    for (const job of await queue.getJobs(['failed'])) if (job.id?.startsWith(`${id}-`)) await job.remove();
    await queue.close();
  }

  async state(id: string): Promise<BatchState> {
    // The state comes first: a job that is read before it ends has no result yet.
    const state = await this.#roots.getJobState(id);
    const job = await this.#roots.getJob(id);
    if (!job) return { done: 0, failed: 0, end: WITHDRAWN };
    const { processed = 0, ignored = 0 } = await job.getDependenciesCount();
    const counts = { done: processed, failed: ignored };
    if ((job.data as RootData).cancelled) return { ...counts, end: WITHDRAWN };
    if (state === 'completed') return { ...counts, end: { result: job.returnvalue } };
    if (state === 'failed') return { ...counts, end: { reason: job.failedReason } };
    return { ...counts, end: undefined };
  }

  /** Results of the tasks of a batch that are done, in their order. */
  async results(id: string): Promise<readonly unknown[]> {
    const job = await this.#roots.getJob(id);
    return job ? listResults(job) : [];
  }

  /** Forgets a batch that has ended. */
  async remove(id: string): Promise<void> {
    await this.#roots.remove(id, { removeChildren: true });
  }

  /** How many workers attend the queue. */
  workers(): Promise<number> {
    return this.#roots.getWorkersCount();
  }

  /** Cancels the tasks of a batch that have not begun. Those that have begun end, and are ignored. */
  async withdraw(id: string): Promise<void> {
    const read = await readJob(this.#roots, id, checkRoot);
    if (read && 'job' in read) {
      await read.job.updateData({ ...read.data, cancelled: true });
      await read.job.removeUnprocessedChildren().catch(() => undefined);
    }
    await this.#roots.remove(id, { removeChildren: true }).catch(() => undefined);
  }

  /** Batches that are in the queue, the oldest first, and root jobs that workers refuse. */
  async list(): Promise<readonly ListedBatch[]> {
    const states: JobType[] = ['waiting-children', 'waiting', 'active', 'delayed', 'failed', 'completed'];
    const listed: ListedBatch[] = [];
    for (let first = 0; ; first += LISTED_AT_ONCE) {
      const page = await readJobs(this.#roots, states, checkRoot, [first, first + LISTED_AT_ONCE - 1]);
      if (page.length === 0) return listed;
      listed.push(...(await Promise.all(page.map((read) => this.#describe(read)))));
    }
  }

  async #describe(read: ReadJob<RootData>): Promise<ListedBatch> {
    const { id } = read;
    if ('reason' in read) {
      const { reason } = read;
      return { id, title: '', total: 0, state: 'refused', done: 0, failed: 0, end: { reason }, failures: [] };
    }
    const { title, total } = read.data;
    const state = await read.job.getState();
    return { id, title, total, state, ...(await this.state(id)), failures: await listFailures(read.job) };
  }

  /** Tries the tasks of a batch again that failed, and then its end. Returns how many. */
  async retry(id: string): Promise<number> {
    const read = await readJob(this.#roots, id, checkRoot);
    if (!read || 'reason' in read) return 0;
    const { job, data } = read;
    const group = this.#queue.createQueue(groupQueue(data.group));
    const failed = (await group.getJobs(['failed'])).filter((one) => one.id?.startsWith(`${id}-`));
    for (const one of failed) await one.retry('failed');
    if (await job.isFailed()) await job.retry('failed');
    await group.close();
    return failed.length;
  }
}

export interface ListedBatch extends BatchState {
  readonly id: string;
  readonly title: string;
  readonly total: number;
  readonly state: string;
  readonly failures: readonly Failure[];
}

const LISTED_AT_ONCE = 100;

/** Why children of a job failed that it does without. */
export async function listFailures(job: Job): Promise<Failure[]> {
  const reasons = await job.getIgnoredChildrenFailures();
  // The keys are those of the backend, which end in the job's id.
  return Object.entries(reasons ?? {}).map(([key, reason]) => ({ id: key.split(':').at(-1)!, reason: String(reason) }));
}

/** Results of a job's children that did not fail, in the order of the tree. */
export async function listResults(job: Job): Promise<readonly unknown[]> {
  const results = Object.entries(await job.getChildrenValues());
  const indexOf = (key: string) => Number(key.split('-').at(-1));
  return results.sort(([a], [b]) => indexOf(a) - indexOf(b)).map(([, result]) => result);
}

function describeFlow({ id, title, group, needs, root }: Batch): FlowJob {
  let index = 0;
  const describe = (task: Task): FlowJob => ({
    name: task.kind,
    queueName: groupQueue(group),
    data: task.data,
    opts: {
      jobId: taskId(id, index++),
      // Tried again at once, by another if there is one: a worker rests after a failure. A delay would end by the clock of whoever
      // looks, hours late where the clocks of workers differ.
      attempts: ATTEMPTS,
      removeOnComplete: true,
      removeOnFail: { age: KEPT_TASK_SECONDS },
      // The others continue, and the parent reports it.
      ignoreDependencyOnFailure: true,
    },
    ...(task.children && { children: task.children.map(describe) }),
  });
  const children = (root.children ?? []).map(describe);
  const data: RootData = {
    title,
    group,
    ...(needs !== undefined && { needs }),
    total: children.length,
    task: root.data,
  };
  return {
    name: root.kind,
    queueName: ROOTS,
    data,
    opts: {
      jobId: id,
      attempts: ATTEMPTS,
      removeOnComplete: { count: KEPT_BATCHES },
      removeOnFail: { count: KEPT_BATCHES },
    },
    children,
  };
}
