/** Frames and parts of pictures as jobs of a queue, and the workers that do them. */
export { serveLocalQueue } from './local/serve-local.js';
export { startLocalQueue } from './local/start-local.js';
export { type FarmQueue, openQueue } from './queue/open-queue.js';
export { LOCAL_QUEUE, parseQueueUrl, type QueueAddress } from './queue/queue-url.js';
export { QueueProbe } from './queue-probe.js';
export { type BatchEnd, type BatchState, type ListedBatch, Submitter } from './submit.js';
export { type Batch, CrashError, type Failure, type Perform, type Task, type TaskContext } from './task.js';
export { WORK_DEFAULTS, type WorkEvent, work } from './work.js';
