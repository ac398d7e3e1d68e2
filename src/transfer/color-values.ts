/** Colours of values through a transfer function, as vertices and faces have them: maps of distances on a surface. */
import { evaluateColor, type TransferFunction } from './transfer-function.js';

/** Grey level of values that are not finite. */
const NO_VALUE = 160;

/** Red, green, blue and 255 of each value; grey where it is not finite. */
export function colorValues(values: ArrayLike<number>, transfer: TransferFunction): Uint8Array {
  const colors = new Uint8Array(4 * values.length).fill(255);
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    const color = Number.isFinite(value) ? evaluateColor(transfer, value).map((channel) => 255 * channel) : undefined;
    for (let channel = 0; channel < 3; channel++) {
      colors[4 * index + channel] = Math.round(color?.[channel] ?? NO_VALUE);
    }
  }
  return colors;
}
