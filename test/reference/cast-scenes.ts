/** Volumes, views and transfer functions on which the CPU reference is held to its laws. */
import { expect } from 'vitest';
import type { Camera } from '../../src/camera/camera.js';
import { fitCamera } from '../../src/camera/fit.js';
import { AXIS_VIEWS, viewDirection } from '../../src/camera/views.js';
import { type Affine, transformPoint, transformVector } from '../../src/math/affine.js';
import { transformHalfSpace } from '../../src/math/half-space.js';
import { boundingSphere } from '../../src/math/sphere.js';
import { addScaled, length, type Vec3 } from '../../src/math/vec3.js';
import type { CastVolumeOptions } from '../../src/reference/volume/cast-volume.js';
import { isLightList } from '../../src/transfer/light/lights.js';
import type { TransferFunction } from '../../src/transfer/transfer-function.js';
import { corners, createVolume, spacings, type Volume } from '../../src/volume/volume.js';
import { createRandom, randomAxes, randomDirection, randomRotation } from '../camera/random.js';

export const BLACK: Vec3 = [0, 0, 0];
export const TINT: Vec3 = [0.9, 0.5, 0.2];
export const SIZE = { width: 24, height: 16 };

export const AXIS_VIEW_NAMES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
export type AxisViewName = (typeof AXIS_VIEW_NAMES)[number];

/** One colour and one opacity for every value. */
export const uniform = (opacity: number, unit?: number): TransferFunction => ({
  colors: [{ value: 0, color: TINT }],
  opacities: [{ value: 0, opacity }],
  ...(unit !== undefined && { unit }),
});

/** Colours and opacities that differ for all values of 8 bits. */
export const VARIED: TransferFunction = {
  colors: [
    { value: 0, color: [0.1, 0.9, 0.3] },
    { value: 120, color: [1, 0.2, 0.1] },
    { value: 255, color: [0.3, 0.4, 1] },
  ],
  opacities: [
    { value: 40, opacity: 0 },
    { value: 130, opacity: 0.25 },
    { value: 255, opacity: 0.7 },
  ],
};

/** Colours that are the value itself, from 0 to 1, at one opacity. */
export const gray = (opacity: number): TransferFunction => ({
  colors: [
    { value: 0, color: [0, 0, 0] },
    { value: 1, color: [1, 1, 1] },
  ],
  opacities: [{ value: 0, opacity }],
});

/** Voxel (i, j, k) has the value `valueAt(i, j, k)`. */
export function volumeOf(sizes: Vec3, indexToWorld: Affine, valueAt: (index: Vec3) => number): Volume {
  const voxels = new Float64Array(sizes[0] * sizes[1] * sizes[2]);
  for (const n of voxels.keys()) {
    voxels[n] = valueAt([n % sizes[0], Math.floor(n / sizes[0]) % sizes[1], Math.floor(n / (sizes[0] * sizes[1]))]);
  }
  return createVolume({ sizes, voxels, indexToWorld });
}

/** Voxels have the value of a function of the world. */
export const fieldVolume = (sizes: Vec3, indexToWorld: Affine, field: (pointWorld: Vec3) => number): Volume =>
  volumeOf(sizes, indexToWorld, (index) => field(transformPoint(indexToWorld, index)));

/** Index space is the world. */
export const UNIT_AXES: Affine = {
  columns: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  origin: [0, 0, 0],
};

/** Perpendicular axes of spacing 1, turned at random. */
export function randomUnitAxes(seed: number, handedness: 1 | -1 = 1): Affine {
  const rotate = randomRotation(createRandom(seed));
  return { columns: [rotate([1, 0, 0]), rotate([0, 1, 0]), rotate([0, 0, handedness])], origin: [5, 6, 7] };
}

export function randomVolume(seed: number, sizes: Vec3 = [6, 7, 8]): Volume {
  const random = createRandom(seed);
  const voxels = Uint8Array.from({ length: sizes[0] * sizes[1] * sizes[2] }, () => 256 * random());
  return createVolume({ sizes, voxels, indexToWorld: randomAxes(random, 1) });
}

