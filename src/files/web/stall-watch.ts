/** Ends downloads that stall. */

/** Bytes per second: a slower server stalls too, for at that pace nothing ever ends. */
const LEAST_PACE = 16;

export class StallWatch {
  stalled = false;
  readonly #controller = new AbortController();
  readonly #stallMs: number;
  /** Aborted by the caller's signal, and when the download stalls. */
  readonly signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #bytes = 0;

  constructor(stallMs: number, signal: AbortSignal | undefined) {
    this.#stallMs = stallMs;
    this.signal = signal ? AbortSignal.any([signal, this.#controller.signal]) : this.#controller.signal;
    this.#start();
  }

  /** Counts bytes that have come. */
  goOn(sizeBytes: number): void {
    this.#bytes += sizeBytes;
    if (this.#bytes >= (LEAST_PACE * this.#stallMs) / 1000) this.#start();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#bytes = 0;
    this.#timer = setTimeout(() => {
      this.stalled = true;
      this.#controller.abort();
    }, this.#stallMs);
  }
}
