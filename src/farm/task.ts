/** Work that is handed out: tasks, and those that need the results of others. */

/** A piece of work as plain JSON. The meaning of `kind` and the form of `data` are known to those who perform it. */
export interface Task {
  readonly kind: string;
  readonly data: unknown;
  /** Tasks that are done first. */
  readonly children?: readonly Task[];
}

/** A task and all that it needs, done by workers that keep what its group needs in memory. */
export interface Batch {
  /** Batches with the same id are the same: a second one is not added. */
  readonly id: string;
  /** A name for people. */
  readonly title: string;
  /** The name of the data that tasks share and that take long to load, such as the hash of a volume. */
  readonly group: string;
  /** The kind of worker that its tasks are for, such as one with a certain adapter; any if undefined. */
  readonly needs?: string;
  readonly root: Task;
}

/** The error of a task that failed for good. */
export interface Failure {
  readonly id: string;
  readonly reason: string;
}

/** Requests of a task to the queue while it is performed. */
export interface TaskContext {
  /** Aborted when the task has taken longer than it may. */
  readonly signal: AbortSignal;
  /** Results of its children that did not fail, in the order of the tree. */
  readonly childResults: () => Promise<readonly unknown[]>;
  readonly childFailures: () => Promise<readonly Failure[]>;
}

/** Performs a task; what it throws fails the task. The result is plain JSON. */
export type Perform = (task: Pick<Task, 'kind' | 'data'>, context: TaskContext) => Promise<unknown>;

/** The end of the process that performed a task: most likely the task's fault, if it happens again. */
export class CrashError extends Error {
  override readonly name = 'CrashError';
}

/** How often a task is tried that throws anything but an `InputError` or a `RangeError`. */
export const ATTEMPTS = 3;

/** Redeliveries of a task whose worker died: one more death fails it, since it may be what kills them. */
export const REDELIVERIES = 1;

/** The queue of all batches' roots. */
export const ROOTS = 'tilecast';
export const groupQueue = (group: string) => `${ROOTS}-${group}`;

/** The id of the task at a place of a batch's tree, counted as a walk through it meets them. */
export const taskId = (batch: string, index: number) => `${batch}-${index}`;
