/** Copies boxes of voxels out of a level's chunks. */
import { InputError } from '../../errors.js';
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import type { VoxelArray } from '../../volume/volume.js';
import { type ChunkVoxels, countChunks, type Level, type Store } from '../store.js';

/** Voxels from `first` to before `end` along each axis. */
export interface VoxelBox {
  readonly first: Vec3;
  readonly end: Vec3;
}

/** The chunks that a box within a level overlaps, along i first. */
export function listChunks({ chunkSizes }: Pick<Level, 'chunkSizes'>, { first, end }: VoxelBox): Vec3[] {
  const low = mapVec3(first, (index, axis) => Math.floor(index / chunkSizes[axis]!));
  const high = mapVec3(end, (index, axis) => Math.ceil(index / chunkSizes[axis]!));
  const chunks: Vec3[] = [];
  for (let k = low[2]; k < high[2]; k++) {
    for (let j = low[1]; j < high[1]; j++) {
      for (let i = low[0]; i < high[0]; i++) chunks.push([i, j, k]);
    }
  }
  return chunks;
}

/** Chunks that are read of a level within somebody's patience: those of a volume of 10,000 voxels along each side. */
const CHUNKS_MAX = 2 ** 22;
/** More chunks than these have to be of so many voxels on average: each costs time, though it be of one voxel or missing. */
const SMALL_CHUNKS_MAX = 2 ** 16;
const LEAST_VOXELS = 512;

/**
 * All chunks of a level, along i first.
 * @throws InputError, one line that starts with the store's name, if they are too many to read them all.
 */
export function listAllChunks({ name }: Pick<Store, 'name'>, level: Pick<Level, 'sizes' | 'chunkSizes'>): Vec3[] {
  const count = countChunks(level).reduce((product, along) => product * along, 1);
  const voxels = level.sizes.reduce((product, along) => product * along, 1);
  const most = Math.min(CHUNKS_MAX, Math.max(SMALL_CHUNKS_MAX, Math.floor(voxels / LEAST_VOXELS)));
  if (count > most) {
    const sizes = level.sizes.join(' × ');
    throw new InputError(
      `${name}: has ${count} chunks in its level of ${sizes} voxels, and ${most} are the most that are read; it needs coarser levels, or larger chunks`,
    );
  }
  return listChunks(level, { first: [0, 0, 0], end: level.sizes });
}

/** Copies what of `box` lies in a chunk to `target`, whose voxels are the box's. */
export function copyChunk(
  { chunkSizes }: Pick<Level, 'chunkSizes'>,
  chunk: Vec3,
  { voxels, offset, strides }: ChunkVoxels,
  { first, end }: VoxelBox,
  target: VoxelArray,
): void {
  const start = mapVec3(chunk, (number, axis) => number * chunkSizes[axis]!);
  const low = mapVec3(first, (index, axis) => Math.max(index, start[axis]!));
  const high = mapVec3(end, (index, axis) => Math.min(index, start[axis]! + chunkSizes[axis]!));
  const width = end[0] - first[0];
  const height = end[1] - first[1];
  const length = high[0] - low[0];
  for (let k = low[2]; k < high[2]; k++) {
    for (let j = low[1]; j < high[1]; j++) {
      const from =
        offset + strides[0] * (low[0] - start[0]) + strides[1] * (j - start[1]) + strides[2] * (k - start[2]);
      const to = low[0] - first[0] + width * (j - first[1] + height * (k - first[2]));
      if (strides[0] === 1) target.set(voxels.subarray(from, from + length), to);
      else for (let i = 0; i < length; i++) target[to + i] = voxels[from + i * strides[0]]!;
    }
  }
}
