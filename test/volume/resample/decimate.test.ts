/** Every so many voxels one: which they are, and where they are in the world. */
import { describe, expect, it } from 'vitest';
import { transformPoint } from '../../../src/math/affine.js';
import { decimate } from '../../../src/volume/resample/decimate.js';
import { createVolume, type Volume } from '../../../src/volume/volume.js';

/** Each voxel's value is its index. */
function createCounted(sizes: Volume['sizes']): Volume {
  return createVolume({
    sizes,
    voxels: Int16Array.from({ length: sizes[0] * sizes[1] * sizes[2] }, (_, index) => index),
    indexToWorld: {
      columns: [
        [2, 0, 0],
        [0, 0, -1],
        [0, 3, 0],
      ],
      origin: [10, 20, 30],
    },
    anatomical: true,
  });
}

describe('decimate', () => {
  it('takes the middle voxel of each block where the factor is odd, at its place', () => {
    const volume = createCounted([9, 6, 3]);
    const small = decimate(volume, [3, 3, 3]);
    expect(small.sizes).toEqual([3, 2, 1]);
    expect([...small.voxels]).toEqual([1, 4].flatMap((j) => [1, 4, 7].map((i) => i + 9 * (j + 6))));
    expect(transformPoint(small.indexToWorld, [2, 1, 0])).toEqual(transformPoint(volume.indexToWorld, [7, 4, 1]));
    expect(small.anatomical).toBe(true);
  });

  it('covers the volume where the factor does not divide its sizes', () => {
    const small = decimate(createCounted([5, 4, 1]), [4, 4, 4]);
    expect(small.sizes).toEqual([2, 1, 1]);
    expect([...small.voxels]).toEqual([2 + 5 * 2, 4 + 5 * 2]);
  });

  it('has a factor for each axis', () => {
    const volume = createCounted([4, 3, 2]);
    const small = decimate(volume, [1, 3, 1]);
    expect([...small.voxels]).toEqual([4, 5, 6, 7, 16, 17, 18, 19]);
    expect(transformPoint(small.indexToWorld, [3, 0, 1])).toEqual(transformPoint(volume.indexToWorld, [3, 1, 1]));
  });

  it('copies for a factor of 1, and refuses parts', () => {
    const volume = createCounted([2, 3, 4]);
    const copy = decimate(volume, [1, 1, 1]);
    expect(copy).toEqual(volume);
    expect(copy.voxels).not.toBe(volume.voxels);
    expect(() => decimate(volume, [1, 1.5, 1])).toThrow('whole factors of at least 1, not 1, 1.5, 1');
  });
});
