/** Padding far beyond what was measured, such as 32767 around the air of a CT, or 1e20 where a field is not defined. */
import { cornerValue } from '../../../volume/statistics/padding.js';
import { probeStride } from '../../../volume/values/neighbor-order.js';
import type { VoxelArray } from '../../../volume/volume.js';
import type { VolumeFile } from '../source.js';

/** Least distance of padding from all that was measured, in the range of that: metal and saturated background are nearer. */
const MIN_GAP = { above: 0.5, below: 4 } as const;
/** Fewer different values than this are labels, masks, or a background of their own. */
const MIN_VALUES = 64;
/** Voxels that are looked at first: most volumes have none that is far from others. */
const PROBES = 4096;

/**
 * A volume of values without the one that all eight corners have, where nothing else comes near it: integers get the lowest value of the
 * others, floats are missing, and a note says so. Bytes have no values to spare for padding.
 */
export function settlePadding(file: VolumeFile): VolumeFile {
  const { voxels, meaning } = file.volume;
  const padding = cornerValue(file.volume);
  const isExempt = file.colors !== undefined || meaning === 'labels' || voxels.BYTES_PER_ELEMENT === 1;
  if (isExempt || padding === undefined || Number.isNaN(padding)) return file;
  if (!isFar(padding, measureOthers(voxels, padding, probeStride({ voxels }, PROBES)))) return file;
  const others = measureOthers(voxels, padding, 1);
  if (!isFar(padding, others)) return file;
  const isFloat = voxels instanceof Float32Array || voxels instanceof Float64Array;
  const settled = voxels.slice();
  for (let index = 0; index < settled.length; index++) {
    if (settled[index] === padding) settled[index] = isFloat ? Number.NaN : others.low;
  }
  const what = isFloat ? 'are taken for missing, as NaN is' : 'got the lowest value of the others';
  const note = `has ${voxels.length - others.count} voxels of ${padding} around the others, far from their values, which ${what}`;
  return { ...file, volume: { ...file.volume, voxels: settled }, notes: [...file.notes, note] };
}

interface Others {
  readonly low: number;
  readonly high: number;
  readonly count: number;
  /** Different values, up to `MIN_VALUES`. */
  readonly values: number;
}

/** Measures one voxel in `stride` of all but those of padding. */
function measureOthers(voxels: VoxelArray, padding: number, stride: number): Others {
  let [low, high, count] = [Infinity, -Infinity, 0];
  const values = new Set<number>();
  for (let index = 0; index < voxels.length; index += stride) {
    const value = voxels[index]!;
    if (value === padding) continue;
    count++;
    if (value < low) low = value;
    if (value > high) high = value;
    if (values.size < MIN_VALUES) values.add(value);
  }
  return { low, high, count, values: values.size };
}

function isFar(padding: number, { low, high, values }: Others): boolean {
  if (values < MIN_VALUES) return false;
  const range = high - low;
  return padding > high ? padding - high >= MIN_GAP.above * range : low - padding >= MIN_GAP.below * range;
}
