/** Histograms with few bins, to be looked at. */
import type { Statistics } from './statistics.js';

/** Counts of values in bins of equal width. */
export interface Histogram {
  /** Start of the first bin. */
  readonly min: number;
  /** Data values; of integers that are counted one by one, the number of different values in a bin. */
  readonly binWidth: number;
  /** Voxels of each bin. */
  readonly counts: readonly number[];
}

/**
 * Joins neighbouring bins of the statistics to at most `binsMax`. Each joins as many as the others, or the picture of evenly
 * spread integers would be a comb; only the last one may have fewer.
 */
export function createHistogram({ min, counts, binWidth }: Statistics, binsMax: number): Histogram {
  const joined = Math.ceil(counts.length / binsMax);
  const bins = Array.from({ length: Math.ceil(counts.length / joined) }, (_, bin) =>
    counts.subarray(bin * joined, (bin + 1) * joined).reduce((sum, count) => sum + count, 0),
  );
  return { min, binWidth: joined * binWidth, counts: bins };
}
