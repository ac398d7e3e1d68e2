/** Infinite values of voxels, as divisions by zero leave them. */
import { InputError } from '../../../errors.js';
import type { VoxelArray } from '../../../volume/volume.js';
import type { MemoryAccount } from '../../bytes/memory-account.js';

/** Voxels that are finite or NaN, and lines for the user. */
export interface FiniteVoxels {
  /** The given ones, or a copy where some were infinite. */
  readonly voxels: VoxelArray;
  /** A line where some were infinite. */
  readonly notes: readonly string[];
}

/**
 * Voxels with NaN, which means missing, in place of infinite ones.
 * @param memory takes the copy.
 * @throws InputError if no voxel is finite.
 */
export function settleInfinite(voxels: VoxelArray, memory?: MemoryAccount): FiniteVoxels {
  if (areFinite(voxels)) return { voxels, notes: [] };
  let [infinite, missing] = [0, 0];
  for (let index = 0; index < voxels.length; index++) {
    if (Number.isNaN(voxels[index])) missing++;
    else if (!Number.isFinite(voxels[index])) infinite++;
  }
  if (infinite + missing === voxels.length) throw new InputError('holds nothing: no voxel is a finite number');
  if (infinite === 0) return { voxels, notes: [] };
  memory?.spend(voxels.byteLength, 'its voxels');
  // The bytes may be the caller's own.
  const finite = voxels.slice();
  for (let index = 0; index < finite.length; index++) if (!Number.isFinite(finite[index])) finite[index] = Number.NaN;
  const what = infinite === 1 ? '1 infinite value, which is' : `${infinite} infinite values, which are`;
  return { voxels: finite, notes: [`holds ${what} taken for missing, as NaN is`] };
}

/** Voxels of a chunk, with NaN in place of infinite ones. */
export function dropInfinite<Voxels extends VoxelArray>(voxels: Voxels): Voxels {
  if (areFinite(voxels)) return voxels;
  for (let index = 0; index < voxels.length; index++) if (!Number.isFinite(voxels[index])) voxels[index] = Number.NaN;
  return voxels;
}

/** Whether no voxel is infinite or NaN. */
function areFinite(voxels: VoxelArray): boolean {
  if (!(voxels instanceof Float32Array || voxels instanceof Float64Array)) return true;
  // Zero times anything but a finite number is NaN, and so is then the sum: no branch for each voxel.
  let zero = 0;
  for (let index = 0; index < voxels.length; index++) zero += voxels[index]! * 0;
  return zero === 0;
}
