/** The part of a volume around what is not zero, at its place. */
import { expect, it } from 'vitest';
import { transformPoint } from '../../../src/math/affine.js';
import { cutBetween } from '../../../src/volume/resample/cut-between.js';
import { createVolume } from '../../../src/volume/volume.js';

const sizes = [9, 8, 7] as const;
const indexOf = (i: number, j: number, k: number) => i + sizes[0] * (j + sizes[1] * k);
const indexToWorld = {
  columns: [
    [0, 2, 0],
    [-3, 0, 0],
    [0, 0, 1],
  ] as const,
  origin: [5, 6, 7] as const,
};

function volumeOf(...places: (readonly [number, number, number])[]) {
  const voxels = new Int16Array(sizes[0] * sizes[1] * sizes[2]);
  for (const [number, place] of places.entries()) voxels[indexOf(...place)] = 10 + number;
  return createVolume({ sizes, voxels, indexToWorld });
}

it('keeps all that is not zero where it is in the world, with a margin that ends at the sides', () => {
  const places = [
    [3, 7, 2],
    [5, 4, 3],
  ] as const;
  const part = cutBetween(volumeOf(...places), [0, 0], 2);
  expect(part.sizes).toEqual([7, 6, 6]);
  const toWorld = (index: readonly [number, number, number]) => transformPoint(part.indexToWorld, index);
  for (const [number, [i, j, k]] of places.entries()) {
    const own = [i - 1, j - 2, k] as const;
    expect(part.voxels[own[0] + 7 * (own[1] + 6 * own[2])]).toBe(10 + number);
    expect(toWorld(own)).toEqual(transformPoint(indexToWorld, [i, j, k]));
  }
  expect(part.voxels.filter((value) => value !== 0).length).toBe(2);
});

it('is the volume itself where all of it is needed, or nothing is there', () => {
  const whole = volumeOf([0, 0, 0], [8, 7, 6]);
  expect(cutBetween(whole, [0, 0], 0)).toBe(whole);
  const empty = volumeOf();
  expect(cutBetween(empty, [0, 0], 1)).toBe(empty);
  const inner = volumeOf([4, 4, 3]);
  expect(cutBetween(inner, [0, 0], 9)).toBe(inner);
  expect(cutBetween(inner, [0, 0], 0).sizes).toEqual([1, 1, 1]);
});

it('cuts to what is outside of a range of both signs', () => {
  const volume = volumeOf([2, 3, 1], [5, 4, 3]);
  const voxels = Float32Array.from(volume.voxels, (value, at) =>
    value !== 0 ? (at % 2 === 0 ? 9 : -9) : (at % 5) - 2,
  );
  const noisy = { ...volume, voxels };
  expect(cutBetween(noisy, [-2, 2], 1)).toEqual({ ...cutBetween(noisy, [-8, 8.5], 1) });
  expect(cutBetween(noisy, [-2, 2], 1).sizes).toEqual(cutBetween(volume, [0, 0], 1).sizes);
  expect(cutBetween(noisy, [-1, 2], 0)).not.toEqual(cutBetween(noisy, [-2, 2], 0));
});
