/** Complex numbers are shown by their magnitude. */
import type { VoxelArray } from '../../../volume/volume.js';
import type { MemoryAccount } from '../../bytes/memory-account.js';

export const MAGNITUDE_NOTE = 'holds complex numbers; took their magnitude';

/**
 * The magnitudes of pairs of real and imaginary parts, in float64 if those are, else in float32.
 * @param memory takes them.
 */
export function magnitudesOf(
  pairs: VoxelArray,
  memory?: MemoryAccount,
): Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> {
  const wide = pairs instanceof Float64Array;
  memory?.spend((wide ? 4 : 2) * pairs.length, 'its voxels');
  const magnitudes = new (wide ? Float64Array : Float32Array)(pairs.length >> 1);
  for (let index = 0; index < magnitudes.length; index++) {
    magnitudes[index] = Math.hypot(pairs[2 * index]!, pairs[2 * index + 1]!);
  }
  return magnitudes;
}
