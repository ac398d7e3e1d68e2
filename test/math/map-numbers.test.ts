/** Typed arrays of numbers, mapped and kept. */
import { expect, it } from 'vitest';
import { keepNumbers, mapNumbers } from '../../src/math/map-numbers.js';

it('maps and keeps numbers in their order', () => {
  expect(mapNumbers(new Uint8Array(3), Float64Array.of(1.5, -2, 300), (value, index) => value + index)).toEqual(
    Uint8Array.of(1, 255, 46),
  );
  expect(keepNumbers(Float32Array.of(0, 2, Number.NaN, -1, 0), (value) => value !== 0)).toEqual(
    Float64Array.of(2, Number.NaN, -1),
  );
  expect(keepNumbers([], () => true)).toHaveLength(0);
});
