/** How a server does over all requests to it: the pace of its bodies, and the time that its failures cost. */

/**
 * Bytes per second of all bodies together: one that shares a full line is not slow for that. Eight requests that drip 2 KiB a second each
 * are above it, and end in the picture of a store of 1 MB after 85 s; 20 KiB would cut honest lines of the slowest mobile networks.
 */
export const SERVER_PACE = 4096;

/** The pace is measured over a time in which a single download may stall twice. */
const WINDOW_STALLS = 2;

/** Milliseconds that failures of a server may cost, and after which no request is sent again. */
export const PATIENCE_MS = 30_000;

/** Failures that long ago say nothing about today. */
const FORGOTTEN_MS = 60_000;

/** A silence counts from so many steps on. */
const SILENCE_STEPS = 5;

/** Steps of silence that a server may have: a stall and a half. */
const SILENT_STEPS_MAX = 30;

/** Bytes that make up for one of them: about a mebibyte for all. */
const BYTES_PER_SILENT_STEP = 35_000;

/** Records at a time: a service may be led to any number of servers. */
const RECORDS_MAX = 1000;

/** The pace of all bodies that a server sends. */
export interface ServerPace {
  /** Scheme, host and port; empty for that of the page. */
  readonly origin: string;
  /** Over the latest `windowMs` of receiving. */
  readonly bytesPerSecond: number;
  /** All bytes that have come. */
  readonly doneBytes: number;
}

/**
 * Counts over all requests, since one that is counted alone ends in time: a drip of small files, or a store of 32 files from a server
 * that fails three times before each answer, which took 103 s.
 */
export class ServerRecord implements ServerPace {
  readonly origin: string;
  /** Milliseconds of receiving over which the pace is measured. */
  readonly windowMs: number;
  bytesPerSecond = 0;
  doneBytes = 0;
  readonly #stepMs: number;
  #bodies = 0;
  #bytes = 0;
  #receivingMs = 0;
  #countedMs = 0;
  #windows = 0;
  #lostMs = 0;
  #lostUntilMs = 0;
  #heardMs = 0;
  #silentSteps = 0;
  /** Whether the bodies that are received now have been too slow for `windowMs`. */
  isSlow = false;

  /** @param stallMs milliseconds without bytes after which a download is given up. */
  constructor(origin: string, stallMs: number) {
    this.origin = origin;
    this.windowMs = WINDOW_STALLS * stallMs;
    this.#stepMs = stallMs / STEPS;
  }

  /**
   * Counts bytes, and the time in which any body has begun and not ended. Waiting for answers does not count, as a server that takes
   * 2 s for each small one is not slow. To be called `STEPS` times in `stallMs` while a body is received.
   * @param begun 1 for a body that begins, -1 for one that ends or is not read for now.
   * @returns whether the pace was measured, for the first, second, fourth, eighth, … time.
   */
  count(sizeBytes: number, begun: number): boolean {
    const nowMs = performance.now();
    // No longer step counts: while the engine computes, nothing is read that has come.
    if (this.#bodies > 0) this.#receivingMs += Math.min(nowMs - this.#countedMs, this.#stepMs);
    this.#countedMs = nowMs;
    this.#bytes += sizeBytes;
    this.doneBytes += sizeBytes;
    this.#bodies += begun;
    if (this.#bodies === 0) this.isSlow = false;
    if (this.#bodies === 0 || this.#receivingMs < this.windowMs) return false;
    this.bytesPerSecond = (1000 * this.#bytes) / this.#receivingMs;
    this.isSlow = this.bytesPerSecond < SERVER_PACE;
    this.#bytes = 0;
    this.#receivingMs = 0;
    return (this.#windows++ & this.#windows) === 0;
  }

  /**
   * Counts a time that a failure costs, as far as it is not counted for another request.
   * @returns whether more is lost than anyone waits for.
   */
  lose(fromMs: number, untilMs: number): boolean {
    if (fromMs > this.#lostUntilMs + FORGOTTEN_MS) this.#lostMs = 0;
    this.#lostMs += Math.max(untilMs - Math.max(fromMs, this.#lostUntilMs), 0);
    this.#lostUntilMs = Math.max(untilMs, this.#lostUntilMs);
    return this.#lostMs > PATIENCE_MS;
  }

  /**
   * Counts a silence that ends, as far as nothing came for any other request: each answer may come just in time, and a store of many
   * would still take hours.
   * @param quietSteps of which a stall has `STEPS`.
   * @param sizeBytes that come now.
   * @returns whether it is more than anyone waits for.
   */
  hear(quietSteps: number, sizeBytes: number): boolean {
    const nowMs = performance.now();
    const steps = Math.min(quietSteps, (nowMs - this.#heardMs) / this.#stepMs);
    this.#heardMs = nowMs;
    if (steps >= SILENCE_STEPS) this.#silentSteps += steps;
    this.#silentSteps = Math.max(this.#silentSteps - sizeBytes / BYTES_PER_SILENT_STEP, 0);
    if (this.#silentSteps <= SILENT_STEPS_MAX) return false;
    // Whoever tries it later waits anew.
    this.#silentSteps = 0;
    return true;
  }

  /** The server has answered at once, or was given up. */
  forgive(): void {
    this.#lostMs = 0;
  }
}

/** Counts in the time of a stall. */
export const STEPS = 20;

const records = new Map<string, ServerRecord>();

/**
 * The record of a server. One for each patience: its pace is measured over that.
 * @param origin of the address that is asked.
 */
export function recordOf(origin: string, stallMs: number): ServerRecord {
  const key = `${origin} ${stallMs}`;
  const record = records.get(key) ?? new ServerRecord(origin, stallMs);
  if (records.size >= RECORDS_MAX) records.clear();
  records.set(key, record);
  return record;
}
