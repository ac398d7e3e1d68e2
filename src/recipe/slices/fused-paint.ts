/** The colours of a volume that is shown over another one on slices. */
import { type Statistics, type ValueRange, type Volume, windowOf } from '../../index.js';
import { colorPaint, overlayPaint, type Paint, withThreshold } from '../../slices/layers/paint.js';
import { type FusedChoice, fuseVolume } from '../scene/appearance.js';
import { hasBothSigns, signColors } from './sign-colors.js';
import type { ValueBar } from './value-bar.js';

export interface FusedPaint {
  readonly paint: Paint;
  readonly bar: ValueBar;
  /** Whether values below a threshold are hidden, rather than faint as the transfer function says. */
  readonly isThresholded: boolean;
}

/** @param basis the volume, or a coarse version of it. @param statistics its own. */
export function paintFused(basis: Volume, choice: FusedChoice, statistics: Statistics): FusedPaint {
  const { window, opacity: factor = 1, threshold: given, ...chosen } = choice;
  const isOfBothSigns = hasBothSigns(basis, statistics);
  // A window above zero is a threshold of magnitudes.
  const above = window && window[0] > 0 ? { low: window[0], high: window[1] } : undefined;
  const threshold = given ?? (isOfBothSigns ? above : undefined);
  if (!threshold) {
    const { transfer } = fuseVolume(basis, { ...chosen, window }, false);
    const bar = { transfer, range: windowOf(transfer) };
    return { paint: overlayPaint(transfer, factor), bar, isThresholded: false };
  }
  const isDefault = !chosen.transfer && chosen.preset === undefined;
  const colors = () => {
    if (isOfBothSigns && isDefault) return signColors(threshold, statistics, window);
    const high = threshold.high ?? Math.max(statistics.max, threshold.low + 1e-9);
    const range: ValueRange = window ?? [threshold.low, high];
    const { transfer } = fuseVolume(basis, { ...chosen, window: range }, false);
    return { paint: colorPaint(transfer), bar: { transfer, range: windowOf(transfer) } };
  };
  const { paint, bar } = colors();
  const shown = { ...paint, alphaOf: () => factor };
  return { paint: withThreshold(shown, threshold.low, isOfBothSigns), bar, isThresholded: true };
}
