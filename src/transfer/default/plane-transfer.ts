/** The appearance of a single plane of voxels: a picture in grey, of which nothing is hidden. */
import { percentile, type Statistics } from '../../volume/statistics/statistics.js';
import { createTransferFunction, type TransferFunction, type ValueRange } from '../transfer-function.js';

/** Quantiles that black and white are at, so that a few outliers take no contrast from the rest. */
const ENDS = [0.005, 0.995] as const;
/** Hounsfield units between which slices of a CT show organs, fat and bone. */
const SOFT_TISSUE: ValueRange = [-160, 240];

/** @param isHounsfield whether the values are a CT's. */
export function showPlane(statistics: Statistics, isHounsfield: boolean): TransferFunction {
  const [low, high] = isHounsfield
    ? SOFT_TISSUE
    : (ENDS.map((fraction) => percentile(statistics, fraction)) as [number, number]);
  const [black, white] = low < high ? [low, high] : [statistics.min, statistics.max];
  return createTransferFunction({
    colors: [
      { value: black, color: [0, 0, 0] },
      { value: white, color: [1, 1, 1] },
    ],
    opacities: [{ value: black, opacity: 1 }],
  });
}
