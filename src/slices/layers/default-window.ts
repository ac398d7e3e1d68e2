/** The values from black to white of slices for which none are chosen. */
import { type DisplayWindow, type GreyDisplay, judgeWindows } from '../../transfer/grey-display.js';
import type { ValueRange } from '../../transfer/transfer-function.js';
import { percentile, type Statistics } from '../../volume/statistics/statistics.js';

/** Fractions of the values that are black, and not white. */
const SHARES = [0.01, 0.995] as const;

/** The values from black to white that the percentiles give. */
export function defaultWindow(statistics: Statistics): ValueRange {
  const [low, high] = SHARES.map((share) => percentile(statistics, share)) as [number, number];
  return low < high ? [low, high] : [statistics.min, Math.max(statistics.max, statistics.min + 1)];
}

/** Greys of values: from black at the range's low end to white at its high end, unless they are inverted. */
export interface GreyAppearance {
  readonly range: ValueRange;
  readonly isSigmoid?: boolean;
  readonly isInverted?: boolean;
  /** The file's window that the range is of; undefined where it is of none. */
  readonly own?: DisplayWindow | undefined;
}

/**
 * The greys of `range`, if given, else of the file's first window that is not blank, else of the percentiles.
 * @param isSigmoid whether greys of `range` rise along a sigmoid.
 */
export function greyAppearanceOf(
  statistics: Statistics,
  display: GreyDisplay | undefined,
  range?: ValueRange | undefined,
  isSigmoid = false,
): GreyAppearance {
  const { isInverted = false } = display ?? {};
  const usable = display ? judgeWindows(display, statistics).usable : [];
  if (range) {
    const isOwn = (window: DisplayWindow) =>
      (window.isSigmoid ?? false) === isSigmoid && String(window.range) === String(range);
    return { range, isSigmoid, isInverted, own: usable.find(isOwn) };
  }
  const [own] = usable;
  if (own) return { range: own.range, isSigmoid: own.isSigmoid ?? false, isInverted, own };
  return { range: defaultWindow(statistics), isInverted };
}
