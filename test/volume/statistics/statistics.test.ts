/** Statistics against sorting and counting. */
import { describe, expect, it } from 'vitest';
import {
  computeStatistics,
  computeStatisticsInSteps,
  exactPercentile,
  mergeStatistics,
  percentile,
} from '../../../src/volume/statistics/statistics.js';
import type { VoxelArray } from '../../../src/volume/volume.js';
import { between, createRandom } from '../../camera/random.js';

const FRACTIONS = [0, 0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999, 1];

/** The nearest rank: the smallest value that at least `fraction` of the sorted values do not exceed. */
const rankedValue = (sorted: VoxelArray, fraction: number) =>
  sorted[Math.max(Math.ceil(fraction * sorted.length) - 1, 0)]!;

const sumOf = (counts: Uint32Array) => counts.reduce((sum, count) => sum + count, 0);

const EXACT: readonly [string, VoxelArray, number, number][] = [
  ['uint8', new Uint8Array(3001), 0, 255],
  ['int8', new Int8Array(3001), -128, 127],
  ['uint16', new Uint16Array(3001), 0, 65535],
  ['int16', new Int16Array(3001), -32768, 32767],
  ['int16, narrow', new Int16Array(3001), -1000, -900],
  ['int32, narrow', new Int32Array(3001), -2_000_000_100, -2_000_000_000],
  ['uint32, narrow', new Uint32Array(3001), 4_294_901_760, 4_294_967_295],
];

describe('integers of few values', () => {
  it.each(EXACT)('%s are counted value by value', (_, voxels, low, high) => {
    const seed = 101;
    const random = createRandom(seed);
    // Squared, so that no percentile would be right for even values too.
    for (let index = 0; index < voxels.length; index++) voxels[index] = low + Math.floor((high - low) * random() ** 2);
    voxels[1234] = high;
    const statistics = computeStatistics({ voxels });
    const sorted = voxels.slice().sort();
    const counted = new Map<number, number>();
    for (const value of voxels) counted.set(value, (counted.get(value) ?? 0) + 1);

    expect(statistics).toMatchObject({ min: sorted[0], max: high, exact: true, voxelCount: 3001 });
    expect(statistics.counts).toHaveLength(high - sorted[0]! + 1);
    const found = [...statistics.counts].flatMap((count, bin) =>
      count > 0 ? [[statistics.min + bin * statistics.binWidth, count] as const] : [],
    );
    expect(new Map(found), `seed ${seed}`).toEqual(counted);
    for (const fraction of FRACTIONS) expect(percentile(statistics, fraction)).toBe(rankedValue(sorted, fraction));
  });
});

describe('parts of larger arrays', () => {
  it.each([Uint8Array, Int8Array, Uint16Array, Int16Array])('%o: merged parts are the whole', (Voxels) => {
    const random = createRandom(404);
    const all = new Voxels(1000).map((_, index) => (index < 400 ? 20 : 300) * random() + 65_000);
    for (const splits of [[500], [1, 999], [333, 400, 777]]) {
      const parts = [0, ...splits].map((first, index) => all.subarray(first, splits[index] ?? all.length));
      const merged = mergeStatistics(parts.map((voxels) => computeStatistics({ voxels })));
      expect(merged).toEqual(computeStatistics({ voxels: all }));
    }
  });

  it.each([Uint8Array, Int8Array, Uint16Array, Int16Array])('%o: every voxel counts once', (Voxels) => {
    const random = createRandom(303);
    const all = new Voxels(24).map(() => 65_000 + 500 * random());
    for (let first = 0; first < 5; first++) {
      for (let end = first + 1; end <= all.length; end++) {
        const voxels = all.subarray(first, end);
        const sorted = voxels.slice().sort();
        const { min, max, counts } = computeStatistics({ voxels });
        const listed = [...counts].flatMap((count, bin) => Array.from({ length: count }, () => min + bin));
        expect({ min, max, listed }).toEqual({ min: sorted[0], max: sorted.at(-1), listed: [...sorted] });
      }
    }
  });
});

const BINNED: readonly [string, VoxelArray, number, number][] = [
  ['float32', new Float32Array(5000), -3, 17],
  ['float64', new Float64Array(5000), 1e-9, 2e-9],
  ['float64 beyond half of its range', new Float64Array(5000), -1.7e308, 1.7e308],
  ['int32', new Int32Array(5000), -2_147_483_648, 2_147_483_647],
  ['uint32', new Uint32Array(5000), 5, 4_294_967_295],
];

