/** Values that 32-bit floats do not tell apart are known before they are drawn as stairs. */
import { describe, expect, it } from 'vitest';
import { coarseFloat32Step } from '../../../src/volume/values/float32-step.js';

const ramp = (offset: number, step: number) => Array.from({ length: 200 }, (_, index) => offset + index * step);
const steps = (voxels: Parameters<typeof coarseFloat32Step>[0]['voxels'], shown?: readonly [number, number]) =>
  coarseFloat32Step({ voxels }, shown);

describe('the step of 32-bit floats', () => {
  it('is told of large offsets with a small range', () => {
    expect(steps(Int32Array.from(ramp(1e8, 1)))).toEqual({ low: 1e8, high: 1e8 + 199, step: 8 });
    expect(steps(Float64Array.from(ramp(1e6, 0.01)))).toMatchObject({ step: 0.0625 });
    expect(steps(Float64Array.from([Number.NaN, ...ramp(-1e8, 1)]))).toMatchObject({ step: 8 });
  });

  it('is not told where it does not show', () => {
    expect(steps(Int32Array.from(ramp(0, 1)))).toBeUndefined();
    expect(steps(Int32Array.from(ramp(1e8 + 1, 1e6)))).toBeUndefined();
    expect(steps(Float64Array.from(ramp(0.1, 0.3)))).toBeUndefined();
    expect(steps(Float64Array.from(ramp(5, 0)))).toBeUndefined();
  });

  it('is told of a narrow window', () => {
    const wide = Int32Array.from(ramp(1e8 + 1, 1e4));
    expect(steps(wide)).toBeUndefined();
    expect(steps(wide, [1e8, 1e8 + 500])).toMatchObject({ step: 8 });
    expect(steps(wide, [0, 500])).toBeUndefined();
  });

  it('is none of what 32-bit floats hold', () => {
    expect(steps(Float32Array.from(ramp(1e8, 1)))).toBeUndefined();
    expect(steps(Int32Array.from(ramp(2 ** 27, 16)))).toBeUndefined();
  });
});
