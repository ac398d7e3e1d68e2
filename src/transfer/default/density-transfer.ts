/** The appearance of a density map of a molecule: the surface where it stands out from what is around it. */
import { percentile, type Statistics, shareBetween } from '../../volume/statistics/statistics.js';
import type { TransferFunction } from '../transfer-function.js';
import { SURFACE_COLORS } from './magnitude-transfer.js';
import { createOpacity, createPoints } from './ramp.js';
import { contourSigned } from './signed-transfer.js';

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

/** Deviations of a difference map, at which crystallographers contour it, and those of its strongest peaks at least. */
const PEAK_DEVIATIONS = [3, 5] as const;

/** Peaks of observed density that a model lacks, and of what it has too much. @param statistics of values of both signs. */
export function showDifferences(statistics: Statistics): TransferFunction {
  const { min, max, counts, binWidth, voxelCount } = statistics;
  const squares = counts.reduce((sum, count, bin) => sum + count * (min + bin * binWidth) ** 2, 0);
  const most = Math.max(-min, max);
  const [start, strong] = PEAK_DEVIATIONS.map((deviations) => deviations * Math.sqrt(squares / voxelCount)) as [
    number,
    number,
  ];
  return contourSigned([Math.min(start, MOST_SHARE * most), Math.min(strong, most)], createOpacity(statistics));
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
