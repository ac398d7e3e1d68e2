/** Limits how much work runs at a time; the rest waits for its turn. */

export class ConcurrencyLimit {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /**
   * Runs `work` as soon as it may, in the order of the calls.
   * @throws the signal's reason where it is aborted before, else what `work` throws.
   */
  async take<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free--;
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
