/** Ends downloads that stall, and those of servers that are too slow to end. */
import type { BodyPace } from './body-pace.js';

/** Bytes per second: a slower download stalls too, for at that pace nothing ever ends. */
const LEAST_PACE = 16;

export class StallWatch {
  /** Milliseconds in which next to nothing came; undefined where that was not so. */
  stalledMs: number | undefined;
  /** Milliseconds in which all downloads of the server together were too slow; undefined where they were not. */
  slowMs: number | undefined;
  readonly #controller = new AbortController();
  readonly #stallMs: number;
  readonly #pace: BodyPace;
  /** Aborted by the caller's signal, and when the download stalls. */
  readonly signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #bytes = 0;
  #hasBegun = false;

  constructor(stallMs: number, signal: AbortSignal | undefined, pace: BodyPace) {
    this.#stallMs = stallMs;
    this.#pace = pace;
    this.signal = signal ? AbortSignal.any([signal, this.#controller.signal]) : this.#controller.signal;
    this.#startTimer();
  }

  /** Counts bytes that have come. */
  take(sizeBytes: number): void {
    this.#bytes += sizeBytes;
    if (this.#bytes >= (LEAST_PACE * this.#stallMs) / 1000) this.#startTimer();
    this.#hasBegun = true;
    this.#pace.take(sizeBytes, this.#endSlow);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#pace.leave(this.#endSlow);
  }

  /** Begins anew, after what came before or after `stop`. */
  goOn(): void {
    this.#startTimer();
    if (this.#hasBegun) this.#pace.take(0, this.#endSlow);
  }

  #startTimer(): void {
    clearTimeout(this.#timer);
    this.#bytes = 0;
    this.#timer = setTimeout(() => {
      this.stalledMs = this.#stallMs;
      this.#end();
    }, this.#stallMs);
  }

  readonly #endSlow = (slowMs: number): void => {
    this.slowMs = slowMs;
    this.#end();
  };

  #end(): void {
    this.stop();
    this.#controller.abort();
  }
}
