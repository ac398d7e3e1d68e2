/** Checks of arrays before anything is allocated for them: metadata of a few bytes may claim anything. */
import type * as zarr from 'zarrita';
import { InputError } from '../../../errors.js';
import { VOXEL_TYPES, type VoxelType, voxelSizeBytes } from '../../../paged/store.js';
import { type StoredType, voxelTypeOf } from './adapted-arrays.js';

/** Larger chunks cannot be read piece by piece; readers of Zarr make them tens of mebibytes at most. */
export const CHUNK_BYTES_MAX = 2 ** 30;

/** As much of an array as volumes are read by. */
export type ZarrArray = Pick<
  zarr.Array<zarr.DataType, zarr.AsyncReadable>,
  'path' | 'shape' | 'chunks' | 'dtype' | 'fillValue' | 'dimensionNames' | 'getChunk'
>;

/**
 * The type of an array's voxels.
 * @param stored the type of its values, where it is none of voxels.
 * @throws InputError, without the store's name, for one whose chunks cannot be.
 */
export function checkArray({ path, shape, chunks, dtype }: ZarrArray, stored?: StoredType): VoxelType {
  const type = stored ? voxelTypeOf(stored) : VOXEL_TYPES.find((candidate) => candidate === dtype);
  if (!type) throw new InputError(`has voxels of type ${dtype}; ${VOXEL_TYPES.join(', ')} can be read`);
  for (const [name, sizes] of [
    ['shape', shape],
    ['chunks', chunks],
  ] as const) {
    if (!Array.isArray(sizes) || !sizes.every((size) => Number.isSafeInteger(size) && size > 0)) {
      const help = 'name another array of the store, or write it again';
      throw new InputError(`has the array "${path}" whose ${name} are not positive integers; ${help}`);
    }
  }
  if (chunks.length !== shape.length) {
    throw new InputError(
      `has the array "${path}" of ${shape.length} dimensions, in chunks of ${chunks.length} dimensions`,
    );
  }
  const sizeBytes = chunks.reduce((product, size) => product * size, stored?.endsWith('64') ? 8 : voxelSizeBytes(type));
  if (sizeBytes > CHUNK_BYTES_MAX) {
    throw new InputError(
      `has the array "${path}" in chunks of ${sizeBytes} bytes; ${CHUNK_BYTES_MAX} are the most that are read at once`,
    );
  }
  return type;
}
