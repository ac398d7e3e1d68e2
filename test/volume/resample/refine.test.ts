/** Refined volumes by laws: the same voxels in the same box, straight lines between them, and no creases. */
import { describe, expect, it } from 'vitest';
import { transformPoint } from '../../../src/math/affine.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { refine } from '../../../src/volume/resample/refine.js';
import { corners, createVolume } from '../../../src/volume/volume.js';
import { GEOMETRIES } from '../../cast/sample-scenes.js';

const SIZES: Vec3 = [7, 5, 6];
const COUNT = SIZES[0] * SIZES[1] * SIZES[2];

function fill(field: (i: number, j: number, k: number) => number) {
  const voxels = Float32Array.from({ length: COUNT }, (_, at) =>
    field(at % 7, Math.floor(at / 7) % 5, Math.floor(at / 35)),
  );
  return createVolume({ sizes: SIZES, voxels, indexToWorld: GEOMETRIES.oblique, anatomical: true });
}

const valueAt = ({ sizes: [ni, nj], voxels }: ReturnType<typeof fill>, i: number, j: number, k: number) =>
  voxels[i + ni * (j + nj * k)]!;

describe('a refined volume', () => {
  const volume = fill((i, j, k) => Math.sin(7 * i + 3 * j) + Math.cos(5 * k + j));
  const fine = refine(volume);

  it('has the voxels in their places, in the same box', () => {
    expect(fine.sizes).toEqual([21, 15, 18]);
    expect(corners(fine).flat()).toEqual(
      corners(volume)
        .flat()
        .map((at) => expect.closeTo(at, 9)),
    );
    for (const [i, j, k] of [
      [0, 0, 0],
      [3, 2, 4],
      [6, 4, 5],
    ] as const) {
      expect(valueAt(fine, 3 * i + 1, 3 * j + 1, 3 * k + 1)).toBeCloseTo(valueAt(volume, i, j, k), 6);
      const there = transformPoint(fine.indexToWorld, [3 * i + 1, 3 * j + 1, 3 * k + 1]);
      expect(there).toEqual(transformPoint(volume.indexToWorld, [i, j, k]).map((at) => expect.closeTo(at, 9)));
    }
  });

  it('by two is in the same box, continues slopes, and has its voxels at a quarter from those that it is made of', () => {
    const slope = fill((i, j, k) => 2 * i - 3 * j + k);
    const double = refine(slope, 2);
    expect(double.sizes).toEqual([14, 10, 12]);
    expect(corners(double).flat()).toEqual(
      corners(slope)
        .flat()
        .map((at) => expect.closeTo(at, 9)),
    );
    const [i, j, k] = [6, 5, 7];
    const [x, y, z] = [i, j, k].map((at) => (at - 0.5) / 2) as [number, number, number];
    expect(valueAt(double, i, j, k)).toBeCloseTo(2 * x - 3 * y + z, 5);
  });

  it('continues slopes, but for the voxels at the faces', () => {
    const slope = refine(fill((i, j, k) => 2 * i - 3 * j + k));
    for (const [i, j, k] of [
      [5, 7, 9],
      [9, 6, 8],
      [14, 10, 12],
    ] as const) {
      const [x, y, z] = [i, j, k].map((at) => (at - 1) / 3) as [number, number, number];
      expect(valueAt(slope, i, j, k)).toBeCloseTo(2 * x - 3 * y + z, 5);
    }
  });

  it('has a third of the creases of straight lines through a peak, and goes beyond an edge by less than a seventh', () => {
    const along = (field: (i: number) => number) => {
      const refined = refine(fill((i) => field(i)));
      return Array.from({ length: 21 }, (_, i) => valueAt(refined, i, 7, 9));
    };
    const crease = (values: readonly number[]) =>
      Math.max(...values.slice(4, -4).map((value, at) => Math.abs(values[at + 3]! - 2 * value + values[at + 5]!)));
    // Straight lines would have all of a bend of 2 at the peak.
    expect(crease(along((i) => -Math.abs(i - 3)))).toBeLessThan((2 / 3) * 0.75);
    const edge = along((i) => Number(i > 2));
    expect(Math.max(...edge)).toBeLessThan(1 + 1 / 7);
    expect(Math.min(...edge)).toBeGreaterThan(-1 / 7);
  });
});
