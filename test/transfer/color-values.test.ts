/** Colours of values: the ends and the middle of a map, and what has none. */
import { expect, it } from 'vitest';
import { colorMapTransfer } from '../../src/transfer/color-maps.js';
import { colorValues } from '../../src/transfer/color-values.js';

it('takes colours from a map over its range, and grey for what is not finite', () => {
  const grey = colorMapTransfer('grey', [1, 3]);
  const colors = colorValues([1, 2, 3, 9, -9, Infinity, Number.NaN], grey);
  expect(Array.from({ length: 7 }, (_, index) => Array.from(colors.subarray(4 * index, 4 * index + 4)))).toEqual(
    [0, 128, 255, 255, 0, 160, 160].map((level) => [level, level, level, 255]),
  );
});
