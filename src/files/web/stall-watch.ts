/** Ends downloads that stall, and those of servers that are too slow to end. */
import { InputError } from '../../errors.js';
import { PassingFailure } from './passing-failure.js';
import { SERVER_PACE, type ServerPace, type ServerRecord, STEPS } from './server-record.js';

/** Bytes per second: a slower download stalls too, for at that pace nothing ever ends. */
const LEAST_PACE = 16;

export class StallWatch {
  /** Why it ended the download; undefined where it did not. */
  failure: Error | undefined;
  readonly #controller = new AbortController();
  readonly #stallMs: number;
  readonly #record: ServerRecord;
  readonly #followPace: ((pace: ServerPace) => void) | undefined;
  /** Aborted by the caller's signal, and when the download ends. */
  readonly signal: AbortSignal;
  #timer: ReturnType<typeof setInterval> | undefined;
  #bytes = 0;
  #quietSteps = 0;
  #hasBegun = false;

  /**
   * @param record of the server, which counts what comes for all downloads from it.
   * @param followPace called as its pace is measured, unless it is too slow.
   */
  constructor(
    stallMs: number,
    signal: AbortSignal | undefined,
    record: ServerRecord,
    followPace?: (pace: ServerPace) => void,
  ) {
    this.#followPace = followPace;
    this.#stallMs = stallMs;
    this.#record = record;
    this.signal = signal ? AbortSignal.any([signal, this.#controller.signal]) : this.#controller.signal;
    this.goOn();
  }

  /**
   * The server answers, or sends bytes. Its silence before a body counts here, and that within it in the pace.
   * @throws the failure, where it was silent too often.
   */
  hear(sizeBytes: number): void {
    if (this.#record.hear(this.#hasBegun ? 0 : this.#quietSteps, sizeBytes)) throw this.#giveUp('is often silent');
  }

  /** Counts bytes that have come. */
  take(sizeBytes: number): void {
    this.hear(sizeBytes);
    this.#bytes += sizeBytes;
    if (this.#bytes >= (LEAST_PACE * this.#stallMs) / 1000) this.#startQuiet();
    const begun = this.#hasBegun ? 0 : 1;
    this.#hasBegun = true;
    this.#count(sizeBytes, begun);
  }

  /** Ends, for good or until `goOn`. */
  stop(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#hasBegun) this.#record.count(0, -1);
  }

  /** Begins anew, after what came before or after `stop`. */
  goOn(): void {
    this.#startQuiet();
    this.#timer = setInterval(() => this.#step(), this.#stallMs / STEPS);
    if (this.#hasBegun) this.#record.count(0, 1);
  }

  #startQuiet(): void {
    this.#bytes = 0;
    this.#quietSteps = 0;
  }

  #step(): void {
    if (++this.#quietSteps >= STEPS) {
      const what = `the server sends nothing, or next to nothing, for ${this.#stallMs / 1000} s`;
      this.#end(new PassingFailure(what));
    } else if (this.#hasBegun) this.#count(0, 0);
  }

  #count(sizeBytes: number, begun: number): void {
    const { windowMs } = this.#record;
    const isNews = this.#record.count(sizeBytes, begun);
    if (isNews && !this.#record.isSlow) this.#followPace?.(this.#record);
    if (!this.#record.isSlow) return;
    this.#giveUp(`sends less than ${SERVER_PACE / 1024} KiB a second for ${windowMs / 1000} s`);
  }

  #giveUp(what: string): Error {
    return this.#end(new InputError(`the server ${what}; try again later, or download it first`));
  }

  #end(failure: Error): Error {
    this.failure = failure;
    this.stop();
    this.#controller.abort();
    return failure;
  }
}
