/** Statistics of a volume's values: their range and histogram, and percentiles from it. */
import { keepNumbers } from '../../math/map-numbers.js';
import { finishSteps, listPieces, type Steps } from '../steps.js';
import type { Volume, VoxelArray } from '../volume.js';

/** The range of a volume's values, and how often they occur. */
export interface Statistics {
  /** The smallest value. */
  readonly min: number;
  /** The largest value. */
  readonly max: number;
  /** The histogram: bin b counts the values from min + b · binWidth to below min + (b + 1) · binWidth, the last one max too. */
  readonly counts: Uint32Array;
  /** Data values between neighbouring bins. */
  readonly binWidth: number;
  /** Whether each bin holds a single value, min + b · binWidth; otherwise a bin is an interval. */
  readonly exact: boolean;
  /** Voxels that hold a number. */
  readonly voxelCount: number;
  /** Voxels that are NaN. */
  readonly missingCount: number;
}

/** The number of values of 16-bit integers: an outlier far away leaves bins enough for the rest. */
const BIN_COUNT = 65536;

/**
 * Range and histogram of a volume's values, exact for each value of 8- and 16-bit integers and of other integers that
 * span no more than 65,536 values; otherwise in 65,536 equal bins between minimum and maximum. Voxels of NaN are only
 * counted; all others must be finite.
 */
export function computeStatistics(volume: Pick<Volume, 'voxels'>): Statistics {
  return finishSteps(computeStatisticsInSteps(volume));
}

/** `computeStatistics` in steps, for callers that do something else meanwhile. */
export function computeStatisticsInSteps({ voxels }: Pick<Volume, 'voxels'>): Steps<Statistics> {
  return voxels.BYTES_PER_ELEMENT <= 2 ? countSmallIntegers(voxels) : countInRange(voxels);
}

/** Voxels up to which all patterns of 16 bits take longer to go through than these. */
const FEW_VOXELS = 2 ** 19;

/** One bin for each value that the type can hold, so that one pass finds the range too. */
function* countSmallIntegers(voxels: VoxelArray): Steps<Statistics> {
  const typeSize = 2 ** (8 * voxels.BYTES_PER_ELEMENT);
  const typeMin = voxels instanceof Int8Array || voxels instanceof Int16Array ? -typeSize / 2 : 0;
  const counts = new Uint32Array(typeSize);
  if (voxels.length <= FEW_VOXELS) countEach(voxels, typeMin, counts);
  else yield* countByWords(voxels, typeMin, counts);
  let [first, end] = [0, typeSize];
  while (first < end && counts[first] === 0) first++;
  while (end > first && counts[end - 1] === 0) end--;
  return {
    min: typeMin + first,
    max: typeMin + end - 1,
    counts: counts.slice(first, end),
    binWidth: 1,
    exact: true,
    voxelCount: voxels.length,
    missingCount: 0,
  };
}

function* countByWords(voxels: VoxelArray, typeMin: number, counts: Uint32Array): Steps<void> {
  const [words, firstOfWords, endOfWords] = viewWords(voxels);
  const halves = [new Uint32Array(65_536), new Uint32Array(65_536)] as const;
  for (const [start, end] of listPieces(words.length)) {
    countHalves(words, start, end, halves);
    yield;
  }
  for (const half of halves) addPatterns(half, typeMin, counts);
  countEach(voxels.subarray(0, firstOfWords), typeMin, counts);
  countEach(voxels.subarray(endOfWords), typeMin, counts);
}

/** The whole words of 32 bits that voxels fill, the first voxel of these and the first one after them. */
function viewWords({ buffer, byteOffset, byteLength, BYTES_PER_ELEMENT }: VoxelArray) {
  const start = 4 * Math.ceil(byteOffset / 4);
  const count = Math.max(Math.floor((byteOffset + byteLength - start) / 4), 0);
  const first = Math.min(start - byteOffset, byteLength) / BYTES_PER_ELEMENT;
  const words = count > 0 ? new Uint32Array(buffer, start, count) : new Uint32Array();
  return [words, first, first + (4 * count) / BYTES_PER_ELEMENT] as const;
}

