/** The float64 CPU reference of the ray caster, held to laws that need no other implementation. */
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import { AXIS_VIEWS } from '../../../src/camera/views.js';
import { InputError } from '../../../src/errors.js';
import { boundingSphere } from '../../../src/math/sphere.js';
import { addScaled, dot, length, normalize, scale, type Vec3 } from '../../../src/math/vec3.js';
import { type CastVolumeOptions, castVolume } from '../../../src/reference/volume/cast-volume.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { RENDER_MODES } from '../../../src/transfer/mode.js';
import type { TransferFunction } from '../../../src/transfer/transfer-function.js';
import { corners, createVolume } from '../../../src/volume/volume.js';
import { createRandom, randomDirection, randomRotation, randomShearedAxes } from '../../camera/random.js';
import {
  AXIS_VIEW_NAMES,
  BLACK,
  expectSameColors,
  pixelAt,
  randomView,
  randomVolume,
  SCALE_1000,
  SIZE,
  TINT,
  transformScene,
  uniform,
  VARIED,
  volumeOf,
  voxelView,
} from '../cast-scenes.js';

describe('a homogeneous volume', () => {
  // 16 voxels of 0.5 along z, the smallest spacing.
  const grid = {
    columns: [
      [2, 0, 0],
      [0, 3, 0],
      [0, 0, 0.5],
    ],
    origin: [7, -3, 2],
  } as const;
  const slab = createVolume({ sizes: [3, 5, 16], voxels: new Uint8Array(240), indexToWorld: grid });
  const along = { volume: slab, ...voxelView(slab, 'a'), width: 3, height: 5, background: BLACK };

  it.each([
    // World length 8 is 16 smallest spacings.
    { opacity: 0.05, exponent: 16 },
    { opacity: 0.3, exponent: 16 },
    { opacity: 0.3, unit: 0.5, exponent: 16 },
    { opacity: 0.3, unit: 2, exponent: 4 },
    { opacity: 0.9, unit: 32, exponent: 0.25 },
    { opacity: 1, exponent: 16 },
    { opacity: 0, exponent: 16 },
  ])('has the opacity 1 − (1 − $opacity)^$exponent with unit $unit, at any step', ({ opacity, unit, exponent }) => {
    const expected = 1 - (1 - opacity) ** exponent;
    for (const stepVoxels of [1, 0.5, 0.25, 2, 16]) {
      const options = { ...along, transfer: uniform(opacity, unit), stepVoxels, earlyTermination: false };
      const { colors, sampleCount } = castVolume(options);
      expect(sampleCount).toBe((15 * 16) / stepVoxels);
      for (let pixel = 0; pixel < 15; pixel++) {
        for (const channel of [0, 1, 2]) expect(colors[4 * pixel + channel]).toBeCloseTo(expected * TINT[channel]!, 12);
        expect(colors[4 * pixel + 3]).toBe(1);
      }
    }
  });

  it('is as opaque as its body diagonal is long, to half a step', () => {
    const diagonal: Vec3 = [3 * 2, 5 * 3, 16 * 0.5];
    const target = boundingSphere(corners(slab)).center;
    const eye = addScaled(target, normalize(diagonal), -100);
    const camera: Camera = { projection: 'perspective', eye, target, up: [0, 0, 1], fovDegrees: 1 };
    for (const stepVoxels of [1, 0.3, 0.01]) {
      const transfer = uniform(0.05);
      const image = castVolume({
        ...along,
        camera,
        width: 1,
        height: 1,
        transfer,
        stepVoxels,
        background: 'transparent',
      });
      const lengthWorld = (Math.log(1 - image.colors[3]!) / Math.log(1 - 0.05)) * 0.5;
      expect(Math.abs(lengthWorld - length(diagonal))).toBeLessThanOrEqual(0.5 * stepVoxels * 0.5 * (1 + 1e-9));
    }
  });

  it('shows only what lies ahead of an eye inside it', () => {
    const inside: Camera = {
      projection: 'perspective',
      eye: [9, 3, 3.75],
      target: [9, 3, 9],
      up: [0, 1, 0],
      fovDegrees: 1,
    };
    // The box ends at z = 2 + 15.5 · 0.5 = 9.75: 6 of its 8 units lie ahead, 12 smallest spacings.
    const image = castVolume({
      ...along,
      camera: inside,
      width: 1,
      height: 1,
      transfer: uniform(0.1),
      background: 'transparent',
    });
    expect(image.sampleCount).toBe(12);
    expect(image.colors[3]).toBeCloseTo(1 - 0.9 ** 12, 12);
  });
});

