/** Writes a volume as an OME-Zarr store with its pyramid, box by box: memory never holds more than a few boxes. */
import { InputError } from '../../../errors.js';
import { mapVec3, type Vec3 } from '../../../math/vec3.js';
import { ChunkCache } from '../../../paged/chunk-cache.js';
import { readBox } from '../../../paged/pages/pack-page.js';
import { planPyramid, RangeCollector, type Reduction, reduceBox } from '../../../paged/pyramid.js';
import type { VoxelBox } from '../../../paged/read/read-box.js';
import { createVoxels, type Level, type Store, type VoxelType, voxelSizeBytes } from '../../../paged/store.js';
import { spacings, type VoxelArray } from '../../../volume/volume.js';
import { withDefaults } from '../../../with-defaults.js';
import type { KeyStore } from '../key-store.js';
import { CHUNK_BYTES_MAX } from './check-array.js';
import { appendChecksum } from './crc32c.js';
import { arrayMetadata, groupMetadata, levelPath, packShard, rangesPath } from './zarr-metadata.js';
import { openZarr } from './zarr-store.js';

/** Files below one root that can be written. A file that `has` finds is whole. */
export interface KeyWriter extends KeyStore {
  /** Whether there is a value for the key. */
  readonly has: (key: string) => Promise<boolean>;
  /** Writes the value of a key. */
  readonly set: (key: string, bytes: Uint8Array) => Promise<void>;
}

/** How a store is written. */
export interface WriteStoreOptions {
  /** How coarser levels are made of finer ones. */
  readonly reduction?: Reduction;
  /** Voxels along a chunk's side: a multiple of `rangesSide`. */
  readonly chunkSide?: number;
  /** Chunks along i that share a file. */
  readonly chunksPerShard?: number;
  /** Zstandard's level, 1 to 22. */
  readonly compressionLevel?: number;
  /** Voxels along the side of the cubes whose ranges are written. */
  readonly rangesSide?: number;
  /** Memory for decoded chunks. */
  readonly cacheBytes?: number;
  /** Ends the writing. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the boxes that are done, and with all of them. */
  readonly report?: ((done: number, total: number) => void) | undefined;
}

/** Defaults of `WriteStoreOptions`. */
export const WRITE_STORE_DEFAULTS = {
  reduction: 'mean',
  chunkSide: 64,
  chunksPerShard: 8,
  compressionLevel: 1,
  rangesSide: 16,
  cacheBytes: 2 ** 28,
  signal: undefined,
  report: undefined,
} as const satisfies Required<WriteStoreOptions>;

type Source = Pick<Store, 'name' | 'anatomical' | 'unit'>;

/**
 * Writes the pyramid of a level, and of each of its levels the ranges of values. Existing files are kept: what
 * was interrupted continues.
 * @throws InputError where the source cannot be read or the target not be written, the signal's reason once it is aborted.
 */
export async function writeStore(
  source: Source,
  level: Level,
  target: KeyWriter,
  options: WriteStoreOptions = {},
): Promise<void> {
  const settings = withDefaults(WRITE_STORE_DEFAULTS, options);
  const { chunkSide, reduction, rangesSide, cacheBytes } = settings;
  const cubes = level.sizes.reduce((product, size) => product * Math.ceil(size / rangesSide), 1);
  if (2 * cubes * voxelSizeBytes(level.type) > CHUNK_BYTES_MAX) {
    throw new InputError(`${source.name}: has ${level.sizes.join(' × ')} voxels, more than a store is written of`);
  }
  const levels = planPyramid(level.sizes, spacings(level), chunkSide);
  const layout = { ...source, levels, placement: level.indexToWorld, reduction, rangesSide };
  const writer = new LevelWriter(target, level.type, settings);
  const total = levels.reduce((sum, { sizes }) => sum + writer.countShards(sizes), 0) + levels.length;
  const progress = { done: 0, total };
  for (const [number, { sizes }] of levels.entries()) await writer.describe(number, sizes);
  await target.set('/zarr.json', groupMetadata(layout));

  const chunks = new ChunkCache(level, cacheBytes);
  await writer.writeLevel(0, level.sizes, progress, async (box) => readBox(level, chunks, box));
  const { levels: written } = await openZarr(target, {}, false);
  for (const [number, { sizes }] of levels.entries()) {
    const finer = written[number]!;
    const cache = new ChunkCache(finer, cacheBytes);
    const ranges = new RangeCollector(sizes, rangesSide);
    const coarser = levels[number + 1];
    if (coarser) {
      const { factors } = coarser;
      const make = async (box: VoxelBox) => {
        const made: VoxelBox = {
          first: mapVec3(box.first, (index, axis) => index * factors[axis]!),
          end: mapVec3(box.end, (index, axis) => Math.min(index * factors[axis]!, sizes[axis]!)),
        };
        const voxels = createVoxels(level.type, countOf(box));
        const around = { box: widen(made, sizes), voxels: await readBox(finer, cache, widen(made, sizes)) };
        ranges.add(around, made);
        reduceBox(around, factors, reduction, { box, voxels });
        return voxels;
      };
      await writer.writeLevel(number + 1, coarser.sizes, progress, make, true);
    } else {
      const all: VoxelBox = { first: [0, 0, 0], end: sizes };
      ranges.add({ box: all, voxels: await readBox(finer, cache, all) }, all);
    }
    await writer.writeRanges(number, ranges);
    settings.report?.(++progress.done, total);
  }
}

