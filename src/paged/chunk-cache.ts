/** Chunks of a level that were read, as many of them as a bound on their bytes allows. */
import type { Vec3 } from '../math/vec3.js';
import { type ChunkVoxels, countChunks, type Level, voxelSizeBytes } from './store.js';
import { Turns } from './turns.js';

/** Chunks that are read and decoded at a time, unless they are too large for the memory. */
const READS_MAX = 32;

interface Entry {
  readonly chunk: Promise<ChunkVoxels>;
  sizeBytes: number;
}

export class ChunkCache {
  /** Decoded bytes of all chunks that were read so far, those that were read again included. */
  bytesRead = 0;
  chunksRead = 0;
  readonly #level: Level;
  readonly #maxBytes: number;
  readonly #grid: Vec3;
  readonly #turns: Turns;
  /** Those used last are at the end. */
  readonly #entries = new Map<number, Entry>();
  #sizeBytes = 0;

  constructor(level: Level, maxBytes: number) {
    this.#level = level;
    this.#maxBytes = maxBytes;
    this.#grid = countChunks(level);
    const chunkBytes = level.chunkSizes.reduce((product, size) => product * size, voxelSizeBytes(level.type));
    this.#turns = new Turns(Math.min(Math.max(Math.floor(maxBytes / chunkBytes), 1), READS_MAX));
  }

  /**
   * @param signal ends reading for all who wait for the chunk.
   * @throws InputError, one line that starts with the store's name, if it cannot be read; the next call tries again.
   */
  get(chunk: Vec3, signal?: AbortSignal): Promise<ChunkVoxels> {
    const key = chunk[0] + this.#grid[0] * (chunk[1] + this.#grid[1] * chunk[2]);
    const known = this.#entries.get(key);
    const entry = known ?? this.#read(key, chunk, signal);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.chunk;
  }

  #read(key: number, place: Vec3, signal: AbortSignal | undefined): Entry {
    const chunk = this.#turns.take(() => this.#level.readChunk(place, signal), signal);
    const entry = { chunk, sizeBytes: 0 };
    chunk.then(
      ({ voxels }) => {
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

  /** Those under way have no size yet, and stay. */
  #trim(): void {
    for (const [key, { sizeBytes }] of this.#entries) {
      if (this.#sizeBytes <= this.#maxBytes) return;
      if (sizeBytes === 0) continue;
      this.#entries.delete(key);
      this.#sizeBytes -= sizeBytes;
    }
  }
}
