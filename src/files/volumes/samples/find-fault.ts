/** Faults of a point in time that another one does not have. */
import type { VoxelArray } from '../../../volume/volume.js';

/** Range of values of the first point, by that of the middle one, below which it is nearly empty: before a tracer or a signal is there. */
const EMPTY_RANGE = 0.25;
/** Share of voxels with the largest value, of a saturated point, and how many times as many these are as of one that is not. */
const SATURATED_SHARE = 0.05;
const SATURATED_RATIO = 10;
/** Quantiles that values are between, so that a few outliers make no range. */
const ENDS = [0.01, 0.99] as const;
/** Voxels that are looked at. */
const PROBES = 20_000;

/** Why to take another point in time in place of the first; undefined where it is no better, or would be refused. */
export function findFault(voxels: VoxelArray, others: VoxelArray): 'nearly empty' | 'saturated' | undefined {
  const [first, other] = [findRange(voxels), findRange(others)];
  const isEmpty = first.range < EMPTY_RANGE * other.range;
  const isSaturated = first.saturated > Math.max(SATURATED_SHARE, SATURATED_RATIO * other.saturated);
  if ((!isEmpty && !isSaturated) || holdsInfinity(others)) return undefined;
  return isEmpty ? 'nearly empty' : 'saturated';
}

/** Whether it would be refused. */
const holdsInfinity = (voxels: VoxelArray) => voxels.some((value: number) => Math.abs(value) === Infinity);

/** The range of most values, and the share of voxels with the largest one. */
function findRange(voxels: VoxelArray) {
  const stride = 2 * Math.floor(voxels.length / PROBES / 2) + 1;
  const probed = new Float64Array(Math.ceil(voxels.length / stride));
  for (let at = 0; at < probed.length; at++) probed[at] = voxels[at * stride]!;
  const values = probed.filter(Number.isFinite).sort();
  const at = (fraction: number) => values[Math.floor(fraction * (values.length - 1))] ?? 0;
  const largest = at(1);
  const below = values.indexOf(largest);
  // A constant is empty, and not saturated.
  const saturated = at(0) < largest ? (values.length - below) / values.length : 0;
  return { range: at(ENDS[1]) - at(ENDS[0]), saturated };
}