/**
 * Counts the 16-bit halves of words, a value or two bytes each: a third of the time of counting bytes one by one, which
 * waits for the last addition where neighbours are alike.
 */
function countHalves(
  words: Uint32Array,
  start: number,
  end: number,
  [low, high]: readonly [Uint32Array, Uint32Array],
): void {
  for (let index = start; index < end; index++) {
    const word = words[index]!;
    low[word & 65_535]!++;
    high[word >>> 16]!++;
  }
}

/** Adds counts of 16-bit patterns to those of the values in them. */
function addPatterns(patterns: Uint32Array, typeMin: number, counts: Uint32Array): void {
  const mask = counts.length - 1;
  for (let pattern = 0; pattern < patterns.length; pattern++) {
    const count = patterns[pattern]!;
    counts[(pattern - typeMin) & mask]! += count;
    if (mask === 255) counts[((pattern >>> 8) - typeMin) & mask]! += count;
  }
}

function countEach(voxels: VoxelArray, typeMin: number, counts: Uint32Array): void {
  // An index: an iterator takes as long as the counting.
  for (let index = 0; index < voxels.length; index++) counts[voxels[index]! - typeMin]!++;
}

/** Facts about voxels that are needed before they are counted. */
interface Range {
  min: number;
  max: number;
  missingCount: number;
}

function widen(range: Range, voxels: VoxelArray, start: number, end: number): void {
  let { min, max, missingCount } = range;
  for (let index = start; index < end; index++) {
    const value = voxels[index]!;
    if (value < min) min = value;
    if (value > max) max = value;
    // Not a comparison with itself, which a reader would take for a slip.
    if (Number.isNaN(value)) missingCount++;
  }
  Object.assign(range, { min, max, missingCount });
}

function* countInRange(voxels: VoxelArray): Steps<Statistics> {
  const range: Range = { min: Infinity, max: -Infinity, missingCount: 0 };
  for (const [start, end] of listPieces(voxels.length)) {
    widen(range, voxels, start, end);
    yield;
  }
  const { min, max, missingCount } = range;
  const voxelCount = voxels.length - missingCount;
  const integer = voxels instanceof Int32Array || voxels instanceof Uint32Array;
  const exact = min >= max || (integer && max - min < BIN_COUNT);
  const counts = new Uint32Array(exact ? Math.max(max - min + 1, 0) : BIN_COUNT);
  // Halves, because the difference of two float64 values can overflow.
  const halfMin = min / 2;
  const binsPerHalf = exact ? 2 : BIN_COUNT / (max / 2 - halfMin);
  for (const [start, end] of listPieces(voxels.length)) {
    countIntoBins(voxels, start, end, { halfMin, binsPerHalf, hasMissing: missingCount > 0 }, counts);
    yield;
  }
  return { min, max, counts, binWidth: exact ? 1 : 2 / binsPerHalf, exact, voxelCount, missingCount };
}

interface Bins {
  readonly halfMin: number;
  readonly binsPerHalf: number;
  readonly hasMissing: boolean;
}

function countIntoBins(
  voxels: VoxelArray,
  start: number,
  end: number,
  { halfMin, binsPerHalf, hasMissing }: Bins,
  counts: Uint32Array,
): void {
  const lastBin = counts.length - 1;
  const min = 2 * halfMin;
  // A factor of two changes no digit: the bins are the same, unless something is beyond the numbers there are.
  const binsPerUnit = binsPerHalf / 2;
  if (!(binsPerUnit > Number.MIN_VALUE / Number.EPSILON && Number.isFinite(lastBin / binsPerUnit))) {
    countByHalves(voxels, start, end, { halfMin, binsPerHalf, hasMissing }, counts);
    return;
  }
  for (let index = start; index < end; index++) {
    const value = voxels[index]!;
    if (hasMissing && Number.isNaN(value)) continue;
    const bin = ((value - min) * binsPerUnit) | 0;
    counts[bin < lastBin ? bin : lastBin]!++;
  }
}

