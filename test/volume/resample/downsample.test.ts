/** Downsampling by laws: what is averaged, what is kept, and where it is in the world. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { type Affine, transformPoint } from '../../../src/math/affine.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { downsample } from '../../../src/volume/resample/downsample.js';
import { corners, createVolume, type Volume } from '../../../src/volume/volume.js';
import { createRandom, randomAxes, randomShearedAxes } from '../../camera/random.js';

const CASES: readonly [Vec3, number][] = [
  [[6, 4, 8], 2],
  [[9, 6, 3], 3],
  [[7, 5, 9], 2],
  [[11, 4, 2], 3],
  [[5, 1, 7], 4],
  [[3, 4, 2], 5],
  [[4, 3, 5], 1],
];

function eachIndex([ni, nj, nk]: Vec3, visit: (index: Vec3, flat: number) => void): void {
  for (let k = 0, flat = 0; k < nk; k++) {
    for (let j = 0; j < nj; j++) for (let i = 0; i < ni; i++) visit([i, j, k], flat++);
  }
}

function randomVolume(seed: number, sizes: Vec3, indexToWorld?: Affine): Volume {
  const random = createRandom(seed);
  const voxels = Float64Array.from({ length: sizes[0] * sizes[1] * sizes[2] }, () => random() * 200 - 100);
  return createVolume({ sizes, voxels, ...(indexToWorld && { indexToWorld }) });
}

/** The voxels of each block, gathered one by one. */
function gatherBlocks({ sizes, voxels }: Volume, factor: number): Map<string, number[]> {
  const blocks = new Map<string, number[]>();
  eachIndex(sizes, (index, flat) => {
    const key = index.map((n) => Math.floor(n / factor)).join();
    blocks.set(key, [...(blocks.get(key) ?? []), voxels[flat]!]);
  });
  return blocks;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe.each(CASES)('%j by %i', (sizes, factor) => {
  const seed = 11;

  it('averages each block over the voxels that it has', () => {
    const volume = randomVolume(seed, sizes);
    const smaller = downsample(volume, factor);
    const blocks = gatherBlocks(volume, factor);
    expect(smaller.voxels).toHaveLength(blocks.size);
    eachIndex(smaller.sizes, (index, flat) => {
      expect(smaller.voxels[flat], `seed ${seed}, voxel ${index}`).toBeCloseTo(mean(blocks.get(index.join())!), 10);
    });
  });

  it('keeps the first corner, the axes, and each face that a whole block ends at', () => {
    const volume = randomVolume(seed, sizes, randomShearedAxes(createRandom(seed)));
    const smaller = downsample(volume, factor);
    const [oldCorners, newCorners] = [corners(volume), corners(smaller)];
    for (const [corner, newCorner] of newCorners.entries()) {
      const keeps = sizes.every((size, axis) => !((corner >> axis) & 1) || size % factor === 0 || size < factor);
      if (keeps) for (const axis of [0, 1, 2]) expect(newCorner[axis]).toBeCloseTo(oldCorners[corner]![axis]!, 10);
    }
  });

  it.each([1, -1] as const)('keeps a field that is linear in the world, handedness %i', (handedness) => {
    const indexToWorld = randomAxes(createRandom(seed), handedness);
    const field = ([x, y, z]: Vec3) => 3 * x - 5 * y + 7 * z + 11;
    const volume = randomVolume(seed, sizes, indexToWorld);
    eachIndex(sizes, (index, flat) => {
      volume.voxels[flat] = field(transformPoint(indexToWorld, index));
    });
    const smaller = downsample(volume, factor);
    eachIndex(smaller.sizes, (index, flat) => {
      // An axis that is shorter than the factor is one block of its own.
      const full = index.every((n, axis) => (n + 1) * factor <= sizes[axis]! || sizes[axis]! < factor);
      if (full) expect(smaller.voxels[flat]).toBeCloseTo(field(transformPoint(smaller.indexToWorld, index)), 8);
    });
  });
});

describe('downsample', () => {
  it('by 2 and then 3 is by 6', () => {
    const volume = randomVolume(12, [12, 6, 18], randomAxes(createRandom(12), 1));
    const [twice, once] = [downsample(downsample(volume, 2), 3), downsample(volume, 6)];
    expect(twice.sizes).toEqual(once.sizes);
    for (const [flat, value] of once.voxels.entries()) expect(twice.voxels[flat]).toBeCloseTo(value, 10);
    for (const axis of [0, 1, 2]) {
      expect(twice.indexToWorld.origin[axis]).toBeCloseTo(once.indexToWorld.origin[axis]!, 10);
    }
  });

  it('keeps the mean where the factor divides the sizes', () => {
    const volume = randomVolume(14, [9, 6, 3]);
    expect(mean([...downsample(volume, 3).voxels])).toBeCloseTo(mean([...volume.voxels]), 10);
  });

  it('keeps the type of the voxels, rounds integers, and keeps the frame', () => {
    for (const voxels of [
      Int8Array.of(-3, -4, 5, 4),
      Uint16Array.of(65535, 65534, 0, 1),
      Int32Array.of(-1, -1, 0, -1),
    ]) {
      const smaller = downsample(createVolume({ sizes: [4, 1, 1], voxels, anatomical: true }), 2);
      expect(smaller.voxels.constructor).toBe(voxels.constructor);
      expect(smaller.anatomical).toBe(true);
      for (const [flat, value] of smaller.voxels.entries()) {
        expect(Math.abs(value - (voxels[2 * flat]! + voxels[2 * flat + 1]!) / 2)).toBeLessThanOrEqual(0.5);
      }
    }
    // Truncation would give 1 and 0.
    const thirds = createVolume({ sizes: [6, 1, 1], voxels: Uint8Array.of(1, 2, 2, 1, 1, 0) });
    expect([...downsample(thirds, 3).voxels]).toEqual([2, 1]);
  });

  it.each([0, -2, 1.5, Number.NaN])('refuses the factor %d', (factor) => {
    expect(() => downsample(randomVolume(13, [2, 2, 2]), factor)).toThrow(InputError);
  });
});
