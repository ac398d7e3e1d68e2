/** Infinite values of voxels, as divisions by zero leave them. */
import type { VoxelArray } from '../../../volume/volume.js';
import { areFinite, checkNumbers } from './voxels.js';

/** Voxels that are finite or NaN, and lines for the user. */
export interface FiniteVoxels {
  /** The given ones, or a copy where some were infinite. */
  readonly voxels: VoxelArray;
  /** A line where some were infinite. */
  readonly notes: readonly string[];
}

/**
 * Voxels of a volume of `sizes` with NaN, which means missing, in the place of infinite ones.
 * @throws InputError if no voxel is finite.
 */
export function settleInfinite(voxels: VoxelArray, sizes: readonly [number, number, number]): FiniteVoxels {
  if (areFinite(voxels)) return { voxels, notes: [] };
  let finite: VoxelArray | undefined;
  let count = 0;
  for (let index = 0; index < voxels.length; index++) {
    if (Math.abs(voxels[index]!) !== Infinity) continue;
    // The bytes may be the caller's own.
    finite ??= voxels.slice();
    finite[index] = Number.NaN;
    count++;
  }
  checkNumbers(finite ?? voxels, sizes);
  if (!finite) return { voxels, notes: [] };
  const what = count === 1 ? '1 infinite value, which is' : `${count} infinite values, which are`;
  return { voxels: finite, notes: [`holds ${what} taken for missing, as NaN is`] };
}
