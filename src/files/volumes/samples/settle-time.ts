/** The point in time that is taken of several where nobody names one. */
import type { VoxelArray } from '../../../volume/volume.js';
import type { VolumeSelection } from '../source.js';
import { countSamples, type SampleAxis, type SampleSelection, selectSamples } from './select-samples.js';

/** Range of values of the first point, by that of the middle one, below which it is nearly empty: before a tracer or a signal is there. */
const EMPTY_RANGE = 0.25;
/** Share of voxels with the largest value, of a saturated point, and how many times as many these are as of one that is not. */
const SATURATED_SHARE = 0.05;
const SATURATED_RATIO = 10;
/** Quantiles that values are between, so that a few outliers make no range. */
const ENDS = [0.01, 0.99] as const;
/** Voxels that are looked at. */
const PROBES = 20_000;

/** A selection, and why it has not the first point in time, if so. */
export interface SettledTime {
  readonly selection: VolumeSelection;
  readonly notes: readonly string[];
}

/**
 * Takes the middle point in time instead of the first, where that is nearly empty or saturated beside it; else the selection as it
 * is. The first is kept where it is no worse, as the one without weighting of a diffusion series is. A mean would be smoother,
 * but has all that moves twice, and costs all points.
 * @param extract the voxels of a selection.
 */
export function settleTime(
  axes: readonly SampleAxis[],
  selection: VolumeSelection,
  extract: (selected: SampleSelection) => VoxelArray,
): SettledTime {
  const times = countSamples(axes.filter(({ role }) => role === 'time'));
  if (selection.time !== undefined || times < 2) return { selection, notes: [] };
  const middle = Math.floor(times / 2);
  const voxelsAt = (time: number) => extract(selectSamples(axes, { ...selection, time }));
  const [first, other] = [findRange(voxelsAt(0)), findRange(voxelsAt(middle))];
  const isEmpty = first.range < EMPTY_RANGE * other.range;
  const isSaturated = first.saturated > Math.max(SATURATED_SHARE, SATURATED_RATIO * other.saturated);
  if ((!isEmpty && !isSaturated) || holdsInfinity(voxelsAt(middle))) return { selection, notes: [] };
  const what = isEmpty ? 'nearly empty' : 'saturated';
  return {
    selection: { ...selection, time: middle },
    notes: [`time 0 is ${what} beside time ${middle}, which is taken in its place; --time 0 takes it`],
  };
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
