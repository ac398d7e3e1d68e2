/** Isosurfaces of fields whose surfaces are known. */
import { describe, expect, it } from 'vitest';
import type { Ray } from '../../../src/camera/camera.js';
import { transformPoint } from '../../../src/math/affine.js';
import { addScaled, dot, length, normalize, scale, subtract, type Vec3 } from '../../../src/math/vec3.js';
import { castVolume } from '../../../src/reference/volume/cast-volume.js';
import { findCrossing } from '../../../src/reference/volume/find-crossing.js';
import { type KeptSample, keepSamples } from '../../../src/reference/volume/samples/keep-samples.js';
import { sampleRay } from '../../../src/reference/volume/samples/sample-ray.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { smallestSpacing, type Volume } from '../../../src/volume/volume.js';
import {
  between,
  createRandom,
  randomAxes,
  randomDirection,
  randomPoint,
  randomShearedAxes,
} from '../../camera/random.js';
import {
  BLACK,
  fieldVolume,
  gray,
  randomUnitAxes,
  TINT,
  UNIT_AXES,
  uniform,
  volumeOf,
  voxelView,
} from '../cast-scenes.js';

const BISECTIONS = 10;
const crossingOn = (volume: Volume, ray: Ray, isoValue: number, stepVoxels: number) =>
  findCrossing(volume, keepSamples(sampleRay(volume, ray, stepVoxels), [], undefined), isoValue).crossing;

describe.each([5501, 5502, 5503, 5504])('findCrossing, seed %i', (seed) => {
  const random = createRandom(seed);

  it('finds the plane of a linear field to the bisection’s last interval, from either side', () => {
    for (const axes of [randomAxes(random, 1), randomShearedAxes(random)]) {
      const sizes: Vec3 = [9, 10, 11];
      const slope = randomDirection(random);
      const volume = fieldVolume(sizes, axes, (point) => dot(slope, point));
      const through = transformPoint(axes, [between(random, 3, 5), between(random, 4, 5), between(random, 4, 6)]);
      for (const along of [1, -1]) {
        const direction = normalize(addScaled(scale(slope, along), randomPoint(random, -0.4, 0.4), 1));
        const ray: Ray = { origin: addScaled(through, direction, -100), direction };
        const stepVoxels = between(random, 0.3, 1.2);
        const { t } = crossingOn(volume, ray, dot(slope, through), stepVoxels)!;
        const stepWorld = stepVoxels * smallestSpacing(volume);
        expect(Math.abs(t - 100)).toBeLessThanOrEqual((stepWorld / 2 ** (BISECTIONS + 1)) * (1 + 1e-9));
      }
    }
  });

  it('finds the radius of a sphere to the interpolation’s error and the bisection’s', () => {
    const radius = 7;
    const axes = randomUnitAxes(seed);
    const center = transformPoint(axes, [between(random, 9, 11), between(random, 9, 11), between(random, 9, 11)]);
    const volume = fieldVolume([21, 21, 21], axes, (point) => length(subtract(point, center)));
    // |p| is convex with second derivatives that sum up to 2 / |p|, and linear interpolation along an axis is too large
    // by at most an eighth of the second derivative along it: values are too large and the surface is too far in.
    const interpolation = 2 / (radius - Math.sqrt(3)) / 8;
    for (let n = 0; n < 50; n++) {
      const stepVoxels = between(random, 0.2, 1);
      const aim = addScaled(center, randomPoint(random, -3, 3), 1);
      const direction = randomDirection(random);
      const ray: Ray = { origin: addScaled(aim, direction, -50), direction };
      const { t } = crossingOn(volume, ray, radius, stepVoxels)!;
      const found = length(subtract(addScaled(ray.origin, direction, t), center));
      const bisection = stepVoxels / 2 ** (BISECTIONS + 1);
      expect(found).toBeLessThanOrEqual(radius + bisection);
      expect(found).toBeGreaterThanOrEqual(radius - interpolation - bisection);
    }
  });
});

