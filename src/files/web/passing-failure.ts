/** Failures of servers and lines that often pass: how long to wait for that, and when to give up. */

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

/** Statuses of servers that are busy, or have failed. */
const PASSING: readonly number[] = [408, 425, 429, 500, 502, 503, 504];

export const isPassing = (status: number): boolean => PASSING.includes(status);

/** Waits between tries, in milliseconds: a server that is busy or a line that breaks often answers the next time. */
const WAITS_MS = [200, 800, 3200] as const;

export const RETRIES_MAX = WAITS_MS.length;

/** No try begins later after the first one: whoever waits hears of it within a minute, even if the last one stalls. */
const PATIENCE_MS = 30_000;

/** Counts the tries of one request. */
export class Patience {
  readonly #startMs = performance.now();
  readonly #retries: number;
  #tries = 0;

  /** @param retries up to `RETRIES_MAX`. */
  constructor(retries: number) {
    this.#retries = retries;
  }

  /** Milliseconds to wait before the next try; undefined where there is none. */
  nextMs({ afterMs }: PassingFailure): number | undefined {
    const pauseMs = WAITS_MS[this.#tries++];
    if (pauseMs === undefined || this.#tries > this.#retries) return undefined;
    // Requests that failed together are not sent again together.
    const waitMs = Math.max(afterMs, pauseMs * (0.75 + 0.5 * Math.random()));
    return performance.now() - this.#startMs + waitMs <= PATIENCE_MS ? waitMs : undefined;
  }

  /** Tries that have failed. */
  get tries(): number {
    return this.#tries;
  }
}

/** Milliseconds that `Retry-After` says, in seconds or as a date; undefined without one. */
export function parseRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined;
  const ms = /^\s*\d+\s*$/.test(text) ? 1000 * Number(text) : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
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
