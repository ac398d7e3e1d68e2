/** Where a ray's samples lie. */
import { describe, expect, it } from 'vitest';
import type { Ray } from '../../../../src/camera/camera.js';
import { transformPoint } from '../../../../src/math/affine.js';
import { addScaled, normalize, subtract, type Vec3 } from '../../../../src/math/vec3.js';
import { sampleRay } from '../../../../src/reference/volume/samples/sample-ray.js';
import { createVolume, smallestSpacing, worldToIndex } from '../../../../src/volume/volume.js';
import { expectClose } from '../../../camera/closeness.js';
import { createRandom, randomAxes, randomPoint, randomShearedAxes } from '../../../camera/random.js';

/** Voxel (i, j, k) has the value i + 10 j + 100 k. */
const row = createVolume({ sizes: [4, 2, 1], voxels: new Uint8Array([0, 1, 2, 3, 10, 11, 12, 13]) });
const samplesOf = (ray: Ray, stepVoxels = 1, phase?: number) =>
  [...sampleRay(row, ray, stepVoxels, phase)].map(({ t, value }) => ({ t, value }));
const alongX: Ray = { origin: [-10, 1, 0], direction: [1, 0, 0] };

describe('sampleRay', () => {
  it('takes the middle of each step from the box’s near face on', () => {
    expect(samplesOf(alongX)).toEqual([
      { t: 10, value: 10 },
      { t: 11, value: 11 },
      { t: 12, value: 12 },
      { t: 13, value: 13 },
    ]);
    expect(samplesOf(alongX, 0.5).map(({ t }) => t)).toEqual([9.75, 10.25, 10.75, 11.25, 11.75, 12.25, 12.75, 13.25]);
  });

  it('takes none at or beyond the far face', () => {
    expect(samplesOf(alongX, 3)).toEqual([{ t: 11, value: 11 }]);
    expect(samplesOf(alongX, 7.999)).toHaveLength(1);
    expect(samplesOf(alongX, 8)).toEqual([]);
  });

  it('takes them at another phase of their steps, and one more or less for it', () => {
    const at = (phase: number) => samplesOf(alongX, 1.5, phase).map(({ t }) => t);
    expect(at(0)).toEqual([9.5, 11, 12.5]);
    expect(at(0.5)).toEqual([10.25, 11.75, 13.25]);
    expect(at(0.75)).toEqual([10.625, 12.125]);
  });

  it('starts at an origin inside the box and takes none behind it', () => {
    expect(samplesOf({ origin: [1.5, 0, 0], direction: [1, 0, 0] })).toEqual([
      { t: 0.5, value: 2 },
      { t: 1.5, value: 3 },
    ]);
    expect(samplesOf({ origin: [3.5, 0, 0], direction: [1, 0, 0] })).toEqual([]);
  });

  it.each<[string, Ray]>([
    ['past the box, parallel to an axis', { origin: [-10, 1.6, 0], direction: [1, 0, 0] }],
    ['past the box on the other side', { origin: [-10, -0.6, 0], direction: [1, 0, 0] }],
    ['past the box, askew', { origin: [-10, 0, 0], direction: normalize([1, 1, 1]) }],
    ['away from the box', { origin: [-10, 1, 0], direction: [-1, 0, 0] }],
    ['away from the box, askew', { origin: [5, 3, 1], direction: normalize([1, 1, 1]) }],
  ])('takes none on a ray %s', (_, ray) => expect(samplesOf(ray)).toEqual([]));

  it.each([8001, 8002, 8003, 8004, 8005, 8006])('counts t in world units for any axes, seed %i', (seed) => {
    const random = createRandom(seed);
    const sizes: Vec3 = [5, 6, 7];
    const codeOf = ([x, y, z]: Vec3) => x + 10 * y + 100 * z;
    const voxels = Float64Array.from({ length: 210 }, (_, n) =>
      codeOf([n % 5, Math.floor(n / 5) % 6, Math.floor(n / 30)]),
    );
    for (const indexToWorld of [randomAxes(random, 1), randomAxes(random, -1), randomShearedAxes(random)]) {
      const volume = createVolume({ sizes, voxels, indexToWorld });
      const through = transformPoint(indexToWorld, [2, 2.5, 3]);
      const origin = addScaled(through, normalize(randomPoint(random, -1, 1)), 200);
      const ray: Ray = { origin, direction: normalize(subtract(through, origin)) };
      const stepVoxels = 0.75;
      const stepWorld = stepVoxels * smallestSpacing(volume);

      const indexAt = (t: number) => transformPoint(worldToIndex(volume), addScaled(origin, ray.direction, t));
      const isInside = (t: number) => indexAt(t).every((c, axis) => c > -0.5 && c < sizes[axis]! - 0.5);
      const samples = [...sampleRay(volume, ray, stepVoxels)];
      expect(samples.length).toBeGreaterThan(2);
      for (const [k, { index, t, pointWorld, positionIndex, value }] of samples.entries()) {
        expect(index).toBe(k);
        expectClose(pointWorld, addScaled(origin, ray.direction, t), 300);
        expectClose(positionIndex, indexAt(t), 3000);
        expect(t - samples[0]!.t).toBeCloseTo(k * stepWorld, 10);
        const clamped = indexAt(t).map((c, axis) => Math.min(Math.max(c, 0), sizes[axis]! - 1)) as unknown as Vec3;
        expect(value).toBeCloseTo(codeOf(clamped), 9);
      }
      // The first is half a step behind the near face and the last at most half a step and never past the far one.
      const [first, last] = [samples[0]!.t, samples.at(-1)!.t];
      expect([first - 0.501 * stepWorld, first - 0.499 * stepWorld].map(isInside)).toEqual([false, true]);
      expect([last, last + stepWorld].map(isInside)).toEqual([true, false]);
    }
  });
});
