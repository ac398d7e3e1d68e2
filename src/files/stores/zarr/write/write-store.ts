/** Writes a volume as an OME-Zarr store with its pyramid: each voxel is read once, and memory holds no more than some layers. */
import { InputError } from '../../../../errors.js';
import { mapVec3 } from '../../../../math/vec3.js';
import { ChunkCache } from '../../../../paged/chunks/chunk-cache.js';
import { copyBoxes } from '../../../../paged/pages/pack-page.js';
import { orderChunks } from '../../../../paged/pyramid/order-chunks.js';
import { planPyramid } from '../../../../paged/pyramid/plan-pyramid.js';
import { PyramidBuilder } from '../../../../paged/pyramid/pyramid-builder.js';
import type { Reduction } from '../../../../paged/pyramid/reduce-chunk.js';
import { type Level, type Store, voxelSizeBytes } from '../../../../paged/store.js';
import { spacings } from '../../../../volume/volume.js';
import { withDefaults } from '../../../../with-defaults.js';
import { CHUNK_BYTES_MAX } from '../check-array.js';
import { type Compress, chooseCodec, compressZstandard } from './chunk-codec.js';
import { type KeyWriter, ShardWriter } from './shard-writer.js';
import { groupMetadata } from './zarr-metadata.js';

/** How a store is written. */
export interface WriteStoreOptions {
  /** How coarser levels are made of finer ones. */
  readonly reduction?: Reduction;
  /** Voxels along a chunk's side: a multiple of `rangesSide`. */
  readonly chunkSide?: number;
  /** Chunks along i that share a file. */
  readonly chunksPerShard?: number;
  /** Zstandard's level, 1 to 22; of 16-bit intensities, which are compressed by Blosc, 1 to 9. */
  readonly compressionLevel?: number;
  /** Compresses as Zstandard, where the host is faster than WebAssembly. */
  readonly compress?: Compress | undefined;
  /** Voxels along the side of the cubes whose ranges are written. */
  readonly rangesSide?: number;
  /** Memory for decoded chunks, and as much for coarser levels in the making. */
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
  compress: compressZstandard,
  rangesSide: 16,
  cacheBytes: 2 ** 28,
  signal: undefined,
  report: undefined,
} as const satisfies Required<WriteStoreOptions>;

/** Runs of chunks that are read, reduced and compressed at a time: reading waits for disks, and compressing for threads. */
const AT_ONCE = 4;
/** Chunks along i that are read together: rows of files are as long as the volume, and each is looked up for all of a run. */
const RUN = 8;

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
  const codec = chooseCodec(level.type, reduction === 'mode', settings.compressionLevel, settings.compress);
  const writer = new ShardWriter(target, level.type, levels, { ...settings, codec });
  for (const number of levels.keys()) await writer.describe(number);
  await target.set('/zarr.json', groupMetadata(layout));

  const pyramid = { type: level.type, side: chunkSide, reduction, rangesSide };
  const builder = new PyramidBuilder(levels, pyramid, (chunk) => writer.write(chunk));
  const cache = new ChunkCache(level, Math.min(cacheBytes, layerBytes(level, chunkSide)));
  const runs = orderChunks(levels, chunkSide, voxelSizeBytes(level.type), cacheBytes, RUN);
  const work = async () => {
    for (const run of runs) {
      settings.signal?.throwIfAborted();
      const parts = run.map((chunk) => {
        const [voxels, box] = [builder.createChunk(0, chunk), builder.boxOf(0, chunk)];
        return {
          chunk,
          voxels,
          box,
          target: { voxels, first: box.first, strides: [chunkSide, chunkSide ** 2] } as const,
        };
      });
      await copyBoxes(level, cache, parts);
      for (const { chunk, voxels } of parts) await builder.add(0, chunk, voxels);
    }
  };
  // Chunks under way end first: they must not be written beside what comes after a failure.
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  for (const [number, ranges] of builder.ranges.entries()) await writer.writeRanges(number, ranges);
}

/** Memory for the chunks of a level that a layer of others takes its voxels from, and for a layer of them that it shares. */
function layerBytes({ sizes, chunkSizes, type }: Level, side: number): number {
  const [ni, nj] = mapVec3(sizes, (size, axis) => roundUp(size, chunkSizes[axis]!));
  return ni * nj * (roundUp(side, chunkSizes[2]) + chunkSizes[2]) * voxelSizeBytes(type);
}

const roundUp = (size: number, step: number) => Math.ceil(size / step) * step;
