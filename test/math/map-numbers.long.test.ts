/** Typed arrays of more numbers than the engine holds boxed: its own `from` and `filter` end the process there. */
import { expect, it } from 'vitest';
import { keepNumbers, mapNumbers } from '../../src/math/map-numbers.js';

/** V8's lists hold 2^27 numbers less a few. */
const MORE_THAN_BOXED = 2 ** 27 + 5;

it('holds for more numbers than a list has room for', () => {
  const source = new Uint8Array(MORE_THAN_BOXED);
  source[MORE_THAN_BOXED - 1] = 7;
  expect(mapNumbers(new Uint8Array(source.length), source, (value) => value + 1).at(-1)).toBe(8);
  expect(keepNumbers(source, (value) => value > 0)).toEqual(Float64Array.of(7));
});
