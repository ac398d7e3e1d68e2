/** Gradient opacities in the picture of a field whose gradient is known. */
import { describe, expect, it } from 'vitest';
import { length, type Vec3 } from '../../../src/math/vec3.js';
import { type CastVolumeOptions, castVolume } from '../../../src/reference/volume/cast-volume.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import type { OpacityPoint, TransferFunction } from '../../../src/transfer/transfer-function.js';
import { cropToVoxels } from '../../../src/volume/crop.js';
import {
  channelOf,
  expectSameColors,
  fieldVolume,
  randomView,
  randomVolume,
  SCALE_1000,
  SIZE,
  transformScene,
  uniform,
  VARIED,
  voxelView,
} from '../cast-scenes.js';

const withGradients = (transfer: TransferFunction, gradientOpacities: OpacityPoint[]) => ({
  ...transfer,
  gradientOpacities,
});

describe('gradient opacities', () => {
  const sizes: Vec3 = [5, 4, 12];
  const slope: Vec3 = [3, -4, 12];
  // The smallest spacing is 0.5, along z, over which the field rises by 6.5.
  const columns = [
    [0.75, 0, 0],
    [0, 0.75, 0],
    [0, 0, 0.5],
  ] as const;
  const field = ([x, y, z]: Vec3) => slope[0] * x + slope[1] * y + slope[2] * z;
  const volume = fieldVolume(sizes, { columns, origin: [1, 2, 3] }, field);
  // Where no neighbour is beyond the edge.
  const clip = cropToVoxels(volume, [1, 1, 2], [3, 2, 9]);
  const options = {
    volume,
    ...voxelView(volume, 'a'),
    background: 'transparent',
    earlyTermination: false,
    clip,
  } as const;
  const alphas = (transfer: TransferFunction) =>
    channelOf(castVolume({ ...options, transfer }).colors, 3).filter((alpha) => alpha > 0);

  it.each([
    {
      points: [
        { value: 0, opacity: 0 },
        { value: 13, opacity: 1 },
      ],
      factor: 0.5,
    },
    {
      points: [
        { value: 7, opacity: 0.2 },
        { value: 9, opacity: 0.9 },
      ],
      factor: 0.2,
    },
    {
      points: [
        { value: 2, opacity: 0.9 },
        { value: 6, opacity: 0.75 },
      ],
      factor: 0.75,
    },
  ])('multiply the opacity of a unit of length by $factor', ({ points, factor }) => {
    expect(length(slope) * 0.5).toBe(6.5);
    for (const [unit, exponent] of [
      [undefined, 8],
      [2, 2],
    ] as const) {
      const seen = alphas(withGradients(uniform(0.6, unit), points));
      expect(seen).toHaveLength(3 * 2);
      expectSameColors(seen, new Float64Array(6).fill(1 - (1 - 0.6 * factor) ** exponent));
    }
  });

  it('of 1 everywhere change nothing, with and without shading', () => {
    for (const shading of [{}, { shading: createShading() }]) {
      const plain = castVolume({ ...options, ...shading, transfer: uniform(0.6) });
      const ones = withGradients(uniform(0.6), [{ value: 3, opacity: 1 }]);
      expect(castVolume({ ...options, ...shading, transfer: ones })).toEqual(plain);
    }
  });

  it('show where values change, and not where they stay', () => {
    const flat = withGradients(uniform(0.6), [
      { value: 1, opacity: 0 },
      { value: 1, opacity: 1 },
    ]);
    const level = fieldVolume(sizes, volume.indexToWorld, () => 5);
    expect(alphas(flat)).toHaveLength(6);
    const image = castVolume({ ...options, volume: level, transfer: flat });
    expect(image.colors.every((value) => value === 0)).toBe(true);
    expect(image.sampleCount).toBe(6 * 8);
  });
});

it.each([5801, 5802])('gradients are the same with every length times 1000, seed %i', (seed) => {
  const volume = randomVolume(seed);
  const scene: CastVolumeOptions = {
    volume,
    transfer: withGradients(VARIED, [
      { value: 10, opacity: 0 },
      { value: 60, opacity: 1 },
    ]),
    camera: randomView(volume, seed),
    ...SIZE,
    background: [0.1, 0.2, 0.3],
    shading: createShading({ light: [1, -2, 3] }),
  };
  const image = castVolume(scene);
  expectSameColors(castVolume(transformScene(scene, SCALE_1000)).colors, image.colors, 9);
  const unshaded = castVolume({ ...scene, transfer: VARIED });
  expect(image.colors).not.toEqual(unshaded.colors);
});