describe('other values', () => {
  it.each(BINNED)('%s: percentiles are right within a bin', (_, voxels, low, high) => {
    const seed = 202;
    const random = createRandom(seed);
    for (let index = 0; index < voxels.length; index++) {
      const weight = random() ** 2;
      voxels[index] = low * (1 - weight) + high * weight;
    }
    const statistics = computeStatistics({ voxels });
    const sorted = voxels.slice().sort();
    expect(statistics).toMatchObject({ min: sorted[0], max: sorted.at(-1), exact: false, voxelCount: 5000 });
    expect(sumOf(statistics.counts)).toBe(5000);
    for (const fraction of FRACTIONS) {
      const distance = Math.abs(percentile(statistics, fraction) - rankedValue(sorted, fraction));
      expect(distance, `seed ${seed}, fraction ${fraction}`).toBeLessThanOrEqual(statistics.binWidth);
    }
  });

  it('have percentiles that never fall, from minimum to maximum', () => {
    const random = createRandom(303);
    const voxels = Float32Array.from({ length: 100 }, () => between(random, -1, 1));
    const statistics = computeStatistics({ voxels });
    let last = statistics.min;
    for (let step = 0; step <= 1000; step++) {
      const value = percentile(statistics, step / 1000);
      expect(value).toBeGreaterThanOrEqual(last);
      last = value;
    }
    expect(last).toBe(statistics.max);
  });
});

describe('extremes', () => {
  it.each([
    new Uint8Array(7).fill(9),
    new Int16Array(7).fill(-5),
    new Int32Array(7).fill(-70000),
    new Float32Array(7).fill(0.25),
    new Float64Array(7).fill(-1e300),
  ])('a constant has one bin and one percentile', (...values) => {
    const voxels = values[0]!;
    const value = voxels[0]!;
    const statistics = computeStatistics({ voxels });
    expect(statistics).toMatchObject({ min: value, max: value, exact: true, counts: Uint32Array.of(7) });
    for (const fraction of FRACTIONS) expect(percentile(statistics, fraction)).toBe(value);
  });

  it('takes one voxel', () => {
    expect(computeStatistics({ voxels: Uint16Array.of(65535) })).toMatchObject({
      min: 65535,
      max: 65535,
      voxelCount: 1,
    });
  });

  it('counts every voxel when the range is near the smallest float64', () => {
    const statistics = computeStatistics({ voxels: Float64Array.of(0, 5e-324, 5e-324) });
    expect(statistics).toMatchObject({ min: 0, max: 5e-324 });
    expect(sumOf(statistics.counts)).toBe(3);
  });
});

it.each([
  ['small integers', Int16Array.from({ length: 3_000_000 }, (_, at) => (at * 7919) % 3001)],
  ['floats', Float32Array.from({ length: 3_000_000 }, (_, at) => (at % 1000 === 7 ? Number.NaN : Math.sin(at)))],
])('steps over %s come to the same as counting one by one', (_, voxels) => {
  const steps = computeStatisticsInSteps({ voxels });
  let pauses = 0;
  let turn = steps.next();
  for (; !turn.done; turn = steps.next()) pauses++;
  expect(pauses).toBeGreaterThanOrEqual(2);
  const { min, max, binWidth, counts, missingCount, voxelCount } = turn.value;
  const numbers = Array.from<number>(voxels).filter((value) => !Number.isNaN(value));
  expect([min, max]).toEqual([numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))]);
  expect([voxelCount, missingCount]).toEqual([numbers.length, voxels.length - numbers.length]);
  expect(sumOf(counts)).toBe(numbers.length);
  const middle = Math.floor(counts.length / 2);
  const below = numbers.filter((value) => value < min + middle * binWidth).length;
  expect(Math.abs(sumOf(counts.slice(0, middle)) - below)).toBeLessThanOrEqual(2);
});

describe('an exact percentile', () => {
  it.each([
    ['mostly zeros', (random: () => number) => (random() < 0.6 ? 0 : random() * 80)],
    ['an outlier far away', (random: () => number) => (random() < 0.001 ? 1e30 : random())],
    ['denormal numbers', (random: () => number) => Math.floor(random() * 9) * 1.4e-45],
    ['all of float64', (random: () => number) => (random() - 0.5) * 1.7e308 * 2],
    ['missing values', (random: () => number) => (random() < 0.3 ? Number.NaN : random())],
  ])('is a value that occurs, of %s', (_, valueAt) => {
    const random = createRandom(809);
    const voxels = Float64Array.from({ length: 5000 }, () => valueAt(random));
    const sorted = voxels.filter((value) => !Number.isNaN(value)).sort();
    const statistics = computeStatistics({ voxels });
    for (const fraction of [0, 0.001, 0.25, 0.5, 0.75, 0.999, 1]) {
      const rank = Math.max(1, Math.ceil(fraction * sorted.length));
      expect(exactPercentile({ voxels }, statistics, fraction)).toBe(sorted[rank - 1]);
    }
  });
});

describe('the bins of fractions', () => {
  it.each([1, 7.3, 1e-30, 1e30, 1e-40, 3e38])('are those of halves, which overflow nowhere, in units of %d', (unit) => {
    const random = createRandom(71);
    const voxels = Float32Array.from({ length: 20_000 }, () => unit * (random() - 0.3));
    const { min, max, counts } = computeStatistics({ voxels });
    const expected = new Uint32Array(counts.length);
    const binsPerHalf = counts.length / (max / 2 - min / 2);
    for (const value of voxels)
      expected[Math.min(Math.floor((value / 2 - min / 2) * binsPerHalf), counts.length - 1)]!++;
    expect(counts).toEqual(expected);
  });
});
