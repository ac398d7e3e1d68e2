/** Stretches a transfer function over a window, an interval of values. */
import { checkRange, createTransferFunction, type TransferFunction, type ValueRange } from './transfer-function.js';

/** The window of a transfer function: its own, or else from its first point to its last. */
export function windowOf({ window, colors, opacities }: TransferFunction): ValueRange {
  if (window) return window;
  const first = Math.min(colors[0]!.value, opacities[0]!.value);
  const last = Math.max(colors.at(-1)!.value, opacities.at(-1)!.value);
  return [first, last];
}

/**
 * Moves the points so that `windowOf(transfer)` is mapped linearly onto `window`, [low, high] in data values: what was at
 * its first value is at `low` then, what was at its last at `high`, and what was beyond is beyond. Gradient magnitudes are
 * stretched as the values are. A function of a single value moves to the middle of the window.
 * @throws InputError unless low < high, or if a point leaves the numbers of float32.
 * @example
 * ```js
 * const transfer = applyWindow(findTransfer('bone').create(), [200, 900]);
 * await renderer.render({ volume, transfer });
 * ```
 */
export function applyWindow(transfer: TransferFunction, window: ValueRange): TransferFunction {
  const [low, high] = checkRange(window, 'window');
  const [first, last] = windowOf(transfer);
  const stretch = first < last ? (high - low) / (last - first) : 1;
  const shift = first < last ? low : (low + high) / 2;
  // The ends are exact, which a rounded product would not be.
  const move = (value: number) => (value === last && first < last ? high : shift + (value - first) * stretch);
  const { colors, opacities, gradientOpacities } = transfer;
  return createTransferFunction({
    ...transfer,
    colors: colors.map(({ value, color }) => ({ value: move(value), color })),
    opacities: opacities.map(({ value, opacity }) => ({ value: move(value), opacity })),
    ...(gradientOpacities && {
      gradientOpacities: gradientOpacities.map(({ value, opacity }) => ({ value: value * stretch, opacity })),
    }),
    window: [low, high],
  });
}
