/** Chunks of a level that were read, as many of them as a bound on their bytes allows. */

import type { Vec3 } from '../math/vec3.js';
import { forEachAtOnce } from './at-once.js';
import { ConcurrencyLimit } from './concurrency-limit.js';
import { type ChunkVoxels, countChunks, type Level, voxelSizeBytes } from './store.js';

/** Chunks that are read and decoded at a time, unless they are too large for the memory. */
const READS_MAX = 32;
/** Chunks that are prefetched at a time. */
const AHEAD_MAX = 4;

interface Entry {
  readonly chunk: Promise<ChunkVoxels>;
  sizeBytes: number;
  /** Uses of the voxels that are under way; Infinity where somebody has been given them for good. */
  users: number;
  isDropped: boolean;
  free?: ChunkVoxels['free'];
}

/** Decoded chunks of a store that are kept in memory, the most recently used ones first. */
export class ChunkCache {
  /** Decoded bytes of all chunks that were read so far, those that were read again included. */
  bytesRead = 0;
  /** Chunks that have been read from the store. */
  chunksRead = 0;
  /** Bytes of decoded chunks that are kept. */
  readonly maxBytes: number;
  readonly #level: Level;
  readonly #chunkBytes: number;
  readonly #grid: Vec3;
  readonly #turns: ConcurrencyLimit;
  /** Chunks by number; those used last are at the end. */
  readonly #entries = new Map<number, Entry>();
  #sizeBytes = 0;

  constructor(level: Level, maxBytes: number) {
    this.#level = level;
    this.maxBytes = maxBytes;
    this.#grid = countChunks(level);
    this.#chunkBytes = level.chunkSizes.reduce((product, size) => product * size, voxelSizeBytes(level.type));
    this.#turns = new ConcurrencyLimit(Math.min(Math.max(Math.floor(maxBytes / this.#chunkBytes), 1), READS_MAX));
  }

  /**
   * @param signal ends reading for all who wait for the chunk.
   * @throws InputError, one line that starts with the store's name, if it cannot be read; the next call tries again.
   */
  get(chunk: Vec3, signal?: AbortSignal): Promise<ChunkVoxels> {
    const entry = this.#find(chunk, signal);
    entry.users = Infinity;
    return entry.chunk;
  }

  /**
   * Hands a chunk to `use`, after which its voxels may be freed: those that are evicted would else wait for the garbage collector.
   * @throws InputError as `get` does.
   */
  async use(chunk: Vec3, use: (chunk: ChunkVoxels) => void, signal?: AbortSignal): Promise<void> {
    const entry = this.#find(chunk, signal);
    entry.users++;
    try {
      use(await entry.chunk);
    } finally {
      entry.users--;
      freeUnused(entry);
    }
  }

  #find(chunk: Vec3, signal: AbortSignal | undefined): Entry {
    const key = chunk[0] + this.#grid[0] * (chunk[1] + this.#grid[1] * chunk[2]);
    const known = this.#entries.get(key);
    const entry = known ?? this.#read(key, chunk, signal);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  /**
   * Reads the chunks that another cache holds, of the same level at another time: those used last first, as many as there is room
   * for.
   * @param signal ends it; chunks under way still come, for others may wait for them meanwhile.
   * @throws InputError, one line that starts with the store's name, if one cannot be read.
   */
  async readLike({ held }: ChunkCache, signal: AbortSignal): Promise<void> {
    const room = Math.floor(this.maxBytes / this.#chunkBytes);
    await forEachAtOnce(held.slice(0, room), AHEAD_MAX, async (chunk) => {
      if (!signal.aborted) await this.use(chunk, () => {});
    });
  }

  /** The cached chunks, those used last first. */
  get held(): Vec3[] {
    const [ni, nj] = this.#grid;
    return [...this.#entries.keys()]
      .reverse()
      .map((key) => [key % ni, Math.floor(key / ni) % nj, Math.floor(key / (ni * nj))] as const);
  }

  #read(key: number, indices: Vec3, signal: AbortSignal | undefined): Entry {
    const chunk = this.#turns.take(() => this.#level.readChunk(indices, signal), signal);
    const entry: Entry = { chunk, sizeBytes: 0, users: 0, isDropped: false };
    chunk.then(
      ({ voxels, free }) => {
        entry.free = free;
        entry.sizeBytes = voxels.byteLength;
        this.#sizeBytes += entry.sizeBytes;
        this.bytesRead += entry.sizeBytes;
        this.chunksRead++;
        this.#trim();
      },
      () => this.#entries.delete(key),
    );
    return entry;
  }

  /** Frees chunks; those under way have no size yet, and stay. */
  #trim(): void {
    for (const [key, entry] of this.#entries) {
      const { sizeBytes } = entry;
      if (this.#sizeBytes <= this.maxBytes) return;
      if (sizeBytes === 0) continue;
      this.#entries.delete(key);
      this.#sizeBytes -= sizeBytes;
      entry.isDropped = true;
      freeUnused(entry);
    }
  }
}

function freeUnused({ users, isDropped, free }: Entry): void {
  if (isDropped && users === 0) free?.();
}