const countOf = ({ first, end }: VoxelBox) => (end[0] - first[0]) * (end[1] - first[1]) * (end[2] - first[2]);

const widen = ({ first, end }: VoxelBox, sizes: Vec3): VoxelBox => ({
  first: mapVec3(first, (index) => Math.max(index - 1, 0)),
  end: mapVec3(end, (index, axis) => Math.min(index + 1, sizes[axis]!)),
});

interface Progress {
  done: number;
  readonly total: number;
}

class LevelWriter {
  readonly #target: KeyWriter;
  readonly #type: VoxelType;
  readonly #settings: Required<WriteStoreOptions>;

  constructor(target: KeyWriter, type: VoxelType, settings: Required<WriteStoreOptions>) {
    this.#target = target;
    this.#type = type;
    this.#settings = settings;
  }

  get #shardSizes(): Vec3 {
    const { chunkSide, chunksPerShard } = this.#settings;
    return [chunkSide * chunksPerShard, chunkSide, chunkSide];
  }

  countShards(sizes: Vec3): number {
    return sizes.reduce((count, size, axis) => count * Math.ceil(size / this.#shardSizes[axis]!), 1);
  }

  async describe(level: number, sizes: Vec3): Promise<void> {
    const { chunkSide, compressionLevel } = this.#settings;
    const metadata = arrayMetadata({
      shape: [...sizes].reverse(),
      chunk: [chunkSide, chunkSide, chunkSide],
      shard: [...this.#shardSizes].reverse(),
      type: this.#type,
      compressionLevel,
    });
    await this.#target.set(`${levelPath(level)}/zarr.json`, metadata);
  }

  /**
   * Writes the shards of a level that are not there.
   * @param make the voxels of a box.
   * @param always whether to write existing ones again.
   */
  async writeLevel(
    level: number,
    sizes: Vec3,
    progress: Progress,
    make: (box: VoxelBox) => Promise<VoxelArray>,
    always = false,
  ): Promise<void> {
    const { signal, report, chunkSide, chunksPerShard } = this.#settings;
    const [ni, nj, nk] = mapVec3(sizes, (size, axis) => Math.ceil(size / this.#shardSizes[axis]!));
    for (let k = 0; k < nk; k++) {
      for (let j = 0; j < nj; j++) {
        for (let i = 0; i < ni; i++) {
          signal?.throwIfAborted();
          const key = `${levelPath(level)}/c/${k}/${j}/${i}`;
          const isThere = await this.#target.has(key);
          if (always || !isThere) {
            const chunks: (Uint8Array | undefined)[] = [];
            for (let n = 0; n < chunksPerShard; n++) {
              const first: Vec3 = [(i * chunksPerShard + n) * chunkSide, j * chunkSide, k * chunkSide];
              const end = mapVec3(first, (index, axis) => Math.min(index + chunkSide, sizes[axis]!));
              const isBeyond = first[0] >= sizes[0];
              const voxels = isBeyond ? undefined : await make({ first, end });
              chunks.push(voxels && !isThere ? await this.#encode(voxels, { first, end }) : undefined);
            }
            const shard = packShard(chunks);
            if (shard) await this.#target.set(key, shard);
          }
          report?.(++progress.done, progress.total);
        }
      }
    }
  }

  /** Chunks at the far ends are as large as others; nothing where all is zero. */
  async #encode(voxels: VoxelArray, { first, end }: VoxelBox): Promise<Uint8Array | undefined> {
    if (voxels.every((value) => value === 0)) return undefined;
    const side = this.#settings.chunkSide;
    const [width, height, depth] = mapVec3(end, (index, axis) => index - first[axis]!);
    let padded = voxels;
    if (voxels.length < side ** 3) {
      padded = createVoxels(this.#type, side ** 3);
      for (let k = 0; k < depth; k++) {
        for (let j = 0; j < height; j++) {
          const row = width * (j + height * k);
          padded.set(voxels.subarray(row, row + width), side * (j + side * k));
        }
      }
    }
    return compress(padded, this.#settings.compressionLevel);
  }

  /** One chunk of them all. */
  async writeRanges(level: number, { cubes, lows, highs }: RangeCollector): Promise<void> {
    const { compressionLevel } = this.#settings;
    const shape = [2, cubes[2], cubes[1], cubes[0]];
    const values = createVoxels(this.#type, 2 * lows.length);
    values.set(lows, 0);
    values.set(highs, lows.length);
    const path = rangesPath(level);
    const layout = { shape, chunk: shape, shard: shape, type: this.#type, compressionLevel };
    await this.#target.set(`${path}/c/0/0/0/0`, packShard([await compress(values, compressionLevel)])!);
    await this.#target.set(`${path}/zarr.json`, arrayMetadata(layout));
  }
}

async function compress({ buffer, byteOffset, byteLength }: VoxelArray, level: number): Promise<Uint8Array> {
  const { default: Zstd } = await import('numcodecs/zstd');
  return appendChecksum(
    await Zstd.fromConfig({ id: 'zstd', level }).encode(new Uint8Array(buffer, byteOffset, byteLength)),
  );
}
