/** Does long work in a page without holding up its frames and events. */
import type { Steps } from '../../index.js';

/** Milliseconds of work in a row. */
const TURN_MS = 8;

/** @throws the signal's reason once it is aborted. */
export async function runGently<Result>(steps: Steps<Result>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    const endMs = performance.now() + TURN_MS;
    while (performance.now() < endMs) {
      const { done, value } = steps.next();
      if (done) return value;
    }
    await nextTurn();
    signal.throwIfAborted();
  }
}

/** Timers would wait for milliseconds more. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = () => {
      port1.close();
      resolve();
    };
    port1.addEventListener('message', end, { once: true });
    // A listener alone leaves messages waiting.
    port1.start();
    port2.postMessage(undefined);
  });
}
