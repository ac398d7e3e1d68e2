/** The default values at the ends of a colour map. */
import type { ValueRange } from '../../../index.js';
import { fail } from '../../parse/parse-options.js';

/** Share of the values that is within the colours, where a few are far beyond: they would leave one colour to the rest. */
const SHARE = 0.995;
const OUTLIER = 1.5;

export interface ColorRange {
  readonly range: ValueRange;
  /** A line about values beyond the colours; undefined where there are none. */
  readonly note: string | undefined;
}

/**
 * Runs from the least value to the greatest, but for a few that are far beyond; of diverging maps with 0 in the middle.
 * @param name What they are, for the line about values beyond the colours.
 * @throws InputError if none is finite.
 */
export function findColorRange(name: string, values: Float32Array, diverging: boolean): ColorRange {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) fail(`${name}: there is nothing finite to show`);
  const sizes = finite.map(Math.abs).sort();
  const largest = sizes.at(-1)!;
  const shared = sizes[Math.ceil(SHARE * sizes.length) - 1]!;
  const cut = largest > OUTLIER * shared && shared > 0;
  const high = cut ? shared : largest;
  const note = cut
    ? `the colours end at a ${name} of ${shared.toPrecision(3)}, the largest is ${largest.toPrecision(3)}; --range LO,HI chooses`
    : undefined;
  if (diverging) return { range: high > 0 ? [-high, high] : [-1, 1], note };
  const [least, most] = finite.reduce(([low, top], value) => [Math.min(low, value), Math.max(top, value)], [
    Infinity,
    -Infinity,
  ] as [number, number]);
  const [low, top] = [cut ? Math.max(least, -shared) : least, cut ? Math.min(most, shared) : most];
  return { range: low < top ? [low, top] : [low, low + (Math.abs(low) || 1)], note };
}
