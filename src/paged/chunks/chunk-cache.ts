/** Chunks of a level that were read, as many of them as a bound on their bytes allows. */

import type { Vec3 } from '../../math/vec3.js';
import { forEachAtOnce } from '../at-once.js';
import type { VoxelBox } from '../read/read-box.js';
import { type ChunkVoxels, chunkSizeBytes, countChunks, type Level } from '../store.js';
import { type ChunkOrder, FaceCache } from './chunk-faces.js';
import { ConcurrencyLimit } from './concurrency-limit.js';

/** Chunks that are read and decoded at a time, unless they are too large for the memory, and their share of a cache of few chunks. */
const READS_MAX = 32;
const READS_SHARE = 1 / 4;
/** Chunks that are prefetched at a time. */
const AHEAD_MAX = 4;
/** A cache of fewer chunks than those around a page's own keeps the faces of the others, in a share of its memory. */
export const FEW_CHUNKS = 27;
const FACES_SHARE = 3 / 4;
/** Whole chunks beside faces: one that pages are cut out of, and one that is read. */
export const WHOLE_CHUNKS_MIN = 2;

interface Entry {
  readonly chunk: Promise<ChunkVoxels>;
  sizeBytes: number;
  /** Uses of the voxels that are under way; Infinity where somebody has been given them for good. */
  users: number;
  isDropped: boolean;
  /** Whether its faces are all that was asked for. */
  isForFaces: boolean;
  free?: ChunkVoxels['free'];
}

/** Options of a use of a chunk. */
export interface ChunkUseOptions {
  /** Ends reading for all who wait for the chunk. */
  readonly signal?: AbortSignal | undefined;
  /** The places in the chunk that are used; all of them by default. */
  readonly box?: VoxelBox | undefined;
}

/** Decoded chunks of a store that are kept in memory, the most recently used ones first. */
export class ChunkCache {
  /** Decoded bytes of all chunks that were read so far, those that were read again included. */
  bytesRead = 0;
  /** Chunks that have been read from the store. */
  chunksRead = 0;
  /** Bytes of decoded chunks that are kept; with faces, of these and of the chunks that are being read, too. */
  readonly maxBytes: number;
  /** Whole chunks that stay while another is read, one at least. */
  readonly wholeChunks: number;
  readonly #level: Level;
  readonly #chunkBytes: number;
  /** The part of `maxBytes` that is not for faces. */
  readonly #wholeBytes: number;
  /** Bytes that are counted of a chunk while it is being read. */
  readonly #readBytes: number;
  readonly #grid: Vec3;
  readonly #turns: ConcurrencyLimit;
  /** Chunks by number; those used last are at the end. */
  readonly #entries = new Map<number, Entry>();
  readonly #faces: FaceCache | undefined;
  /** Bytes of cached chunks, and of those under way. */
  #sizeBytes = 0;

  /** @param pageSide voxels along the pages that are read through it: where these are parts of single chunks, faces may be kept. */
  constructor(level: Level, maxBytes: number, pageSide?: number) {
    this.#level = level;
    this.maxBytes = maxBytes;
    this.#grid = countChunks(level);
    this.#chunkBytes = chunkSizeBytes(level);
    const spareBytes = maxBytes - WHOLE_CHUNKS_MIN * this.#chunkBytes;
    const keepsFaces = canKeepFaces(level, pageSide) && spareBytes > 0 && maxBytes < FEW_CHUNKS * this.#chunkBytes;
    const faceBytes = keepsFaces ? Math.min(FACES_SHARE * maxBytes, spareBytes) : 0;
    this.#faces = keepsFaces ? new FaceCache(level, faceBytes) : undefined;
    this.#wholeBytes = maxBytes - faceBytes;
    const whole = Math.floor(this.#wholeBytes / this.#chunkBytes);
    this.wholeChunks = Math.max(whole - 1, 1);
    const reads = Math.floor(keepsFaces ? whole * READS_SHARE : whole);
    this.#turns = new ConcurrencyLimit(Math.min(Math.max(reads, 1), READS_MAX));
    // Many small chunks are no whole share of it: with room made for them before they come, ranges of a file were read more often.
    this.#readBytes = keepsFaces ? this.#chunkBytes : 0;
  }

  /** Whether the faces of chunks outlast them, so that pages need one whole chunk alone. */
  get keepsFaces(): boolean {
    return this.#faces !== undefined;
  }

  /**
   * Begins rays through all chunks.
   * @param order in which pages are cut out of them, so that no more of their faces are kept than are needed; undefined if unknown.
   */
  expectOrder(order: ChunkOrder | undefined): void {
    this.#faces?.expectOrder(order);
  }

  /**
   * @param signal ends reading for all who wait for the chunk.
   * @throws InputError, one line that starts with the store's name, if it cannot be read; the next call tries again.
   */
  get(chunk: Vec3, signal?: AbortSignal): Promise<ChunkVoxels> {
    const entry = this.#find(this.#keyOf(chunk), chunk, { signal });
    entry.users = Infinity;
    return entry.chunk;
  }

  /**
   * Hands a chunk, or what holds the box in it, to `use`, after which its voxels may be freed: those that are evicted would else wait
   * for the garbage collector.
   * @throws InputError as `get` does.
   */
  async use(chunk: Vec3, use: (chunk: ChunkVoxels) => void, options: ChunkUseOptions = {}): Promise<void> {
    const key = this.#keyOf(chunk);
    const face = options.box && this.#faces?.find(key, options.box);
    if (face) return use(face);
    const entry = this.#find(key, chunk, options);
    entry.users++;
    try {
      use(await entry.chunk);
    } finally {
      entry.users--;
      freeUnused(entry);
    }
  }

  #keyOf(chunk: Vec3): number {
    return chunk[0] + this.#grid[0] * (chunk[1] + this.#grid[1] * chunk[2]);
  }