export function randomView(
  volume: Volume,
  seed: number,
  projection: Camera['projection'] = seed % 2 === 0 ? 'orthographic' : 'perspective',
): Camera {
  const random = createRandom(seed);
  const view = { forward: randomDirection(random), up: randomDirection(random) };
  return fitCamera(boundingSphere(corners(volume)), view, { aspect: SIZE.width / SIZE.height, projection });
}

/** The orthographic view along a depth axis in which pixel (x, y) is the voxel at x from the left and y from the top. */
export function voxelView(volume: Volume, view: AxisViewName) {
  const [right, up] = AXIS_VIEWS[view];
  const { forward, up: upWorld } = viewDirection(view, volume.indexToWorld);
  const { center, radius } = boundingSphere(corners(volume));
  const heightWorld = volume.sizes[up] * spacings(volume)[up];
  return {
    camera: {
      projection: 'orthographic',
      eye: addScaled(center, forward, -2 * radius),
      target: center,
      up: upWorld,
      height: heightWorld,
    } satisfies Camera,
    width: volume.sizes[right],
    height: volume.sizes[up],
  };
}

/** Along a view's depth axis, the values of the voxels behind each pixel of `voxelView`, rows from the top. */
export function voxelColumns({ sizes, voxels }: Volume, view: AxisViewName): number[][] {
  const [right, up, depth] = AXIS_VIEWS[view];
  return Array.from({ length: sizes[right] * sizes[up] }, (_, pixel) =>
    Array.from({ length: sizes[depth] }, (_, along) => {
      const index = [0, 0, 0];
      index[right] = pixel % sizes[right];
      index[up] = sizes[up] - 1 - Math.floor(pixel / sizes[right]);
      index[depth] = along;
      return voxels[index[0]! + sizes[0] * (index[1]! + sizes[1] * index[2]!)]!;
    }),
  );
}

/** Everything of the scene that lies in the world, moved by a similarity. */
export function transformScene<Options extends CastVolumeOptions>(options: Options, map: Affine): Options {
  const move = (volume: Volume): Volume => {
    const [x, y, z] = volume.indexToWorld.columns.map((column) => transformVector(map, column)) as [Vec3, Vec3, Vec3];
    const origin = transformPoint(map, volume.indexToWorld.origin);
    return createVolume({ ...volume, indexToWorld: { columns: [x, y, z], origin } });
  };
  const { volume, camera, clip, mask, shading } = options;
  const light = shading?.light;
  return {
    ...options,
    volume: move(volume),
    camera: {
      ...camera,
      eye: transformPoint(map, camera.eye),
      target: transformPoint(map, camera.target),
      up: transformVector(map, camera.up),
      ...(camera.projection === 'orthographic' && { height: camera.height * length(map.columns[0]) }),
    },
    ...(clip && { clip: clip.map((halfSpace) => transformHalfSpace(map, halfSpace)) }),
    ...(mask && { mask: { ...mask, labels: move(mask.labels) } }),
    ...(light &&
      light !== 'headlight' &&
      !isLightList(light) && { shading: { ...shading, light: transformVector(map, light) } }),
  };
}

export const SCALE_1000: Affine = {
  columns: [
    [1000, 0, 0],
    [0, 1000, 0],
    [0, 0, 1000],
  ],
  origin: [0, 0, 0],
};

export function largestDifference(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  expect(actual.length).toBe(expected.length);
  let largest = 0;
  for (let n = 0; n < actual.length; n++) largest = Math.max(largest, Math.abs(actual[n]! - expected[n]!));
  return largest;
}

/** Up to the rounding of a few hundred operations on numbers up to 1. */
export function expectSameColors(actual: Float64Array, expected: Float64Array, digits = 12): void {
  expect(largestDifference(actual, expected)).toBeCloseTo(0, digits);
}

export const pixelAt = (values: Uint8Array | Float64Array, x: number, y: number, width = SIZE.width) => [
  ...values.subarray(4 * (y * width + x), 4 * (y * width + x) + 4),
];

/** One channel of every pixel. */
export const channelOf = (colors: Float64Array, channel: number) => colors.filter((_, n) => n % 4 === channel);
