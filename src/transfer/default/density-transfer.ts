/** The appearance of a density map of a molecule: the surface where it stands out from what is around it. */
import { percentile, type Statistics, shareBetween } from '../../volume/statistics/statistics.js';
import type { TransferFunction } from '../transfer-function.js';
import { SURFACE_COLORS } from './magnitude-transfer.js';
import { createOpacity, createPoints } from './ramp.js';

/** Deviations of solvent and noise, which alone go below zero: 1.3 to 2 of a whole map, at which crystallographers contour it. */
const DEVIATIONS = 3;
/** Share of the largest value, for maps of next to nothing but molecule, which ring below zero. */
const MOST_SHARE = 0.5;
const BRIGHTEST_FRACTION = 0.995;

/** @param statistics of values of both signs. */
export function showDensity(statistics: Statistics): TransferFunction {
  const start = densityLevel(statistics);
  const hidden = shareBetween(statistics, statistics.min, start);
  const at = (fraction: number) => percentile(statistics, hidden + (1 - hidden) * fraction);
  const rise = (statistics.max - start) / 1000;
  const [middle, end] = [Math.max(at(0.5), start + rise), Math.max(at(BRIGHTEST_FRACTION), start + rise)];
  const opacity = createOpacity(statistics);
  const valueAt = (share: number) => start + share * (middle - start);
  return createPoints(
    [
      [start, 0],
      [valueAt(0.2), opacity(0.2)],
      [valueAt(0.6), opacity(1)],
    ],
    SURFACE_COLORS.map(([fraction, color]) => [start + fraction * (end - start), color] as const),
  );
}

/** The value from which on a map shows its molecule. */
function densityLevel({ min, max, counts, binWidth }: Statistics): number {
  let [sum, count] = [0, 0];
  for (let bin = 0; bin < counts.length && min + bin * binWidth < 0; bin++) {
    sum += counts[bin]! * (min + bin * binWidth) ** 2;
    count += counts[bin]!;
  }
  return Math.min(DEVIATIONS * Math.sqrt(sum / Math.max(count, 1)), MOST_SHARE * max);
}
