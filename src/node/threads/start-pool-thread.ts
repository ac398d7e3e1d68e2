/** Threads of Node as the workers of a pool. */
import { Worker } from 'node:worker_threads';
import type { BytesTask, StartWorker } from '../../lab.js';
import { keepHeapSmallBeside } from '../small-heap.js';

/** Starts threads of a script that the process does not wait for unless they are at work. */
export const startPoolThread =
  <Task extends BytesTask>(script: URL): StartWorker<Task> =>
  ({ answer, fail }) => {
    const worker = new Worker(script, { stdin: false });
    worker.unref();
    keepHeapSmallBeside(worker);
    worker.on('message', answer);
    for (const event of ['messageerror', 'error', 'exit'] as const) worker.on(event, fail);
    return {
      post: (task, transfer) => worker.postMessage(task, transfer),
      setBusy: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
      end: () => void worker.terminate(),
    };
  };