  #find(key: number, chunk: Vec3, { signal, box }: ChunkUseOptions): Entry {
    const isForFaces = this.#faces !== undefined && box !== undefined && this.#faces.isThin(box);
    const known = this.#entries.get(key);
    if (!isForFaces && (known?.isForFaces ?? true)) {
      this.#faces?.begin(key);
      // More of them are kept from now on.
      known?.chunk.then((read) => this.#faces?.add(key, read)).catch(() => undefined);
    }
    const entry = known ?? this.#read(key, chunk, isForFaces, signal);
    entry.isForFaces &&= isForFaces;
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

  #read(key: number, indices: Vec3, isForFaces: boolean, signal: AbortSignal | undefined): Entry {
    const chunk = this.#turns.take(async () => {
      // Room is made before it is needed: what is being decoded is in memory too.
      this.#trim(this.#wholeBytes - this.#readBytes);
      this.#sizeBytes += this.#readBytes;
      try {
        const read = await this.#level.readChunk(indices, signal);
        this.#admit(key, entry, read);
        return read;
      } finally {
        this.#sizeBytes -= this.#readBytes;
        this.#trim(this.#wholeBytes);
      }
    }, signal);
    const entry: Entry = { chunk, sizeBytes: 0, users: 0, isDropped: false, isForFaces };
    chunk.catch(() => this.#entries.delete(key));
    return entry;
  }

  #admit(key: number, entry: Entry, read: ChunkVoxels): void {
    entry.free = read.free;
    entry.sizeBytes = read.voxels.byteLength;
    this.#sizeBytes += entry.sizeBytes;
    this.bytesRead += entry.sizeBytes;
    this.chunksRead++;
    this.#faces?.add(key, read);
  }

  /** Frees chunks, first those that nobody needs but their faces; those under way have no size yet, and stay. */
  #trim(maxBytes: number): void {
    if (this.#faces) this.#evict(maxBytes, ({ isForFaces }) => isForFaces);
    this.#evict(maxBytes, () => true);
  }

  #evict(maxBytes: number, isEvicted: (entry: Entry) => boolean): void {
    for (const [key, entry] of this.#entries) {
      const { sizeBytes } = entry;
      if (this.#sizeBytes <= maxBytes) return;
      if (sizeBytes === 0 || !isEvicted(entry)) continue;
      this.#entries.delete(key);
      this.#sizeBytes -= sizeBytes;
      entry.isDropped = true;
      if (!entry.isForFaces) this.#faces?.finish(key);
      freeUnused(entry);
    }
  }
}

function freeUnused({ users, isDropped, free }: Entry): void {
  if (isDropped && users === 0) free?.();
}

/** Whether pages are parts of single chunks, with borders that are thin beside these. */
export function canKeepFaces({ sizes, chunkSizes }: Pick<Level, 'sizes' | 'chunkSizes'>, pageSide?: number): boolean {
  if (pageSide === undefined) return false;
  return chunkSizes.every((size, axis) => size >= 2 * pageSide && (size % pageSide === 0 || size >= sizes[axis]!));
}

/** Chunks that a page at their corner is read from: with room for fewer, each is decoded again for almost every page. */
export const CHUNKS_AT_CORNER = 8;
