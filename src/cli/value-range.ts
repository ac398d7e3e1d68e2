/** The values at the ends of a color map, where nobody has said which. */
import type { ValueRange } from '../index.js';
import { fail } from '../options/parse-options.js';
import { say } from './say.js';

/** Share of the values that is within the colors, where a few are far beyond: they would leave one color to the rest. */
const SHARE = 0.995;
const OUTLIER = 1.5;

/**
 * From the least value to the greatest, but for a few that are far beyond; of diverging maps with 0 in the middle.
 * @param name What they are, for a line about values beyond the colors.
 * @throws InputError if none is finite.
 */
export function chooseRange(name: string, values: Float32Array, diverging: boolean): ValueRange {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) fail(`${name}: there is nothing finite to show`);
  const sizes = finite.map(Math.abs).sort();
  const largest = sizes.at(-1)!;
  const shared = sizes[Math.ceil(SHARE * sizes.length) - 1]!;
  const cut = largest > OUTLIER * shared && shared > 0;
  const high = cut ? shared : largest;
  if (cut)
    say(
      `the colors end at a ${name} of ${shared.toPrecision(3)}, the largest is ${largest.toPrecision(3)}; --range LO,HI chooses`,
    );
  if (diverging) return high > 0 ? [-high, high] : [-1, 1];
  const [least, most] = finite.reduce(([low, top], value) => [Math.min(low, value), Math.max(top, value)], [
    Infinity,
    -Infinity,
  ] as [number, number]);
  const [low, top] = [cut ? Math.max(least, -shared) : least, cut ? Math.min(most, shared) : most];
  return low < top ? [low, top] : [low, low + (Math.abs(low) || 1)];
}
