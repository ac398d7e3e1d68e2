/** Writes the chunks of a store's levels, several to a file, as each file's are there. */
import type { Vec3 } from '../../../../math/vec3.js';
import { freeWhole } from '../../../../paged/free-buffer.js';
import type { LevelGeometry } from '../../../../paged/pyramid/plan-pyramid.js';
import type { PyramidChunk } from '../../../../paged/pyramid/pyramid-builder.js';
import type { RangeCollector } from '../../../../paged/pyramid/range-collector.js';
import { createVoxels, type VoxelType } from '../../../../paged/store.js';
import type { VoxelArray } from '../../../../volume/volume.js';
import type { KeyStore } from '../../key-store.js';
import type { ChunkCodec } from './chunk-codec.js';
import { arrayMetadata, levelPath, packShard, rangesPath } from './zarr-metadata.js';

/** Files below one root that can be written. A file that `has` finds is whole. */
export interface KeyWriter extends KeyStore {
  /** Whether there is a value for the key. */
  readonly has: (key: string) => Promise<boolean>;
  /** Writes the value of a key; the bytes are its own from then on. */
  readonly set: (key: string, bytes: Uint8Array) => Promise<void>;
}

/** How the files of a store are laid out and written. */
export interface ShardOptions {
  readonly chunkSide: number;
  readonly chunksPerShard: number;
  readonly codec: ChunkCodec;
  readonly report: ((done: number, total: number) => void) | undefined;
}

/** A file whose chunks are coming. */
interface Shard {
  /** Whether the file is there already. */
  readonly isThere: Promise<boolean>;
  readonly chunks: (Uint8Array | undefined)[];
  left: number;
}

export class ShardWriter {
  readonly #target: KeyWriter;
  readonly #type: VoxelType;
  readonly #levels: readonly LevelGeometry[];
  readonly #options: ShardOptions;
  /** Keyed by the shards' keys. */
  readonly #shards = new Map<string, Shard>();
  /** Files that are written, ranges included, of all there are. */
  #done = 0;
  readonly #total: number;

  constructor(target: KeyWriter, type: VoxelType, levels: readonly LevelGeometry[], options: ShardOptions) {
    this.#target = target;
    this.#type = type;
    this.#levels = levels;
    this.#options = options;
    const { chunkSide, chunksPerShard } = options;
    const shardSizes = [chunkSide * chunksPerShard, chunkSide, chunkSide];
    const countShards = (sizes: Vec3) =>
      sizes.reduce((count, size, axis) => count * Math.ceil(size / shardSizes[axis]!), 1);
    this.#total = levels.reduce((sum, { sizes }) => sum + countShards(sizes), 0) + levels.length;
  }

  /** Writes the metadata of a level. */
  async describe(level: number): Promise<void> {
    const { chunkSide, chunksPerShard, codec } = this.#options;
    const metadata = arrayMetadata({
      shape: [...this.#levels[level]!.sizes].reverse(),
      chunk: [chunkSide, chunkSide, chunkSide],
      shard: [chunkSide, chunkSide, chunkSide * chunksPerShard],
      type: this.#type,
      codec: codec.metadata,
    });
    await this.#target.set(`${levelPath(level)}/zarr.json`, metadata);
  }

  /** Compresses a chunk, unless its file is there; writes the file with its last one. */
  async write({ level, chunk, voxels }: PyramidChunk): Promise<void> {
    const { chunksPerShard } = this.#options;
    const [i, j, k] = chunk;
    const key = `${levelPath(level)}/c/${k}/${j}/${Math.floor(i / chunksPerShard)}`;
    const shard = this.#shards.get(key) ?? this.#openShard(level, i, key);
    const isThere = await shard.isThere;
    // Nothing where all is zero.
    if (!isThere && !isZero(voxels)) shard.chunks[i % chunksPerShard] = await this.#compress(voxels);
    if (--shard.left > 0) return;
    this.#shards.delete(key);
    const bytes = packShard(shard.chunks);
    for (const compressed of shard.chunks) if (compressed) freeWhole(compressed);
    if (bytes) await this.#target.set(key, bytes);
    this.#report();
  }

  #openShard(level: number, i: number, key: string): Shard {
    const { chunkSide, chunksPerShard } = this.#options;
    const along = Math.ceil(this.#levels[level]!.sizes[0] / chunkSide);
    const left = Math.min(chunksPerShard, along - chunksPerShard * Math.floor(i / chunksPerShard));
    const chunks: (Uint8Array | undefined)[] = Array.from({ length: chunksPerShard }, () => undefined);
    const shard = { isThere: this.#target.has(key), chunks, left };
    this.#shards.set(key, shard);
    return shard;
  }

  /** Writes the ranges of a level as one chunk. */
  async writeRanges(level: number, { cubes, lows, highs }: RangeCollector): Promise<void> {
    const shape = [2, cubes[2], cubes[1], cubes[0]];
    const values = createVoxels(this.#type, 2 * lows.length);
    values.set(lows, 0);
    values.set(highs, lows.length);
    const path = rangesPath(level);
    const layout = { shape, chunk: shape, shard: shape, type: this.#type, codec: this.#options.codec.metadata };
    await this.#target.set(`${path}/c/0/0/0/0`, packShard([await this.#compress(values)])!);
    await this.#target.set(`${path}/zarr.json`, arrayMetadata(layout));
    this.#report();
  }

  #compress({ buffer, byteOffset, byteLength }: VoxelArray): Promise<Uint8Array> {
    return this.#options.codec.compress(new Uint8Array(buffer, byteOffset, byteLength));
  }

  #report(): void {
    this.#options.report?.(++this.#done, this.#total);
  }
}

function isZero(voxels: VoxelArray): boolean {
  for (let index = 0; index < voxels.length; index++) if (voxels[index] !== 0) return false;
  return true;
}
