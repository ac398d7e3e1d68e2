/** A set-associative cache that forgets what was used least recently. */

export interface CacheSize {
  /** Bytes of the cache. */
  readonly sizeBytes: number;
  /** Bytes of a cache line. */
  readonly lineBytes: number;
  /** Lines that share a set. */
  readonly ways: number;
}

export class Cache {
  readonly #ways: number;
  readonly #sets: number;
  /** The lines of each set, the most recently used first; −1 where there is none yet. */
  readonly #lines: Float64Array;

  constructor({ sizeBytes, lineBytes, ways }: CacheSize) {
    this.#ways = ways;
    this.#sets = Math.max(1, Math.floor(sizeBytes / lineBytes / ways));
    this.#lines = new Float64Array(this.#sets * ways).fill(-1);
  }

  /** Looks a line up by its number and loads it where it is missing; whether it was there. */
  has(line: number): boolean {
    const start = (line % this.#sets) * this.#ways;
    const end = start + this.#ways;
    let way = start;
    while (way < end - 1 && this.#lines[way] !== line) way++;
    const hit = this.#lines[way] === line;
    // Lines before it, or all where it is new, become a little older.
    this.#lines.copyWithin(start + 1, start, way);
    this.#lines[start] = line;
    return hit;
  }
}
