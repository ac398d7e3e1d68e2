/** Ends downloads that stall. */

/** Bytes per second: a slower server stalls too, for at that pace nothing ever ends. */
const LEAST_PACE = 16;

/**
 * Bytes per second of all downloads together: a download that shares a full line is not slow for that. Modems bring more. At 1,024,
 * eight requests that drip 200 bytes a second each went on for more than three minutes without a word.
 */
const LEAST_SHARED_PACE = 4096;
/** The time in which they have to come, for each one that a single download has. */
const SHARED_TIMES = 2;

/** Bytes of all downloads so far. */
let sharedBytes = 0;

export class StallWatch {
  /** Milliseconds in which next to nothing came; undefined where that was not so. */
  stalledMs: number | undefined;
  readonly #controller = new AbortController();
  readonly #stallMs: number;
  /** Aborted by the caller's signal, and when the download stalls. */
  readonly signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sharedTimer: ReturnType<typeof setTimeout> | undefined;
  #bytes = 0;

  constructor(stallMs: number, signal: AbortSignal | undefined) {
    this.#stallMs = stallMs;
    this.signal = signal ? AbortSignal.any([signal, this.#controller.signal]) : this.#controller.signal;
    this.goOn();
  }

  /** Counts bytes that have come. */
  take(sizeBytes: number): void {
    sharedBytes += sizeBytes;
    this.#bytes += sizeBytes;
    if (this.#bytes >= (LEAST_PACE * this.#stallMs) / 1000) this.#startOwn();
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#sharedTimer);
  }

  /** Begins anew, after what came before or after `stop`. */
  goOn(): void {
    this.#startOwn();
    this.#startShared();
  }

  #startOwn(): void {
    clearTimeout(this.#timer);
    this.#bytes = 0;
    this.#timer = setTimeout(() => this.#end(this.#stallMs), this.#stallMs);
  }

  #startShared(): void {
    clearTimeout(this.#sharedTimer);
    const before = sharedBytes;
    const timeMs = SHARED_TIMES * this.#stallMs;
    this.#sharedTimer = setTimeout(() => {
      if (sharedBytes - before < (LEAST_SHARED_PACE * timeMs) / 1000) this.#end(timeMs);
      else this.#startShared();
    }, timeMs);
  }

  #end(timeMs: number): void {
    this.stop();
    this.stalledMs = timeMs;
    this.#controller.abort();
  }
}