describe('viewpoints a to f', () => {
  const sizes: Vec3 = [4, 5, 6];
  const voxels = Uint8Array.from({ length: 120 }, (_, n) => n);
  const opaque: TransferFunction = {
    colors: [
      { value: 0, color: [0, 0, 0] },
      { value: 119, color: [1, 1, 1] },
    ],
    opacities: [{ value: 0, opacity: 1 }],
  };

  it.each(AXIS_VIEW_NAMES)('%s has every voxel of the front in its place', (view) => {
    const [right, up, depth] = AXIS_VIEWS[view];
    for (const handedness of [1, -1] as const) {
      // Spacing 1, so that the first sample is at the centre of the first voxel.
      const rotate = randomRotation(createRandom(9001));
      const columns = [rotate([1, 0, 0]), rotate([0, 1, 0]), rotate([0, 0, handedness])] as const;
      const volume = createVolume({ sizes, voxels, indexToWorld: { columns, origin: [5, 6, 7] } });
      const seen = voxelView(volume, view);
      const { pixels } = castVolume({ volume, transfer: opaque, background: [1, 0, 0], ...seen });
      const { width, height } = seen;
      // In a right-handed volume a, c and d look towards smaller indices, so the largest are in front.
      const looksDown = ['a', 'c', 'd'].includes(view) === (handedness === 1);
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const index = [0, 0, 0];
          index[right] = x;
          index[up] = height - 1 - y;
          index[depth] = looksDown ? sizes[depth] - 1 : 0;
          const voxel = index[0]! + sizes[0] * (index[1]! + sizes[1] * index[2]!);
          const gray = Math.round((255 * voxel) / 119);
          expect(pixelAt(pixels, x, y, width), `handedness ${handedness}, pixel ${x}, ${y}`).toEqual([
            gray,
            gray,
            gray,
            255,
          ]);
        }
      }
    }
  });
});

describe.each([9101, 9102, 9103])('a random volume and view, seed %i', (seed) => {
  const volume = randomVolume(seed);
  const camera = randomView(volume, seed + 50);
  const options: CastVolumeOptions = { volume, camera, ...SIZE, transfer: VARIED, background: [0.05, 0.1, 0.3] };
  const image = castVolume(options);

  it('is neither empty nor all volume, and its bytes are the rounded colours', () => {
    const background = [13, 26, 77, 255];
    const hits = Array.from({ length: SIZE.width * SIZE.height }, (_, n) =>
      pixelAt(image.pixels, n % SIZE.width, Math.floor(n / SIZE.width)),
    ).filter((pixel) => pixel.join() !== background.join());
    expect(hits.length).toBeGreaterThan(50);
    expect(hits.length).toBeLessThan(SIZE.width * SIZE.height);
    expect([...image.pixels]).toEqual([...image.colors].map((value) => Math.round(255 * value)));
  });

  it('is the same with every length times 1000', () => {
    const scaled = castVolume(transformScene(options, SCALE_1000));
    expect(scaled.pixels).toEqual(image.pixels);
    expect(scaled.sampleCount).toBe(image.sampleCount);
  });

  it('is the same with volume and camera turned and moved together', () => {
    const rotate = randomRotation(createRandom(seed + 100));
    const columns = [rotate([1, 0, 0]), rotate([0, 1, 0]), rotate([0, 0, 1])] as const;
    const moved = castVolume(transformScene(options, { columns, origin: [3, -2, 1] }));
    expectSameColors(moved.colors, image.colors, 9);
    expect(moved.pixels).toEqual(image.pixels);
  });

  it('is within a level of itself without early termination, which saves samples', () => {
    const dense = { ...options, transfer: { ...VARIED, opacities: [{ value: 0, opacity: 0.8 }] } };
    for (const background of [[1, 1, 1], 'transparent'] as const) {
      const ended = castVolume({ ...dense, background });
      const whole = castVolume({ ...dense, background, earlyTermination: false });
      expect(ended.sampleCount).toBeLessThan(whole.sampleCount);
      const differences = [...ended.pixels].map((value, n) => Math.abs(value - whole.pixels[n]!));
      expect(Math.max(...differences)).toBeLessThanOrEqual(1);
    }
  });

  it('writes straight alpha that, put over a background, is the image with that background', () => {
    const straight = castVolume({ ...options, background: 'transparent' }).colors;
    const background = options.background as Vec3;
    const over = image.colors.map((_, n) => {
      const alpha = straight[n - (n % 4) + 3]!;
      return n % 4 === 3 ? 1 : alpha * straight[n]! + (1 - alpha) * background[n % 4]!;
    });
    expectSameColors(over, image.colors, 13);
    const alphas = straight.filter((_, n) => n % 4 === 3);
    expect(alphas.some((alpha) => alpha > 0 && alpha < 1)).toBe(true);
  });

  it('converges as the step shrinks', () => {
    const at = (stepVoxels: number) => castVolume({ ...options, stepVoxels, earlyTermination: false }).colors;
    const difference = (a: Float64Array, b: Float64Array) =>
      a.reduce((sum, value, n) => sum + Math.abs(value - b[n]!), 0);
    const [coarse, middle, fine, finest] = [at(1), at(0.25), at(1 / 16), at(1 / 64)];
    expect(difference(middle!, finest!)).toBeLessThan(difference(coarse!, finest!) / 2);
    expect(difference(fine!, finest!)).toBeLessThan(difference(middle!, finest!) / 2);
  });
});

