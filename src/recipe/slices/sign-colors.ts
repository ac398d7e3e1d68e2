/** Statistics of both signs: a colour map for each, from a threshold on. */
import type { Statistics, ValueRange, Volume } from '../../index.js';
import { recognizeValues, thresholdSigned } from '../../lab.js';
import { colorPaint, type Paint } from '../../slices/layers/paint.js';
import type { Threshold } from '../options/option-types.js';
import type { ValueBar } from './value-bar.js';

/** Whether magnitudes count: values of both signs that are no Hounsfield units. */
export function hasBothSigns(volume: Volume, statistics: Statistics): boolean {
  return statistics.min < 0 && statistics.max > 0 && recognizeValues(volume, statistics) !== 'hounsfield';
}

/** A colour map for each sign, from the threshold on. */
export function signColors(
  { low, high }: Threshold,
  { min, max }: Statistics,
  window: ValueRange | undefined,
): { readonly paint: Paint; readonly bar: ValueBar } {
  const start = Math.max(low, 0);
  const end = high ?? window?.[1] ?? Math.max(-min, max);
  const strongest = end > start ? end : start + 1;
  const transfer = thresholdSigned([start, strongest]);
  return { paint: colorPaint(transfer), bar: { transfer, range: [-strongest, strongest] } };
}

/** The window of values above a threshold; undefined where it is the default one. */
export const windowAbove = ({ low, high }: Threshold, { max }: Statistics): ValueRange | undefined =>
  high !== undefined ? [low, high] : max > low ? undefined : [low, low + 1];
