/** The transfer function for a histogram alone: fog, to be shown without light. */
import { splitBest } from '../../volume/statistics/split-best.js';
import { percentile, type Statistics } from '../../volume/statistics/statistics.js';
import { type Color, createTransferFunction, type TransferFunction } from '../transfer-function.js';

/** Warm greys, from the first visible value (0) to the brightest (1). */
const COLORS: readonly (readonly [number, Color])[] = [
  [0, [0.18, 0.09, 0.07]],
  [6 / 16, [0.52, 0.31, 0.24]],
  [10 / 16, [0.8, 0.62, 0.48]],
  [1, [1, 0.98, 0.93]],
];
/** Quantile of the foreground, so that a few outliers do not darken the rest. */
const BRIGHTEST_FRACTION = 0.995;
/** Steep, so that the bulk of the tissue is a veil around what is brighter, where there is such a thing. */
const EXPONENT = 3;
/** Mean over all rays through a cube of as many voxels: surfaces show, and what is behind them shimmers through. */
const OPTICAL_DEPTH = 4;
/** Opacity of one unit of length at most: even in the sparsest volume surfaces stay soft. */
const MAX_OPACITY = 0.95;
const RAMP_POINTS = 16;

/**
 * Hides the background, the lower class of values, and raises colour and opacity with the value above it, as much as lets
 * an average ray reach a fixed optical depth. Only the histogram's form counts: a · v + b (a > 0) in place of v moves the
 * points alike. A volume of one value is fog.
 */
export function defaultTransfer(statistics: Statistics): TransferFunction {
  const { min, max, voxelCount } = statistics;
  const rayVoxels = Math.cbrt(voxelCount);
  if (min === max) {
    return createTransferFunction({
      colors: [{ value: min, color: COLORS.at(-1)![1] }],
      opacities: [{ value: min, opacity: opacityOf(OPTICAL_DEPTH / rayVoxels) }],
    });
  }
  const start = foregroundStart(statistics);
  let hiddenCount = 0;
  for (const { value, count } of occupiedBins(statistics)) if (value <= start) hiddenCount += count;
  const hidden = hiddenCount / voxelCount;
  const end = percentile(statistics, hidden + (1 - hidden) * BRIGHTEST_FRACTION);
  let riseSum = 0;
  for (const { value, count } of occupiedBins(statistics)) riseSum += count * rise((value - start) / (end - start));
  const depthPerUnit = OPTICAL_DEPTH / ((riseSum / voxelCount) * rayVoxels);
  const valueAt = (fraction: number) => start + fraction * (end - start);
  return createTransferFunction({
    colors: COLORS.map(([fraction, color]) => ({ value: valueAt(fraction), color })),
    opacities: Array.from({ length: RAMP_POINTS + 1 }, (_, point) => {
      const fraction = point / RAMP_POINTS;
      return { value: valueAt(fraction), opacity: opacityOf(depthPerUnit * rise(fraction)) };
    }),
  });
}

const rise = (fraction: number) => Math.min(Math.max(fraction, 0), 1) ** EXPONENT;
const opacityOf = (depth: number) => Math.min(1 - Math.exp(-depth), MAX_OPACITY);

/** Each bin that holds voxels, and the lowest value in it. */
function* occupiedBins({ min, counts, binWidth }: Statistics) {
  for (let bin = 0; bin < counts.length; bin++) {
    if (counts[bin]! > 0) yield { value: min + bin * binWidth, count: counts[bin]! };
  }
}

/** Few enough that each bin holds many voxels. */
const COARSE_BINS = 256;
/** Fraction of the voxels at either end that may be outliers, such as metal in a CT, and share the outermost bin. */
const OUTLIER_FRACTION = 0.005;
/** Fewer different values than this are labels. */
const MIN_VALUES = 32;
/** Fraction of the background's highest bin: where the histogram falls to it, the background's peak ends. */
const PEAK_FOOT = 0.01;
/** Fraction of the voxels: with fewer above the background's peak, the foreground starts nearer to it. */
const SPARSE_FRACTION = 0.25;

