/** Jobs of a queue, each read and checked by itself: one that somebody else put there, or damaged, hides no other. */
import type { Job, JobType, Queue } from 'bullmq';
import { InputError } from '../errors.js';

/** A job, or the reason why it is none. */
export type ReadJob<T> =
  | { readonly id: string; readonly job: Job<T>; readonly data: T }
  | { readonly id: string; readonly reason: string };

/**
 * Jobs in these states, the oldest first.
 * @param check the data of a job; throws InputError for what is none.
 * @param range first and last place of each state's list; -1 counts from the end.
 */
export async function readJobs<T>(
  queue: Queue,
  states: JobType[],
  check: (data: unknown) => T,
  range: readonly [first: number, last: number],
): Promise<ReadJob<T>[]> {
  const ids = await queue.getRanges(states, ...range, true);
  const jobs = await Promise.all(ids.map((id) => readJob(queue, id, check)));
  return jobs.filter((job) => job !== undefined);
}

/** Undefined for a job that is not there, or has gone meanwhile. */
export async function readJob<T>(
  queue: Queue,
  id: string,
  check: (data: unknown) => T,
): Promise<ReadJob<T> | undefined> {
  try {
    const job: Job<T> | undefined = await queue.getJob(id);
    return job && { id, job, data: check(job.data) };
  } catch (error) {
    if (error instanceof InputError) return { id, reason: error.message };
    // A lost connection is no fault of the job.
    if (error instanceof SyntaxError) return { id, reason: `has data that are no JSON: ${error.message}` };
    throw error;
  }
}
