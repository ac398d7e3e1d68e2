/** Failures of servers and lines that often pass: how long to wait for that, and when to give up. */
import { PATIENCE_MS, type ServerRecord } from './server-record.js';

interface PassingFailureOptions extends ErrorOptions {
  readonly afterMs?: number | undefined;
  readonly advice?: string;
}

/** A request failed in a way that may pass. */
export class PassingFailure extends Error {
  /** Milliseconds after which the server asks to be asked again. */
  readonly afterMs: number;
  /** Advice for the user, should it not pass. */
  readonly advice: string;

  /** @param message what happened, to stand behind the address. */
  constructor(message: string, { afterMs = 0, advice = 'try again later', ...options }: PassingFailureOptions = {}) {
    super(message, options);
    this.afterMs = afterMs;
    this.advice = advice;
  }
}

/** Waits between tries, in milliseconds: a server that is busy or a line that breaks often answers the next time. */
const WAITS_MS = [200, 800, 3200] as const;

export const RETRIES_MAX = WAITS_MS.length;

/** Counts the tries of one request. */
export class Patience {
  readonly #startMs = performance.now();
  readonly #retries: number;
  readonly #record: ServerRecord;
  #tries = 0;
  /** Whether it ended for what all requests to the server have lost. */
  isOfServer = false;

  /** @param retries up to `RETRIES_MAX`. */
  constructor(retries: number, record: ServerRecord) {
    this.#retries = retries;
    this.#record = record;
  }

  /**
   * Milliseconds to wait before the next try; undefined where there is none: whoever waits hears of it within a minute, even if the
   * last try stalls.
   * @param sentMs when the try that failed began.
   */
  nextMs({ afterMs }: PassingFailure, sentMs: number): number | undefined {
    const pauseMs = WAITS_MS[this.#tries++];
    if (pauseMs === undefined || this.#tries > this.#retries) return undefined;
    // Requests that failed together are not sent again together.
    const waitMs = Math.max(afterMs, pauseMs * (0.75 + 0.5 * Math.random()));
    const nowMs = performance.now();
    if (nowMs - this.#startMs + waitMs > PATIENCE_MS) return undefined;
    // A server that asks for the wait is not failing.
    this.isOfServer = this.#record.lose(sentMs, afterMs > 0 ? nowMs : nowMs + waitMs);
    return this.isOfServer ? undefined : waitMs;
  }

  /** Tries that have failed. */
  get tries(): number {
    return this.#tries;
  }
}

/** @throws the signal's reason. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
  signal?.throwIfAborted();
}
