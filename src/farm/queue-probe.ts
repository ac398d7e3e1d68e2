/** Asks a queue's server whether it is there. */
import type { FarmQueue } from './queue/open-queue.js';
import { ROOTS } from './task.js';

/** A server that does not answer for so long is away. */
const ANSWER_MS = 2000;

export class QueueProbe {
  readonly #queue: ReturnType<FarmQueue['createQueue']>;
  readonly #answerMs: number;
  /** Questions to a server that is away wait until it comes back: there is one at most. */
  #asked: Promise<boolean> | undefined;

  constructor(queue: Pick<FarmQueue, 'createQueue'>, answerMs = ANSWER_MS) {
    this.#queue = queue.createQueue(ROOTS);
    this.#queue.on('error', () => undefined);
    this.#answerMs = answerMs;
  }

  async answers(): Promise<boolean> {
    this.#asked ??= this.#queue
      .getRanges(['waiting'], 0, 0, true)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        this.#asked = undefined;
      });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, this.#answerMs, false);
    });
    try {
      return await Promise.race([this.#asked, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    await this.#queue.close();
  }
}
