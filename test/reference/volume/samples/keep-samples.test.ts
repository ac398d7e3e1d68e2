/** Clipping and masks leave samples out and change nothing else. */
import { describe, expect, it } from 'vitest';
import { rayThroughPixel } from '../../../../src/camera/camera.js';
import { transformPoint } from '../../../../src/math/affine.js';
import { boxHalfSpaces, type HalfSpace } from '../../../../src/math/half-space.js';
import { boundingSphere } from '../../../../src/math/sphere.js';
import { dot, scale, subtract, type Vec3 } from '../../../../src/math/vec3.js';
import { type CastVolumeOptions, castVolume } from '../../../../src/reference/volume/cast-volume.js';
import { keepSamples } from '../../../../src/reference/volume/samples/keep-samples.js';
import { createSamplePlacement } from '../../../../src/reference/volume/samples/place-samples.js';
import { sampleRay } from '../../../../src/reference/volume/samples/sample-ray.js';
import { RENDER_MODES } from '../../../../src/transfer/mode.js';
import { cropToVoxels } from '../../../../src/volume/crop.js';
import type { LabelStyle, Mask } from '../../../../src/volume/mask.js';
import { corners, createVolume, smallestSpacing, type Volume } from '../../../../src/volume/volume.js';
import { createRandom, randomAxes, randomDirection } from '../../../camera/random.js';
import {
  AXIS_VIEW_NAMES,
  BLACK,
  channelOf,
  expectSameColors,
  randomUnitAxes,
  randomView,
  randomVolume,
  SIZE,
  TINT,
  uniform,
  VARIED,
  volumeOf,
  voxelView,
} from '../../cast-scenes.js';

function sceneOf(seed: number): CastVolumeOptions {
  const volume = randomVolume(seed);
  return { volume, transfer: VARIED, camera: randomView(volume, seed + 50), ...SIZE, background: 'transparent' };
}

/** A grid with other axes that covers the volume, with voxels of random labels. */
function coveringLabels(volume: Volume, seed: number, labelCount: number): Volume {
  const random = createRandom(seed);
  const { center, radius } = boundingSphere(corners(volume));
  const axes = randomAxes(random, -1);
  const sizes = axes.columns.map((column) => Math.ceil((2.1 * radius) / Math.hypot(...column))) as unknown as Vec3;
  const middle = transformPoint({ ...axes, origin: [0, 0, 0] }, scale([sizes[0] - 1, sizes[1] - 1, sizes[2] - 1], 0.5));
  return volumeOf(sizes, { ...axes, origin: subtract(center, middle) }, () => Math.floor(labelCount * random()));
}

function isThin({ volume, camera }: CastVolumeOptions, clip: readonly HalfSpace[], pixel: number): boolean {
  const ray = rayThroughPixel(camera, SIZE, pixel % SIZE.width, Math.floor(pixel / SIZE.width));
  return [...createSamplePlacement(volume, clip, 1)(ray)].length === 1;
}

const isVisible = (image: { readonly colors: Float64Array }) =>
  expect(channelOf(image.colors, 3).filter((alpha) => alpha > 0).length).toBeGreaterThan(20);