describe.each(RENDER_MODES)('mode %s with clipping, a mask, gradients and a light', (mode) => {
  const seed = 9301;
  const volume = randomVolume(seed, [9, 8, 10]);
  const { center } = boundingSphere(corners(volume));
  const normal = randomDirection(createRandom(seed + 1));
  const labelCount = 3;
  // On a grid that is coarser than the volume's and ends inside it along one axis.
  const [x, y, z] = volume.indexToWorld.columns.map((column) => scale(column, 2.5)) as [Vec3, Vec3, Vec3];
  const coarse = { columns: [x, y, z], origin: volume.indexToWorld.origin } as const;
  const labels = volumeOf([4, 4, 3], coarse, ([i, j, k]) => (i + 2 * j + k) % labelCount);
  const scene: CastVolumeOptions = {
    volume,
    transfer: {
      ...VARIED,
      gradientOpacities: [
        { value: 5, opacity: 0.1 },
        { value: 50, opacity: 1 },
      ],
    },
    camera: randomView(volume, seed + 2),
    ...SIZE,
    background: 'transparent',
    mode,
    isoValue: 110,
    shading: createShading({ light: [1, -2, 0.5] }),
    clip: [{ normal, offset: dot(normal, center) }],
    mask: { labels, styles: [{ label: 1 }, { label: 0, color: [0.2, 1, 0.4], opacity: 0.5 }] },
    jitter: 3,
    samplesPerPixel: 2,
  };
  const image = castVolume(scene);

  it('shows every one of them', () => {
    const lit = mode === 'composite' || mode === 'isosurface';
    for (const option of ['clip', 'mask', 'jitter', 'samplesPerPixel', ...(lit ? ['shading'] : [])]) {
      const rest = Object.fromEntries(Object.entries(scene).filter(([name]) => name !== option));
      expect(castVolume(rest as unknown as CastVolumeOptions).colors, option).not.toEqual(image.colors);
    }
  });

  it('is the same turned and moved', () => {
    const rotate = randomRotation(createRandom(seed + 3));
    const columns = [rotate([1, 0, 0]), rotate([0, 1, 0]), rotate([0, 0, 1])] as const;
    const moved = castVolume(transformScene(scene, { columns, origin: [3, -2, 1] }));
    expectSameColors(moved.colors, image.colors, 9);
    expect(moved.sampleCount).toBe(image.sampleCount);
  });

  it('is the same with every length times 1000', () => {
    // Integrals are a thousand times as large.
    const transfer = mode === 'xray' ? stretchTransfer(scene.transfer, 1000) : scene.transfer;
    const scaled = castVolume(transformScene({ ...scene, transfer }, SCALE_1000));
    expectSameColors(scaled.colors, image.colors, 9);
    expect(scaled.sampleCount).toBe(image.sampleCount);
  });
});