/** The value above which the volume shows something; it is less than the maximum. */
export function foregroundStart(statistics: Statistics): number {
  // All labels but the lowest are foreground.
  if (statistics.counts.filter((count) => count > 0).length < MIN_VALUES) return statistics.min;
  const { low, high, counts } = coarsen(statistics);
  const upperEdge = (bin: number) => low + ((bin + 1) / counts.length) * (high - low);
  const firstBin = paddingBins(counts);
  const threshold = splitBest(counts, firstBin) ?? firstBin;
  const peak = largestBin(counts, firstBin, threshold);
  let peakEnd = peak;
  while (peakEnd < threshold && counts[peakEnd]! > PEAK_FOOT * counts[peak]!) peakEnd++;
  // Little foreground gives no fog, and Otsu's threshold would cut the fainter half of it, as of thin vessels.
  const foreground = sumOf(counts, peakEnd + 1, counts.length - 1) / statistics.voxelCount;
  const weight = Math.min(foreground / SPARSE_FRACTION, 1);
  return upperEdge(peakEnd) + weight * (upperEdge(threshold) - upperEdge(peakEnd));
}

/** Voxels in equal bins from `low` to `high`; those beyond are in the outermost. */
function coarsen(statistics: Statistics) {
  const { min, max, binWidth, exact } = statistics;
  let low = percentile(statistics, OUTLIER_FRACTION);
  let high = percentile(statistics, 1 - OUTLIER_FRACTION);
  if (low === high) [low, high] = [min, max];
  const counts = new Float64Array(exact ? Math.min(high - low + 1, COARSE_BINS) : COARSE_BINS);
  const centre = exact ? 0 : binWidth / 2;
  for (const { value, count } of occupiedBins(statistics)) {
    const bin = Math.floor(((value + centre - low) / (high - low)) * counts.length);
    counts[Math.min(Math.max(bin, 0), counts.length - 1)]! += count;
  }
  return { low, high, counts };
}

const sumOf = (counts: Float64Array, first: number, last: number) =>
  counts.subarray(first, last + 1).reduce((sum, count) => sum + count, 0);

function largestBin(counts: Float64Array, first: number, last: number): number {
  let largest = first;
  for (let bin = first + 1; bin <= last; bin++) if (counts[bin]! > counts[largest]!) largest = bin;
  return largest;
}

/** Fraction of the lowest class that is one value: padding is nothing but its own value. */
const PADDING_PURITY = 0.99;
/** Fractions of the voxels without padding: at least this many are tissue, and at most this many lie between air and tissue. */
const MIN_TISSUE_FRACTION = 0.2;
const MAX_VALLEY_FRACTION = 0.05;

/**
 * The number of bins that hold no more than padding. Scanners fill what is outside the round field of view with a value
 * far below air; the background is then not the lowest class of values, but the lower one of the rest.
 */
function paddingBins(counts: Float64Array): number {
  const threshold = splitBest(counts) ?? 0;
  const last = counts.length - 1;
  const pure = counts[largestBin(counts, 0, threshold)]! >= PADDING_PURITY * sumOf(counts, 0, threshold);
  if (!pure || threshold + 1 >= last) return 0;
  const innerThreshold = splitBest(counts, threshold + 1) ?? threshold + 1;
  const air = largestBin(counts, threshold + 1, innerThreshold);
  const tissue = largestBin(counts, innerThreshold + 1, last);
  const quarter = (tissue - air) / 4;
  const rest = sumOf(counts, threshold + 1, last);
  const tissueFraction = sumOf(counts, innerThreshold + 1, last) / rest;
  const valleyFraction = sumOf(counts, Math.ceil(air + quarter), Math.floor(tissue - quarter)) / rest;
  return tissueFraction >= MIN_TISSUE_FRACTION && valleyFraction <= MAX_VALLEY_FRACTION ? threshold + 1 : 0;
}
