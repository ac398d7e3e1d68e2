/** Values of the finest voxels of a store, of which at first only a coarse copy is loaded. */
import type { PagedVolume, Vec3 } from '../../index.js';

/**
 * The value of the voxel nearest to an index point of the store's level, clamped to it.
 * @throws InputError, one line that starts with the store's name, if it cannot be read.
 */
export async function readVoxel({ level, chunks }: PagedVolume, index: Vec3): Promise<number> {
  const { sizes, chunkSizes } = level;
  const at = index.map((coordinate, axis) => Math.min(Math.max(Math.round(coordinate), 0), sizes[axis]! - 1));
  const chunk = at.map((coordinate, axis) => Math.floor(coordinate / chunkSizes[axis]!)) as unknown as Vec3;
  const { voxels, offset, strides } = await chunks.get(chunk);
  const inChunk = at.reduce(
    (sum, coordinate, axis) => sum + strides[axis]! * (coordinate - chunk[axis]! * chunkSizes[axis]!),
    offset,
  );
  return voxels[inChunk]!;
}
