/** Noise that is as bright as anything: of phases, whose noise has any angle where there is no signal, and of ratios such as anisotropy. */
import { cornerValue } from '../statistics/corner-value.js';
import { percentile, type Statistics, shareBetween } from '../statistics/statistics.js';
import type { Volume } from '../volume.js';
import { probeStride } from './neighbor-order.js';
import { isSpeckledBeyond } from './speckle.js';

/** Fraction of the range, at its upper end, which noise around a signal does not come to. */
const BRIGHT_END = 1 / 16;
/** Least share of the voxels there: wrapped phases have 0.02 or more, noise with a tail next to none. */
const MIN_BRIGHT_SHARE = 0.01;
/** Least share of those in a mask: noise of any angle has a sixteenth, anisotropy of noise a hundredth. */
const MIN_BRIGHT_SHARE_IN_MASK = 0.03;
/**
 * Least mean second difference along rows and columns, in ranges, of which slopes have none: 0.19 to 0.33 of phases around a head or a
 * phantom, 0.1 of the coarsest scans.
 */
const MIN_ROUGHNESS = 0.14;
/** Share of speckle beyond half of the brightest, up to which it is no noise: 0.02 of a cortex, 0.4 or more of directions in a mask. */
const MAX_FOLD_SPECKLE = 0.1;
const BRIGHTEST_FRACTION = 0.999;
/** Second differences, of which fewer tell nothing: a crop of a few voxels is all edges. */
const MIN_COUNT = 1500;
/** As many tell a mean to a hundredth of the range. */
const PROBES = 20_000;

/**
 * Whether voxels stand out from their neighbours by much everywhere, up to the brightest values: no transfer function parts such noise from what it is
 * around. Voxels are probed; NaN is nothing, and so is the value of all corners, which a mask leaves.
 */
export function isNoiseEverywhere(
  { sizes, voxels }: Pick<Volume, 'sizes' | 'voxels'>,
  statistics: Statistics,
): boolean {
  const { min, max } = statistics;
  const range = max - min;
  if (shareBetween(statistics, max - BRIGHT_END * range, max) < MIN_BRIGHT_SHARE) return false;
  const left = cornerValue({ sizes, voxels });
  const [ni, nj] = sizes;
  const stride = probeStride({ voxels }, PROBES);
  let [sum, count, kept, bright] = [0, 0, 0, 0];
  const take = (before: number, value: number, after: number) => {
    const difference = Math.abs(before - 2 * value + after);
    if (Number.isNaN(difference) || before === left || after === left) return;
    sum += difference;
    count++;
  };
  for (let index = 0; index < voxels.length; index += stride) {
    const value = voxels[index]!;
    if (value === left) continue;
    kept++;
    if (value > max - BRIGHT_END * range) bright++;
    const row = Math.floor(index / ni);
    const position = index - row * ni;
    const column = row % nj;
    if (position > 0 && position + 1 < ni) take(voxels[index - 1]!, value, voxels[index + 1]!);
    if (column > 0 && column + 1 < nj) take(voxels[index - ni]!, value, voxels[index + ni]!);
  }
  const least = left === undefined ? MIN_BRIGHT_SHARE : MIN_BRIGHT_SHARE_IN_MASK;
  const isRough = count >= MIN_COUNT && bright >= least * kept && sum > MIN_ROUGHNESS * range * count;
  // Thin folds in a mask, as of a probability of grey matter, are as rough, but have an inside.
  const middle = percentile(statistics, BRIGHTEST_FRACTION) / 2;
  return isRough && (left === undefined || isSpeckledBeyond({ sizes, voxels }, middle, 1, MAX_FOLD_SPECKLE));
}
