/** Fill values around floats, such as 1e20 or the largest float where a field is not defined. */
import { cornerValue } from '../../../volume/statistics/corner-value.js';
import type { MemoryAccount } from '../../bytes/memory-account.js';
import type { VolumeFile } from '../source.js';

/** Least magnitude of a fill value, in the largest of all others: no measurement has such a range, with nothing in it. */
const FAR = 1e6;

/**
 * A volume of floats in which the value of all eight corners is missing, as NaN is, if it is a million times as large as any other;
 * a note says so.
 * @param memory takes the copy that is changed.
 */
export function settlePadding(file: VolumeFile, memory?: MemoryAccount): VolumeFile {
  const { voxels } = file.volume;
  const padding = cornerValue(file.volume);
  const isFloat = voxels instanceof Float32Array || voxels instanceof Float64Array;
  if (!isFloat || !Number.isFinite(padding)) return file;
  const limit = Math.abs(padding!) / FAR;
  let [count, largest] = [0, 0];
  for (const value of voxels) {
    if (value === padding) count++;
    // One value near it is enough to keep it.
    else if (Math.abs(value) > limit) return file;
    else if (Math.abs(value) > largest) largest = Math.abs(value);
  }
  if (largest === 0) return file;
  memory?.spend(voxels.byteLength, 'its voxels');
  const settled = voxels.map((value) => (value === padding ? Number.NaN : value));
  const note = `has ${count} voxels of ${padding} around the others, which are a millionth of that at most: they are taken for missing, as NaN is`;
  return { ...file, volume: { ...file.volume, voxels: settled }, notes: [...file.notes, note] };
}
