/** Masks: which labels and styles they take, and which voxel's label holds at a position. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { createMask, type LabelStyle, labelAt, NEAREST_BIAS } from '../../src/volume/mask.js';
import { createVolume, type VoxelArray } from '../../src/volume/volume.js';
import { between, createRandom } from '../camera/random.js';

const volumeOf = (voxels: VoxelArray) => createVolume({ sizes: [2, 2, 1], voxels });

describe('createMask', () => {
  const labels = volumeOf(new Uint8Array([0, 1, 2, 255]));
  const styles: LabelStyle[] = [{ label: 2, color: [1, 0, 0.5], opacity: 0 }, { label: 0 }, { label: 1, opacity: 1 }];

  it('takes labels and styles as they are', () => {
    expect(createMask({ labels, styles })).toEqual({ labels, styles });
  });

  it.each([
    new Int16Array([-5, 0, 1, 2]),
    new Uint32Array([0, 1, 2, 2 ** 32 - 1]),
    new Float32Array([0, 1, 2, -3]),
    new Float64Array([0, 1, 2, 2 ** 40]),
  ])('takes integers in any type: %o', (voxels) => {
    expect(() => createMask({ labels: volumeOf(voxels), styles })).not.toThrow();
  });

  it.each<[string, LabelStyle[], RegExp]>([
    ['no label', [], /at least one label/],
    ['a label twice', [{ label: 3 }, { label: 1 }, { label: 3, opacity: 0.5 }], /lists 3 twice/],
    ['a fractional label', [{ label: 1.5 }], /labels must be integers, not 1.5/],
    ['a label that is no number', [{ label: Number.NaN }], /not NaN/],
    ['an opacity over 1', [{ label: 7, opacity: 1.1 }], /opacity of label 7 must be a number from 0 to 1, not 1.1/],
    ['a negative opacity', [{ label: 7, opacity: -0.1 }], /not -0.1/],
    ['an opacity that is no number', [{ label: 7, opacity: Number.NaN }], /not NaN/],
    ['a colour over 1', [{ label: 7, color: [0, 2, 0] }], /colour of label 7 must be three numbers .* not \(0, 2, 0\)/],
    ['a colour that is no number', [{ label: 7, color: [0, Number.NaN, 0] }], /not \(0, NaN, 0\)/],
  ])('refuses %s', (_, wrong, message) => {
    expect(() => createMask({ labels, styles: wrong })).toThrow(InputError);
    expect(() => createMask({ labels, styles: wrong })).toThrow(message);
  });

  it('refuses a volume of intensities', () => {
    const intensities = volumeOf(new Float32Array([0, 1, 0.25, 2]));
    expect(() => createMask({ labels: intensities, styles })).toThrow(/must be integers, but .* a voxel of 0.25/);
  });
});

describe('labelAt', () => {
  const sizes = [3, 4, 5] as const;
  const voxels = Uint8Array.from({ length: 60 }, (_, n) => n);
  const labels = { sizes, voxels };

  it('is the label of the voxel that a position is in, seed 4301', () => {
    const random = createRandom(4301);
    for (let n = 0; n < 500; n++) {
      const [i, j, k] = sizes.map((size) => Math.floor(between(random, 0, size))) as [number, number, number];
      // Short of the next voxel by more than the bias.
      const inVoxel = () => between(random, -0.5, 0.5 - 2 * NEAREST_BIAS);
      expect(labelAt(labels, [i + inVoxel(), j + inVoxel(), k + inVoxel()])).toBe(i + 3 * (j + 4 * k));
    }
  });

  it('takes the next voxel midway between two, and a rounding before that', () => {
    for (const x of [0.5, 0.5 - 1e-5, 0.5 + 1e-5]) expect(labelAt(labels, [x, 1, 1])).toBe(1 + 3 * (1 + 4));
    expect(labelAt(labels, [0.5 - 1.1 * NEAREST_BIAS, 1, 1])).toBe(3 * (1 + 4));
  });

  it('has none outside', () => {
    for (const position of [
      [-0.51, 1, 1],
      [2.51, 1, 1],
      [1, -0.6, 1],
      [1, 3.6, 1],
      [1, 1, -0.6],
      [1, 1, 4.6],
    ] as const)
      expect(labelAt(labels, position)).toBeUndefined();
    expect(labelAt(labels, [-0.49, 1, 1])).toBe(3 * (1 + 4));
    expect(labelAt(labels, [2.49, 1, 1])).toBe(2 + 3 * (1 + 4));
  });
});
