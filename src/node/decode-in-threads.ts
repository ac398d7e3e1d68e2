/** Lets threads of Node decode the chunks of stores. */
import { availableParallelism } from 'node:os';
import { type DecodeTask, decodeBeside, workersFor } from '../lab.js';
import { giveMemoryBack, returnFreedMemory } from './threads/return-freed-memory.js';
import { startPoolThread } from './threads/start-pool-thread.js';

let isAsked = false;

/** Has threads decode the chunks of all stores that the process opens from now on. */
export function decodeInThreads(): void {
  if (isAsked) return;
  isAsked = true;
  const startThread = startPoolThread<DecodeTask>(new URL('./node-decode-worker.js', import.meta.url));
  const start: typeof startThread = ({ answer, fail }) => {
    void returnFreedMemory();
    return startThread({
      answer: (given) => {
        answer(given);
        giveMemoryBack();
      },
      fail,
    });
  };
  decodeBeside({ start, most: workersFor(availableParallelism()) });
}