function countByHalves(
  voxels: VoxelArray,
  start: number,
  end: number,
  { halfMin, binsPerHalf, hasMissing }: Bins,
  counts: Uint32Array,
): void {
  const lastBin = counts.length - 1;
  for (let index = start; index < end; index++) {
    const value = voxels[index]!;
    if (hasMissing && Number.isNaN(value)) continue;
    const bin = Math.floor((value / 2 - halfMin) * binsPerHalf);
    // NaN where the range is next to nothing, as of denormal numbers.
    counts[Math.min(bin || 0, lastBin)]!++;
  }
}

/** The statistics of several parts together, each of which has a bin for each of its values. */
export function mergeStatistics(parts: readonly Statistics[]): Statistics {
  const min = parts.reduce((least, part) => Math.min(least, part.min), Infinity);
  const max = parts.reduce((most, part) => Math.max(most, part.max), -Infinity);
  const counts = new Uint32Array(max - min + 1);
  for (const part of parts) {
    for (const [bin, count] of part.counts.entries()) counts[part.min - min + bin]! += count;
  }
  const voxelCount = parts.reduce((sum, part) => sum + part.voxelCount, 0);
  return { min, max, counts, binWidth: 1, exact: true, voxelCount, missingCount: 0 };
}

/**
 * The smallest value that at least `fraction` (0…1) of the voxels do not exceed: 0 gives the minimum, 1 the maximum, 0.5 the
 * lower median. Values are taken as evenly spread within bins that are intervals.
 */
export function percentile({ min, max, counts, binWidth, exact, voxelCount }: Statistics, fraction: number): number {
  const rank = fraction * voxelCount;
  if (rank <= 0) return min;
  let below = 0;
  for (let bin = 0; bin < counts.length; bin++) {
    const count = counts[bin]!;
    if (below + count >= rank) {
      const position = exact ? bin : bin + (rank - below) / count;
      // Halves, as in the bins.
      return Math.min(max, 2 * (min / 2 + position * (binWidth / 2)));
    }
    below += count;
  }
  return max;
}

/**
 * A percentile that occurs among the values: bins that are intervals are gone through for it.
 * @param statistics those of the voxels.
 */
export function exactPercentile({ voxels }: Pick<Volume, 'voxels'>, statistics: Statistics, fraction: number): number {
  return valueOfRank(voxels, statistics, Math.max(1, Math.ceil(fraction * statistics.voxelCount)));
}

/** The value of a rank, from 1 on, in ascending order. */
function valueOfRank(voxels: VoxelArray, { min, max, counts, exact, voxelCount }: Statistics, rank: number): number {
  let below = 0;
  let bin = 0;
  while (bin < counts.length - 1 && below + counts[bin]! < rank) below += counts[bin++]!;
  if (exact) return min + bin;
  // A range of next to nothing cannot be divided.
  if (counts[bin] === voxelCount) return min;
  const [halfMin, lastBin] = [min / 2, counts.length - 1];
  const binsPerHalf = counts.length / (max / 2 - halfMin);
  const inBin = keepNumbers(
    voxels,
    (value) => Math.min(Math.floor((value / 2 - halfMin) * binsPerHalf) || 0, lastBin) === bin && !Number.isNaN(value),
  );
  return valueOfRank(inBin, computeStatistics({ voxels: inBin }), rank - below);
}

/** The share (0…1) of the voxels from `low` to `high`, both included; of bins that are intervals, those that begin there. */
export function shareBetween({ min, counts, binWidth, voxelCount }: Statistics, low: number, high: number): number {
  const first = Math.max(Math.ceil((low - min) / binWidth), 0);
  const last = Math.min(Math.floor((high - min) / binWidth), counts.length - 1);
  let sum = 0;
  for (let bin = first; bin <= last; bin++) sum += counts[bin]!;
  return sum / voxelCount;
}
