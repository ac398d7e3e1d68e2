/** The pace at which the bodies of one server come, all of its requests together. */

/**
 * Bytes per second of all bodies together: one that shares a full line is not slow for that. Eight requests that drip 2 KiB a second each
 * are above it, and end in the picture of a store of 1 MB after 87 s; 20 KiB would cut honest lines of the slowest mobile networks.
 */
const LEAST_PACE = 4 * 1024;

/** No more of the time between two events counts: while the engine computes, nothing is read that has come. */
const STEP_MS = 1000;

/**
 * Counts bytes, and the time in which any body has begun and not ended. Waiting for answers does not count, as a server that takes
 * 2 s for each small one is not slow. One count for all requests: a drip of small files ends each of them in time.
 */
export class BodyPace {
  readonly #windowMs: number;
  readonly #ends = new Set<(paceMs: number) => void>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #bytes = 0;
  #receivingMs = 0;
  #lastMs = 0;

  /** @param windowMs milliseconds of receiving over which the pace is measured. */
  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /**
   * Counts bytes of a body, which goes on until `leave`.
   * @param end called with the milliseconds in which too little came.
   */
  take(sizeBytes: number, end: (paceMs: number) => void): void {
    this.#step();
    this.#bytes += sizeBytes;
    if (this.#ends.size === 0) this.#timer = setInterval(() => this.#step(), STEP_MS);
    this.#ends.add(end);
  }

  /** A body has ended, or is not read for now. */
  leave(end: (paceMs: number) => void): void {
    if (!this.#ends.has(end)) return;
    this.#step();
    this.#ends.delete(end);
    if (this.#ends.size === 0) clearInterval(this.#timer);
  }

  #step(): void {
    const nowMs = performance.now();
    if (this.#ends.size > 0) this.#receivingMs += Math.min(nowMs - this.#lastMs, STEP_MS);
    this.#lastMs = nowMs;
    if (this.#receivingMs < this.#windowMs) return;
    const isSlow = this.#bytes < (LEAST_PACE * this.#receivingMs) / 1000;
    this.#bytes = 0;
    this.#receivingMs = 0;
    if (!isSlow) return;
    const ends = [...this.#ends];
    this.#ends.clear();
    clearInterval(this.#timer);
    for (const end of ends) end(this.#windowMs);
  }
}

/** The least pace in messages. */
export const LEAST_PACE_NAME = `${LEAST_PACE / 1024} KiB a second`;
