/** The appearance of a single plane of voxels: a picture in grey, of which nothing is hidden. */
import { percentile, type Statistics } from '../../volume/statistics/statistics.js';
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

/**
 * @param isHounsfield whether the values are a CT's.
 * @param slice values of the slice that is shown alone: where it is darker than others, white is nearer to it.
 */
export function showPlane(statistics: Statistics, isHounsfield: boolean, slice?: Float64Array): TransferFunction {
  let [low, high] = isHounsfield
    ? SOFT_TISSUE
    : (ENDS.map((fraction) => percentile(statistics, fraction)) as [number, number]);
  const own = isHounsfield ? undefined : slice?.[Math.floor(ENDS[1] * (slice.length - 1))];
  if (own !== undefined) high = Math.min(high, Math.max(own, low + MIN_WINDOW * (high - low)));
  const [black, white] = low < high ? [low, high] : [statistics.min, statistics.max];
  return createTransferFunction({
    colors: [
      { value: black, color: [0, 0, 0] },
      { value: white, color: [1, 1, 1] },
    ],
    opacities: [{ value: black, opacity: 1 }],
  });
}

/** Values of the middle slice across an axis, in ascending order: of a large one every so many, without NaN. */
export function probeMiddleSlice({ sizes, voxels }: Pick<Volume, 'sizes' | 'voxels'>, axis: 0 | 1 | 2): Float64Array {
  const run = [1, sizes[0], sizes[0] * sizes[1]][axis]!;
  const values = new Float64Array(voxels.length / sizes[axis]);
  for (let end = 0; end < values.length; end += run) {
    const start = (Math.floor(sizes[axis] / 2) + (end / run) * sizes[axis]) * run;
    values.set(voxels.subarray(start, start + run), end);
  }
  const every = Math.ceil(values.length / PROBES);
  return values.filter((value, at) => at % every === 0 && !Number.isNaN(value)).sort();
}