describe.each([5302, 5303, 5304])('a random volume and view, seed %i', (seed) => {
  const scene = sceneOf(seed);
  const random = createRandom(seed + 100);
  const { center, radius } = boundingSphere(corners(scene.volume));
  const far: Vec3 = [2 * radius, 2 * radius, 2 * radius];

  it.each(RENDER_MODES)('is the same in mode %s with planes that cut nothing and a mask of all labels', (mode) => {
    const options = { ...scene, mode, isoValue: 128 };
    const image = castVolume(options);
    isVisible(image);
    const [low, high] = [subtract(center, far), center.map((c, axis) => c + far[axis]!) as unknown as Vec3];
    expect(castVolume({ ...options, clip: boxHalfSpaces(low, high) })).toEqual(image);
    const mask = { labels: coveringLabels(scene.volume, seed, 2), styles: [{ label: 1 }, { label: 0 }] };
    expect(castVolume({ ...options, mask })).toEqual(image);
  });

  it.each(RENDER_MODES)('is empty in mode %s where everything is left out', (mode) => {
    const options = { ...scene, mode, isoValue: 128 };
    const outside = { normal: [1, 0, 0], offset: center[0] + far[0] } as const;
    const mask: Mask = { labels: coveringLabels(scene.volume, seed, 2), styles: [{ label: 2 }] };
    for (const image of [castVolume({ ...options, clip: [outside] }), castVolume({ ...options, mask })]) {
      expect(image.colors.every((value) => value === 0)).toBe(true);
      expect(image.sampleCount).toBe(0);
    }
  });

  it('lets through two complementary halves the light that it lets through whole', () => {
    const options = { ...scene, earlyTermination: false };
    const normal = randomDirection(random);
    const half: HalfSpace = { normal, offset: dot(normal, center) };
    const otherHalf: HalfSpace = { normal: scale(normal, -3), offset: -3 * half.offset };
    const labels = coveringLabels(scene.volume, seed, 4);
    const styles: LabelStyle[] = [{ label: 0 }, { label: 1 }, { label: 2 }, { label: 3 }];
    const pairs = [
      [{ clip: [half] }, { clip: [otherHalf] }],
      [{ mask: { labels, styles: styles.slice(0, 2) } }, { mask: { labels, styles: styles.slice(2) } }],
    ] as const;
    const whole = castVolume(options);
    for (const pair of pairs) {
      const parts = pair.map((part) => castVolume({ ...options, ...part }));
      parts.map(isVisible);
      // The one sample of a part thinner than two steps stands for the part's length.
      const isWhole = (pixel: number) => pair.every((part) => !('clip' in part) || !isThin(scene, part.clip, pixel));
      if (!('clip' in pair[0])) expect(parts[0]!.sampleCount + parts[1]!.sampleCount).toBe(whole.sampleCount);
      const [all, first, second] = [whole, ...parts].map(({ colors }) =>
        channelOf(colors, 3).filter((_, pixel) => isWhole(pixel)),
      );
      expect(all!.length).toBeGreaterThan(0.9 * SIZE.width * SIZE.height);
      const together = first!.map((alpha, pixel) => 1 - (1 - alpha) * (1 - second![pixel]!));
      expectSameColors(together, all!);
    }
  });

  it('keeps the samples on the planes’ inner side where they were', () => {
    const normal = randomDirection(random);
    const half: HalfSpace = { normal, offset: dot(normal, center) };
    const ray = { origin: subtract(center, scale(normal, 3 * radius)), direction: normal };
    const samples = [...sampleRay(scene.volume, ray, 0.5)];
    const kept = [...keepSamples(samples, [half], undefined)];
    expect(kept.map(({ style, ...sample }) => sample)).toEqual(samples.filter(({ t }) => t >= 3 * radius));
    expect(kept.length).toBeGreaterThan(2);
    expect(kept.length).toBeLessThan(samples.length);
  });
});

describe.each(AXIS_VIEW_NAMES)('along the rays through voxel centres in view %s', (view) => {
  const random = createRandom(5401);
  const sizes: Vec3 = [6, 7, 8];
  const axes = randomUnitAxes(5402, -1);
  const volume = volumeOf(sizes, axes, () => 41 + 214 * random());
  const options = { volume, transfer: VARIED, background: BLACK, ...voxelView(volume, view) };
  /** With a value of no opacity in the other voxels. */
  const only = (isKept: (index: Vec3) => boolean): Volume => {
    const [nx, ny] = sizes;
    const keptValue = ([i, j, k]: Vec3) => (isKept([i, j, k]) ? volume.voxels[i + nx * (j + ny * k)]! : 0);
    return volumeOf(sizes, axes, keptValue);
  };

  it('a crop box shows what its voxels alone do', () => {
    const [first, last] = [
      [1, 0, 3],
      [4, 2, 3],
    ] as const satisfies Vec3[];
    const cropped = castVolume({ ...options, clip: cropToVoxels(volume, first, last) });
    const alone = only((index) => index.every((i, axis) => first[axis]! <= i && i <= last[axis]!));
    expectSameColors(cropped.colors, castVolume({ ...options, volume: alone }).colors);
    expect(cropped.sampleCount).toBe(4 * 3 * 1);
  });

  it('a mask shows what the voxels of its labels alone do', () => {
    const labelOf = ([i, j, k]: Vec3) => (7 * i + 3 * j + 5 * k) % 4;
    const mask: Mask = { labels: volumeOf(sizes, axes, labelOf), styles: [{ label: 3 }, { label: 1, opacity: 1 }] };
    const masked = castVolume({ ...options, mask });
    const alone = only((index) => labelOf(index) % 2 === 1);
    expectSameColors(masked.colors, castVolume({ ...options, volume: alone }).colors);
  });
});

