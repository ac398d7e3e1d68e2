/** Crop boxes in voxels and in the world. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { transformPoint } from '../../src/math/affine.js';
import { type HalfSpace, keepsPoint } from '../../src/math/half-space.js';
import type { Vec3 } from '../../src/math/vec3.js';
import { cropToVoxels, cropToWorld, keepMiddle } from '../../src/volume/crop.js';
import { createVolume } from '../../src/volume/volume.js';
import { createRandom, randomAxes, randomPoint, randomShearedAxes } from '../camera/random.js';

const SIZES: Vec3 = [9, 7, 8];
const keeps = (halfSpaces: readonly HalfSpace[], point: Vec3) =>
  halfSpaces.every((halfSpace) => keepsPoint(halfSpace, point));

it.each([4203, 4204])('keepMiddle keeps a sheet about the centres of a slice, whatever the axes, seed %i', (seed) => {
  const random = createRandom(seed);
  for (const indexToWorld of [randomAxes(random, 1), randomAxes(random, -1), randomShearedAxes(random)]) {
    const volume = createVolume({ sizes: SIZES, voxels: new Uint8Array(9 * 7 * 8), indexToWorld });
    for (const axis of [0, 1, 2] as const) {
      const sheet = keepMiddle(volume, axis, 3);
      const point = randomPoint(random, 0, 6);
      const at = (along: number) =>
        transformPoint(indexToWorld, point.map((c, other) => (other === axis ? along : c)) as unknown as Vec3);
      expect(keeps(sheet, at(3)), `index ${point}`).toBe(true);
      expect([2.5, 2.97, 3.03, 3.5].some((along) => keeps(sheet, at(along)))).toBe(false);
    }
  }
});

describe.each([4201, 4202])('cropToVoxels, seed %i', (seed) => {
  const random = createRandom(seed);

  it('keeps the box of whole voxels, whatever the axes', () => {
    const [first, last] = [
      [2, 0, 5],
      [4, 6, 5],
    ] as const satisfies Vec3[];
    for (const indexToWorld of [randomAxes(random, 1), randomAxes(random, -1), randomShearedAxes(random)]) {
      const volume = createVolume({ sizes: SIZES, voxels: new Uint8Array(9 * 7 * 8), indexToWorld });
      const crop = cropToVoxels(volume, first, last);
      expect(crop).toHaveLength(6);
      for (let n = 0; n < 1000; n++) {
        const index = randomPoint(random, -1, 9);
        const isInside = index.every((c, axis) => first[axis]! - 0.5 <= c && c <= last[axis]! + 0.5);
        expect(keeps(crop, transformPoint(indexToWorld, index)), `index ${index}`).toBe(isInside);
      }
      // Just inside and just outside of each face.
      const middle: Vec3 = [3, 3, 5];
      for (const axis of [0, 1, 2] as const) {
        const faces = [first[axis] - 0.5, last[axis] + 0.5];
        const kept = faces.flatMap((face) =>
          [-1e-6, 1e-6].map((offset) =>
            keeps(crop, transformPoint(indexToWorld, replace(middle, axis, face + offset))),
          ),
        );
        expect(kept).toEqual([false, true, true, false]);
      }
    }
  });
});

const replace = (v: Vec3, axis: number, value: number) =>
  v.map((component, other) => (other === axis ? value : component)) as unknown as Vec3;

it('cropToWorld keeps a box along the world’s axes, seed 4203', () => {
  const random = createRandom(4203);
  const [min, max] = [
    [-3, 1, 0],
    [2, 4, 5],
  ] as const satisfies Vec3[];
  for (let n = 0; n < 500; n++) {
    const point = randomPoint(random, -5, 6);
    expect(keeps(cropToWorld(min, max), point)).toBe(point.every((c, axis) => min[axis]! <= c && c <= max[axis]!));
  }
});

describe('a crop is refused', () => {
  const volume = createVolume({ sizes: SIZES, voxels: new Uint8Array(9 * 7 * 8) });

  it.each<[Vec3, Vec3, RegExp]>([
    [[0, 0, 0], [9, 6, 7], /crop along i must be two ascending indices from 0 to 8, not 0 and 9/],
    [[0, -1, 0], [8, 6, 7], /along j .* 0 to 6, not -1 and 6/],
    [[0, 0, 6], [8, 6, 5], /along k .* not 6 and 5/],
    [[0.5, 0, 0], [8, 6, 7], /not 0.5 and 8/],
    [[0, 0, 0], [8, Number.NaN, 7], /not 0 and NaN/],
  ])('of voxels %j to %j', (first, last, message) => {
    expect(() => cropToVoxels(volume, first, last)).toThrow(InputError);
    expect(() => cropToVoxels(volume, first, last)).toThrow(message);
  });

  it.each<[Vec3, Vec3, RegExp]>([
    [[0, 0, 0], [1, 0, 1], /crop along y must be two ascending finite coordinates, not 0 and 0/],
    [[0, 0, 2], [1, 1, 1], /along z .* not 2 and 1/],
    [[-Infinity, 0, 0], [1, 1, 1], /along x .* not -Infinity and 1/],
    [[0, 0, 0], [Number.NaN, 1, 1], /not 0 and NaN/],
  ])('of the world from %j to %j', (min, max, message) => {
    expect(() => cropToWorld(min, max)).toThrow(InputError);
    expect(() => cropToWorld(min, max)).toThrow(message);
  });
});
