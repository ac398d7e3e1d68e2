/** Scales stored voxel values by a slope and an intercept. */
import type { VoxelArray } from '../../../volume/volume.js';
import type { MemoryAccount } from '../../bytes/memory-account.js';

export interface Scaling {
  /** A value is stored · slope + intercept. */
  readonly slope: number;
  readonly intercept: number;
}

/**
 * Values of 16 bits and less, and of float32, take no more than float32.
 * @param memory takes the values, unless they are the voxels themselves.
 */
export function scaleVoxels(voxels: VoxelArray, { slope, intercept }: Scaling, memory?: MemoryAccount): VoxelArray {
  if (slope === 1 && intercept === 0) return voxels;
  const narrow = voxels.BYTES_PER_ELEMENT <= 2 || voxels instanceof Float32Array;
  memory?.spend((narrow ? 4 : 8) * voxels.length, 'its voxels');
  const scaled = new (narrow ? Float32Array : Float64Array)(voxels.length);
  for (let index = 0; index < voxels.length; index++) scaled[index] = voxels[index]! * slope + intercept;
  return scaled;
}