describe('the style of a label', () => {
  const slab = createVolume({ sizes: [2, 2, 12], voxels: new Uint8Array(48) });
  const options = {
    volume: slab,
    background: 'transparent',
    ...voxelView(slab, 'a'),
    earlyTermination: false,
  } as const;
  const labels = volumeOf([2, 2, 12], slab.indexToWorld, ([, , k]) => (k < 4 ? 1 : 2));
  const seen = (styles: LabelStyle[], opacity: number, unit?: number) =>
    castVolume({ ...options, transfer: uniform(opacity, unit), mask: { labels, styles } }).colors;

  it('replaces the colour', () => {
    const colors = seen([{ label: 1, color: [0.25, 1, 0.5] }], 0.3);
    expectSameColors(colors.subarray(0, 4) as Float64Array, Float64Array.of(0.25, 1, 0.5, 1 - 0.7 ** 4));
    expectSameColors(seen([{ label: 1 }], 0.3).subarray(0, 4), Float64Array.of(...TINT, 1 - 0.7 ** 4));
  });

  it('multiplies the opacity of a unit of length', () => {
    const alpha = (styles: LabelStyle[], opacity: number, unit?: number) => seen(styles, opacity, unit)[3];
    expect(alpha([{ label: 2, opacity: 0.25 }], 0.8)).toBeCloseTo(1 - (1 - 0.8 * 0.25) ** 8, 12);
    expect(alpha([{ label: 2, opacity: 0.25 }], 0.8, 4)).toBeCloseTo(1 - (1 - 0.8 * 0.25) ** 2, 12);
    expect(alpha([{ label: 2, opacity: 0 }], 0.8)).toBe(0);
    const both = alpha([{ label: 2, opacity: 0.5 }, { label: 1 }], 0.4)!;
    expect(both).toBeCloseTo(1 - 0.6 ** 4 * 0.8 ** 8, 12);
  });

  it('has no say in the projections', () => {
    const mask: Mask = { labels, styles: [{ label: 1, color: [0, 0, 1], opacity: 0 }] };
    const image = castVolume({ ...options, transfer: uniform(0.1), mask, mode: 'mip' });
    expectSameColors(image.colors.subarray(0, 4), Float64Array.of(...TINT, 1));
    expect(image.sampleCount).toBe(16);
  });

  it('holds where the label volume’s own grid says', () => {
    // Voxels of 3 along z from the world's z = 2.5 on: two of them lie in the slab from −0.5 to 11.5.
    const columns = [
      [2, 0, 0],
      [0, 2, 0],
      [0, 0, 3],
    ] as const;
    const coarse = volumeOf([1, 1, 2], { columns, origin: [0.5, 0.5, 4] }, ([, , k]) => k);
    const count = (label: number) =>
      castVolume({ ...options, transfer: uniform(0.1), mask: { labels: coarse, styles: [{ label }] } }).sampleCount;
    expect([count(0), count(1), count(2)]).toEqual([4 * 3, 4 * 3, 0]);
    expect(smallestSpacing(slab)).toBe(1);
  });
});
