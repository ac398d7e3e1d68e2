/** The projection modes: the largest, smallest and mean value along a ray. */
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../src/math/vec3.js';
import { castVolume } from '../../../src/reference/volume/cast-volume.js';
import { createVolume } from '../../../src/volume/volume.js';
import { createRandom } from '../../camera/random.js';
import {
  AXIS_VIEW_NAMES,
  BLACK,
  channelOf,
  gray,
  largestDifference,
  randomUnitAxes,
  randomView,
  SIZE,
  VARIED,
  voxelColumns,
  voxelView,
} from '../cast-scenes.js';

const REDUCTIONS = {
  mip: (values: number[]) => Math.max(...values),
  minip: (values: number[]) => Math.min(...values),
  average: (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length,
};
const MODES = Object.keys(REDUCTIONS) as (keyof typeof REDUCTIONS)[];

/** Values between 0 and 1, which `gray` shows as they are. */
function grayVolume(seed: number, handedness: 1 | -1 = 1) {
  const random = createRandom(seed);
  const sizes: Vec3 = [4, 5, 6];
  const voxels = Float64Array.from({ length: 120 }, random);
  return createVolume({ sizes, voxels, indexToWorld: randomUnitAxes(seed, handedness) });
}

describe.each(MODES)('%s', (mode) => {
  it.each(AXIS_VIEW_NAMES)('is that of the voxels behind each pixel in view %s', (view) => {
    for (const handedness of [1, -1] as const) {
      const volume = grayVolume(5101, handedness);
      const image = castVolume({ volume, transfer: gray(0.1), background: BLACK, mode, ...voxelView(volume, view) });
      const expected = voxelColumns(volume, view).map(REDUCTIONS[mode]);
      for (const channel of [0, 1, 2]) {
        // A ray may pass a voxel's centre by a rounding.
        expect(largestDifference(channelOf(image.colors, channel), expected)).toBeCloseTo(0, 12);
      }
      expect(image.sampleCount).toBe(120);
    }
  });

  it('shows the transfer function’s colour at full opacity, and nothing beside the volume', () => {
    const volume = grayVolume(5102);
    const options = { volume, camera: randomView(volume, 5103), ...SIZE, mode, background: 'transparent' } as const;
    const [thin, dense] = [0, 0.7].map((opacity) => castVolume({ ...options, transfer: gray(opacity) }));
    expect(thin!.colors).toEqual(dense!.colors);
    const alphas = new Set(channelOf(thin!.colors, 3));
    expect(alphas).toEqual(new Set([0, 1]));
    const halved = castVolume({ ...options, transfer: { ...VARIED, colors: [{ value: 0, color: [0.5, 0.25, 1] }] } });
    for (const [n, alpha] of channelOf(halved.colors, 3).entries()) {
      const expected = alpha === 0 ? [0, 0, 0, 0] : [0.5, 0.25, 1, 1];
      expect([...halved.colors.subarray(4 * n, 4 * n + 4)]).toEqual(expected);
    }
  });

  it('does not end rays early', () => {
    const volume = grayVolume(5104);
    const options = { volume, transfer: gray(1), camera: randomView(volume, 5105), ...SIZE, mode, background: BLACK };
    const [ended, whole] = [true, false].map((earlyTermination) => castVolume({ ...options, earlyTermination }));
    expect(ended).toEqual(whole);
  });
});

it.each([5201, 5202, 5203])('minip ≤ average ≤ mip in every pixel, and differ, seed %i', (seed) => {
  const volume = grayVolume(seed);
  const options = { volume, transfer: gray(0.1), camera: randomView(volume, seed), ...SIZE, background: BLACK };
  const [mip, minip, average] = MODES.map((mode) => channelOf(castVolume({ ...options, mode }).colors, 0));
  const rounding = 1e-15;
  let different = 0;
  for (const [pixel, mean] of average!.entries()) {
    expect(minip![pixel]! - rounding).toBeLessThanOrEqual(mean);
    expect(mean).toBeLessThanOrEqual(mip![pixel]! + rounding);
    if (minip![pixel]! < mean && mean < mip![pixel]!) different++;
  }
  expect(different).toBeGreaterThan(50);
});
