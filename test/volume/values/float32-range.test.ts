/** Values beyond half of the largest 32-bit float are refused, to the last bit, and NaN is none. */
import { expect, it } from 'vitest';
import { checkFloat32Range } from '../../../src/volume/values/float32-range.js';

const LARGEST = 2 ** 127 - 2 ** 103;

it.each([Float32Array, Float64Array])('takes all %o up to the bound, and none beyond it', (Voxels) => {
  const check = (value: number) => () => checkFloat32Range({ voxels: Voxels.of(1, value, -2) }, 'scan');
  for (const value of [0, -0, 1e-45, LARGEST, -LARGEST, Number.NaN]) expect(check(value)).not.toThrow();
  for (const value of [2 ** 127, -(2 ** 127), Infinity, -Infinity]) {
    expect(check(value)).toThrow(/^scan: has values from .*1\.7e38/);
  }
});

it('finds what is beyond it among NaN', () => {
  const voxels = Float32Array.of(Number.NaN, 3e38, Number.NaN);
  expect(() => checkFloat32Range({ voxels }, 'scan')).toThrow(/has values from/);
});