const stretchTransfer = ({ colors, opacities, ...rest }: TransferFunction, factor: number): TransferFunction => ({
  ...rest,
  colors: colors.map((point) => ({ ...point, value: factor * point.value })),
  opacities: opacities.map((point) => ({ ...point, value: factor * point.value })),
});

describe('castVolume', () => {
  const volume = createVolume({ sizes: [2, 1, 1], voxels: new Uint8Array([0, 10]) });
  const away: Camera = { projection: 'orthographic', eye: [0, 9, 0], target: [0, 10, 0], up: [0, 0, 1], height: 1 };
  const alongX: Camera = { projection: 'orthographic', eye: [-5, 0, 0], target: [0, 0, 0], up: [0, 0, 1], height: 0.1 };
  const options = { volume, transfer: uniform(1), camera: alongX, width: 2, height: 1, background: BLACK };

  it('shows the background, and nothing where there is none, along rays that miss', () => {
    const missed = castVolume({ ...options, camera: away, background: [1, 0.5, 0.2] });
    expect([...missed.pixels]).toEqual([255, 128, 51, 255, 255, 128, 51, 255]);
    expect(missed.sampleCount).toBe(0);
    expect([...castVolume({ ...options, camera: away, background: 'transparent' }).pixels]).toEqual(
      new Array(8).fill(0),
    );
  });

  it('has the full colour of thin material in straight alpha', () => {
    const thin = castVolume({ ...options, transfer: uniform(1e-3), background: 'transparent' });
    for (const [channel, value] of TINT.entries()) expect(thin.colors[channel]).toBeCloseTo(value, 12);
    expect(thin.colors[3]).toBeCloseTo(1 - 0.999 ** 2, 12);
  });

  it('interpolates first and classifies then', () => {
    const spike: TransferFunction = {
      colors: [{ value: 0, color: [1, 1, 1] }],
      opacities: [
        { value: 4, opacity: 0 },
        { value: 5, opacity: 1 },
        { value: 6, opacity: 0 },
      ],
    };
    // One sample, midway between the voxels of value 0 and 10.
    const image = castVolume({ ...options, transfer: spike, stepVoxels: 2 });
    expect(image.sampleCount).toBe(2);
    expect(pixelAt(image.pixels, 0, 0, 2)).toEqual([255, 255, 255, 255]);
  });

  it('ends a ray with the sample that makes it opaque', () => {
    expect(castVolume(options).sampleCount).toBe(2);
    expect(castVolume({ ...options, earlyTermination: false }).sampleCount).toBe(4);
    expect(castVolume({ ...options, transfer: uniform(0.9985) }).sampleCount).toBe(4);
    expect(castVolume({ ...options, transfer: uniform(0.9991) }).sampleCount).toBe(2);
  });

  it('casts sheared volumes', () => {
    const sheared = createVolume({ ...randomVolume(9201), indexToWorld: randomShearedAxes(createRandom(9202)) });
    const camera = randomView(sheared, 9203);
    expect(castVolume({ ...options, volume: sheared, camera, ...SIZE }).sampleCount).toBeGreaterThan(20);
  });

  it.each([
    [{ width: 0 }, /width and height must be positive integers, not 0 × 1/],
    [{ height: 1.5 }, /not 2 × 1.5/],
    [{ stepVoxels: 0 }, /step must be a positive number of voxels, not 0/],
    [{ stepVoxels: Number.NaN }, /not NaN/],
    [{ mode: 'isosurface' }, /isosurface needs a finite value, not undefined/],
    [{ mode: 'isosurface', isoValue: Number.NaN }, /not NaN/],
    [{ jitter: -1 }, /jitter's seed must be an integer from 0 on, not -1/],
    [{ jitter: 0.5 }, /not 0.5/],
    [{ samplesPerPixel: 0 }, /samples per pixel must be an integer from 1 to 64, not 0/],
    [{ samplesPerPixel: 65 }, /not 65/],
    [{ samplesPerPixel: 1.5 }, /not 1.5/],
  ] satisfies [Partial<CastVolumeOptions>, RegExp][])('refuses %o', (change, message) => {
    expect(() => castVolume({ ...options, ...change })).toThrow(InputError);
    expect(() => castVolume({ ...options, ...change })).toThrow(message);
  });
});
