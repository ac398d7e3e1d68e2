/** Lets threads of Node decode the chunks of stores. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { decodeBeside, type StartDecodeWorker, workersFor } from '../lab.js';

/** Starts a thread that the process does not wait for unless it is at work. */
const startThread: StartDecodeWorker = ({ answer, fail }) => {
  const worker = new Worker(new URL('./node-decode-worker.js', import.meta.url), { stdin: false });
  worker.unref();
  worker.on('message', answer);
  worker.on('messageerror', fail);
  worker.on('error', fail);
  worker.on('exit', fail);
  return {
    post: (task, transfer) => worker.postMessage(task, transfer),
    setBusy: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    end: () => void worker.terminate(),
  };
};

let isAsked = false;

/** Has threads decode the chunks of all stores that the process opens from now on. */
export function decodeInThreads(): void {
  if (isAsked) return;
  isAsked = true;
  decodeBeside({ start: startThread, most: workersFor(availableParallelism()) });
}
