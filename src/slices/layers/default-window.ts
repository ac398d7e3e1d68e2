/** The values from black to white of slices for which none are chosen. */
import type { ValueRange } from '../../transfer/transfer-function.js';
import { percentile, type Statistics } from '../../volume/statistics/statistics.js';

/** Fractions of the values that are black, and not white. */
const SHARES = [0.01, 0.995] as const;

export function defaultWindow(statistics: Statistics): ValueRange {
  const [low, high] = SHARES.map((share) => percentile(statistics, share)) as [number, number];
  return low < high ? [low, high] : [statistics.min, Math.max(statistics.max, statistics.min + 1)];
}
