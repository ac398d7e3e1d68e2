/** The appearance of a single plane of voxels: a picture in grey, of which nothing is hidden. */
import { percentile, type Statistics } from '../../volume/statistics/statistics.js';
import type { ValueKind } from '../../volume/values/value-kind.js';
import type { Volume } from '../../volume/volume.js';
import { createTransferFunction, type TransferFunction, type ValueRange } from '../transfer-function.js';

/** Quantiles that black and white are at, so that a few outliers take no contrast from the rest. */
const ENDS = [0.005, 0.995] as const;
/** Hounsfield units between which slices of a CT show organs, fat and bone. */
const SOFT_TISSUE: ValueRange = [-160, 240];

/** Least window by that of all slices, which the middle one may be darker than. */
const MIN_WINDOW = 0.4;
/** As many values of a slice tell its quantiles. */
const PROBES = 40_000;

/** A slice of a volume, row by row. */
interface Slice {
  readonly values: Float64Array;
  readonly width: number;
}

/** @param slice the one that is shown alone: where it is darker than others, white is nearer to it. */
export function showPlane(statistics: Statistics, kind: ValueKind, slice?: Slice): TransferFunction {
  const [low, high] = chooseWindow(statistics, kind, slice);
  const { min, max } = statistics;
  // A plane of one value is an even grey.
  const [black, white] = low < high ? [low, high] : min < max ? [min, max] : [min - 1, max + 1];
  return createTransferFunction({
    colors: [
      { value: black, color: [0, 0, 0] },
      { value: white, color: [1, 1, 1] },
    ],
    opacities: [{ value: black, opacity: 1 }],
  });
}

function chooseWindow(statistics: Statistics, kind: ValueKind, slice: Slice | undefined): ValueRange {
  if (kind === 'hounsfield') return SOFT_TISSUE;
  const [low, high] = ENDS.map((fraction) => percentile(statistics, fraction)) as [number, number];
  if (!slice) return [low, high];
  if (kind === 'noise') return findSmoothWindow(slice, [low, high]) ?? [low, high];
  const own = endsOf(slice.values.filter((value) => !Number.isNaN(value)))[1];
  return [low, own === undefined ? high : Math.min(high, Math.max(own, low + MIN_WINDOW * (high - low)))];
}

/** Quantiles of some of many values; undefined of none. */
function endsOf(values: Float64Array): (number | undefined)[] {
  const every = Math.ceil(values.length / PROBES);
  const probed = values.filter((_, at) => at % every === 0).sort();
  return ENDS.map((fraction) => probed[Math.floor(fraction * (probed.length - 1))]);
}

/** Share of a range, up to which voxels on both sides agree with one: those of noise do so along two axes once in a hundred. */
const AGREEMENT = 1 / 16;
/** Share of the voxels of a slice, from which on those that agree are what it shows. */
const MIN_AGREEING = 0.1;
/** Room to either side, by the range of those that agree: noise is darker and brighter. */
const MARGIN = 0.25;

/** The window of the values that agree with their neighbours, as those of a field do in the middle of noise; undefined where they are few. */
function findSmoothWindow({ values, width }: Slice, [min, max]: ValueRange): ValueRange | undefined {
  const agrees = (at: number, step: number) => {
    const [before, value, after] = [values[at - step]!, values[at]!, values[at + step]!];
    // The one value that a mask leaves agrees with itself, and tells nothing.
    return Math.abs(before - 2 * value + after) <= AGREEMENT * (max - min) && (before !== value || after !== value);
  };
  const isInside = (at: number) => at >= width && at < values.length - width && at % width > 0 && (at + 1) % width > 0;
  const agreeing = values.filter((_, at) => isInside(at) && agrees(at, 1) && agrees(at, width));
  if (agreeing.length < MIN_AGREEING * values.length) return undefined;
  const [low, high] = endsOf(agreeing) as [number, number];
  const margin = MARGIN * (high - low);
  return [Math.max(low - margin, min), Math.min(high + margin, max)];
}

/** The middle slice across an axis. */
export function takeMiddleSlice({ sizes, voxels }: Pick<Volume, 'sizes' | 'voxels'>, axis: 0 | 1 | 2): Slice {
  const run = [1, sizes[0], sizes[0] * sizes[1]][axis]!;
  const values = new Float64Array(voxels.length / sizes[axis]);
  for (let end = 0; end < values.length; end += run) {
    const start = (Math.floor(sizes[axis] / 2) + (end / run) * sizes[axis]) * run;
    values.set(voxels.subarray(start, start + run), end);
  }
  return { values, width: sizes[axis === 0 ? 1 : 0] };
}
