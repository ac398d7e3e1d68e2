/** How slices of a volume ask to be shown in grey. */
import type { DisplayWindow, GreyDisplay } from '../../../transfer/grey-display.js';
import { findScale, isInverted } from '../pixels/slice-values.js';
import { keyOfWindow } from './read-windows.js';
import type { Slice } from './slice.js';

/** The display of a volume of slices: that of the middle one, as viewers do that show planes across them. */
export function findDisplay(slices: readonly Slice[], modality: string): GreyDisplay | undefined {
  const middle = slices[slices.length >> 1]!;
  const { windows } = middle.windows.length > 0 ? middle : (slices.find((slice) => slice.windows.length > 0) ?? middle);
  const keys = windows.map(keyOfWindow).join();
  const differs = slices.some((slice) => slice.windows.length > 0 && slice.windows.map(keyOfWindow).join() !== keys);
  const isReversed = isInverted(middle.pixels, modality);
  const isLowWhite = middle.pixels.photometric === 'MONOCHROME1' && !isReversed;
  if (windows.length === 0 && !isLowWhite) return undefined;
  return {
    windows: isReversed ? windows.map((window) => mirror(window, middle)) : windows,
    ...(differs && { differs }),
    ...(isLowWhite && { isInverted: true }),
  };
}

/** The window of values that were inverted. */
function mirror(window: DisplayWindow, slice: Slice): DisplayWindow {
  const sum = findScale(slice, true).offset + slice.intercept;
  const [low, high] = window.range;
  return { ...window, center: sum - window.center, range: [sum - high, sum - low] };
}
