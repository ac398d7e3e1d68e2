/** What is said of a volume, against the plainest way to find it out. */
import { describe, expect, it } from 'vitest';
import { transformPoint } from '../../src/math/affine.js';
import type { Vec3 } from '../../src/math/vec3.js';
import { describeVolume } from '../../src/volume/describe-volume.js';
import { createHistogram } from '../../src/volume/statistics/histogram.js';
import { computeStatistics } from '../../src/volume/statistics/statistics.js';
import { createVolume, type VoxelArray } from '../../src/volume/volume.js';
import { createRandom, randomShearedAxes } from '../camera/random.js';

const SIZES: Vec3 = [5, 7, 11];
const COUNT = 5 * 7 * 11;

const describeVoxels = (voxels: VoxelArray, sizes = SIZES) => {
  const volume = createVolume({ sizes, voxels });
  return describeVolume(volume, computeStatistics(volume));
};

describe('what is said of a volume', () => {
  it('names the type and counts the bytes', () => {
    const arrays = [
      ...[Int8Array, Uint8Array, Int16Array, Uint16Array],
      ...[Int32Array, Uint32Array, Float32Array, Float64Array],
    ];
    const told = arrays.map((TypedArray) => describeVoxels(new TypedArray(COUNT)));
    const types = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'float32', 'float64'];
    expect(told.map(({ type }) => type)).toEqual(types);
    expect(told.map(({ memoryBytes }) => memoryBytes / COUNT)).toEqual([1, 1, 2, 2, 4, 4, 4, 8]);
  });

  it('encloses the corners of all voxels, and nothing more', () => {
    const seed = 42;
    const random = createRandom(seed);
    for (let round = 0; round < 50; round++) {
      const indexToWorld = randomShearedAxes(random);
      const volume = createVolume({ sizes: SIZES, voxels: new Uint8Array(COUNT), indexToWorld });
      const { extent, origin, spacing, sizes } = describeVolume(volume, computeStatistics(volume));
      expect(sizes).toEqual(SIZES);
      expect(origin).toEqual(transformPoint(indexToWorld, [0, 0, 0]));
      for (const [axis, column] of indexToWorld.columns.entries()) {
        expect(Math.abs(spacing[axis]! / Math.hypot(...column) - 1)).toBeLessThan(4 * Number.EPSILON);
      }
      const low = [Infinity, Infinity, Infinity];
      const high = [-Infinity, -Infinity, -Infinity];
      for (let k = -0.5; k < 11; k++) {
        for (let j = -0.5; j < 7; j++) {
          for (let i = -0.5; i < 5; i++) {
            for (const [axis, coordinate] of transformPoint(indexToWorld, [i, j, k]).entries()) {
              low[axis] = Math.min(low[axis]!, coordinate);
              high[axis] = Math.max(high[axis]!, coordinate);
            }
          }
        }
      }
      expect([extent.min, extent.max], `seed ${seed}, round ${round}`).toEqual([low, high]);
    }
  });

  it('has the exact mean and percentiles of integers', () => {
    const seed = 43;
    const random = createRandom(seed);
    for (const voxels of [
      Int16Array.from({ length: COUNT }, () => 3000 * random() ** 3 - 1000),
      Int32Array.from({ length: COUNT }, () => 1e9 + 60000 * random()),
    ]) {
      const sorted = Array.from(voxels).sort((a, b) => a - b);
      const { min, max, mean, percentiles } = describeVoxels(voxels);
      expect([min, max]).toEqual([sorted[0], sorted.at(-1)]);
      expect(mean).toBe(sorted.reduce((sum, value) => sum + value, 0) / COUNT);
      const names = ['p0.1', 'p1', 'p5', 'p25', 'p50', 'p75', 'p95', 'p99', 'p99.9'];
      expect(Object.keys(percentiles)).toEqual(names);
      for (const name of names) {
        const rank = Math.ceil((Number(name.slice(1)) / 100) * COUNT);
        expect(percentiles[name], `seed ${seed}, ${name}`).toBe(sorted[rank - 1]);
      }
    }
  });

  it('has the mean of fractions, and of numbers whose sum is too large', () => {
    expect(describeVoxels(Float32Array.of(0.25, 0.5, 3, 0.25), [4, 1, 1]).mean).toBe(1);
    expect(describeVoxels(Float64Array.of(1e308, 1.5e308, 1.25e308, 1.25e308), [4, 1, 1]).mean).toBe(1.25e308);
    expect(describeVoxels(new Float64Array(COUNT).fill(0.1)).mean).toBe(0.1);
  });
});

describe('a histogram', () => {
  it.each([
    ['bytes', Uint8Array.from({ length: 1000 }, (_, index) => (index * 37) % 199), 40],
    ['integers', Int16Array.from({ length: 1000 }, (_, index) => ((index * 7919) % 3001) - 500), 64],
    ['fewer values than bins', Uint8Array.of(3, 4, 4, 9), 64],
    ['a single value', new Int16Array(9).fill(-5), 10],
    ['fractions', Float32Array.from({ length: 1000 }, (_, index) => Math.sqrt(index)), 72],
    ['a single bin', Uint8Array.of(3, 4, 4, 9), 1],
  ])('counts each voxel in the bin that its value is in: %s', (_, voxels, binsMax) => {
    const statistics = computeStatistics({ voxels });
    const { min, binWidth, counts } = createHistogram(statistics, binsMax);
    expect(counts.length).toBeLessThanOrEqual(binsMax);
    const expected = Array.from(counts, () => 0);
    for (const value of voxels) expected[Math.min(Math.floor((value - min) / binWidth), counts.length - 1)]! += 1;
    expect(counts).toEqual(expected);
    expect(counts.at(-1)).toBeGreaterThan(0);
  });

  it('has no finer bins than there are values, and no comb of evenly spread ones', () => {
    const evenly = createHistogram(
      computeStatistics({ voxels: Uint8Array.from({ length: 256 }, (_, index) => index) }),
      72,
    );
    expect(evenly).toEqual({ min: 0, binWidth: 4, counts: Array.from({ length: 64 }, () => 4) });
    expect(createHistogram(computeStatistics({ voxels: Uint8Array.of(3, 4, 4, 9) }), 64)).toEqual({
      min: 3,
      binWidth: 1,
      counts: [1, 2, 0, 0, 0, 0, 1],
    });
  });
});