describe('between samples', () => {
  const sizes: Vec3 = [8, 1, 1];
  const alongX: Ray = { origin: [-1, 0, 0], direction: [1, 0, 0] };
  const row = (...values: number[]) => volumeOf(sizes, UNIT_AXES, ([i]) => values[i]!);
  /** The first crossing's x with these samples left out. */
  const crossingX = (volume: Volume, isoValue: number, leftOut: readonly number[] = []) => {
    const samples = [...keepSamples(sampleRay(volume, alongX, 1), [], undefined)];
    const kept: KeptSample[] = samples.filter(({ index }) => !leftOut.includes(index));
    const { crossing, sampleCount } = findCrossing(volume, kept, isoValue);
    return { x: crossing?.positionIndex[0], sampleCount };
  };

  it('takes the first of several, rising or falling', () => {
    const x = (value: number) => crossingX(row(0, 0, 8, 2, 2, 9, 9, 9), value).x;
    expect(x(2)).toBeCloseTo(1.25, 3);
    expect(x(8.5)).toBeCloseTo(4 + 6.5 / 7, 3);
    expect(crossingX(row(8, 8, 4, 0, 0, 8, 8, 8), 6).x).toBeCloseTo(1.5, 3);
    expect(crossingX(row(8, 8, 4, 0, 0, 8, 8, 8), 6).sampleCount).toBe(3);
  });

  it('counts a value on the surface as above it', () => {
    expect(crossingX(row(0, 0, 5, 0, 0, 0, 0, 0), 5).x).toBeCloseTo(2, 3);
    expect(crossingX(row(9, 9, 5, 9, 9, 9, 9, 9), 5)).toEqual({ x: undefined, sampleCount: 8 });
    expect(crossingX(row(5, 5, 5, 5, 5, 5, 5, 5), 5).x).toBeUndefined();
  });

  it('has the style of the sample behind it', () => {
    const volume = row(0, 0, 8, 8, 8, 8, 8, 8);
    const samples = [...keepSamples(sampleRay(volume, alongX, 1), [], undefined)];
    const styled = samples.map((sample) => ({ ...sample, style: { label: sample.index } }));
    for (const isoValue of [1, 4, 7]) {
      expect(findCrossing(volume, styled, isoValue).crossing!.style).toEqual({ label: 2 });
    }
  });

  it('sees none across samples that are left out', () => {
    const volume = row(0, 0, 8, 8, 8, 0, 0, 0);
    expect(crossingX(volume, 4).x).toBeCloseTo(1.5, 3);
    expect(crossingX(volume, 4, [1]).x).toBeCloseTo(4.5, 3);
    expect(crossingX(volume, 4, [2]).x).toBeCloseTo(4.5, 3);
    expect(crossingX(volume, 4, [1, 4])).toEqual({ x: undefined, sampleCount: 6 });
  });
});

describe('mode isosurface', () => {
  const volume = fieldVolume([9, 9, 9], randomUnitAxes(5601), (point) => length(subtract(point, [7, 8, 9])) / 10);
  const camera = voxelView(volume, 'a');
  const options = { volume, ...camera, mode: 'isosurface', background: 'transparent' } as const;

  it('is opaque, whatever the opacities, and has the colour at its value, lit', () => {
    const isoValue = 0.8;
    const ambient = createShading({ ambient: 1, diffuse: 0, specular: 0 });
    const images = [0, 1].map((opacity) =>
      castVolume({ ...options, isoValue, shading: ambient, transfer: gray(opacity) }),
    );
    expect(images[0]).toEqual(images[1]);
    const pixels = new Set(Array.from({ length: 81 }, (_, n) => images[0]!.colors.subarray(4 * n, 4 * n + 4).join()));
    expect(pixels).toEqual(new Set(['0,0,0,0', '0.8,0.8,0.8,1']));
  });

  it('is lit by default as shading is by default', () => {
    const image = castVolume({ ...options, isoValue: 0.5, transfer: uniform(1) });
    expect(castVolume({ ...options, isoValue: 0.5, transfer: uniform(1), shading: createShading() })).toEqual(image);
    expect(new Set(image.pixels).size).toBeGreaterThan(10);
  });

  it('takes the colour of the label, where it has one', () => {
    const shading = createShading({ ambient: 1, diffuse: 0, specular: 0 });
    const labels = volumeOf([9, 9, 9], volume.indexToWorld, ([i]) => Number(i >= 5));
    const mask = { labels, styles: [{ label: 0, color: BLACK }, { label: 1 }] };
    const { colors } = castVolume({ ...options, isoValue: 0.8, transfer: uniform(1), shading, mask });
    let seen = 0;
    for (let n = 0; n < 81; n++) {
      if (colors[4 * n + 3] === 0) continue;
      seen++;
      expect([...colors.subarray(4 * n, 4 * n + 3)]).toEqual(n % 9 >= 5 ? TINT : BLACK);
    }
    expect(seen).toBeGreaterThan(20);
  });
});
