/** Scalars of any type that arrays and maps have, half floats among them. */
import type { VoxelArray } from '../../../volume/volume.js';
import type { MemoryAccount } from '../../bytes/memory-account.js';
import { decodeHalfFloats } from './half-floats.js';
import { decodeVoxels, type Endianness, type ScalarType } from './voxels.js';

/** Half floats become float32, which is counted before it is made; the others are as `decodeVoxels` has them. */
export function decodeScalars(
  bytes: Uint8Array,
  type: ScalarType | 'float16',
  endianness: Endianness,
  memory?: MemoryAccount,
): VoxelArray {
  if (type !== 'float16') return decodeVoxels(bytes, type, endianness, memory);
  memory?.spend(2 * bytes.length, 'its voxels');
  return decodeHalfFloats(bytes, endianness);
}
