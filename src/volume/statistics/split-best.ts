/** The threshold between the two classes of values with the largest variance between them. */

/**
 * The last bin of the lower class, and never the last of all (N. Otsu, "A Threshold Selection Method from Gray-Level Histograms", 1979).
 * Undefined where all values are in one bin.
 * @param first the first bin that counts. @param positionOf where a bin's values are; default: at its number.
 */
export function splitBest(
  counts: ArrayLike<number>,
  first = 0,
  positionOf: (bin: number) => number = (bin) => bin,
): number | undefined {
  let [total, moment, largest, lower, lowerMoment] = [0, 0, 0, 0, 0];
  for (let bin = first; bin < counts.length; bin++) {
    total += counts[bin]!;
    moment += counts[bin]! * positionOf(bin);
  }
  let split: number | undefined;
  for (let bin = first; bin < counts.length - 1; bin++) {
    lower += counts[bin]!;
    lowerMoment += counts[bin]! * positionOf(bin);
    const upper = total - lower;
    if (lower === 0 || upper === 0) continue;
    const variance = lower * upper * ((moment - lowerMoment) / upper - lowerMoment / lower) ** 2;
    if (variance > largest) [largest, split] = [variance, bin];
  }
  return split;
}
