/** Statistics of some of many voxels: exact where they have to be, and near enough elsewhere. */
import { describe, expect, it } from 'vitest';
import { MANY_VOXELS, sampleStatistics } from '../../../src/volume/statistics/sample-statistics.js';
import { computeStatistics, percentile } from '../../../src/volume/statistics/statistics.js';
import { createRandom } from '../../camera/random.js';

const SEED = 72;
const random = createRandom(SEED);
const COUNT = 2 * MANY_VOXELS + 137;

describe('statistics of many voxels', () => {
  it.each([
    ['integers', Uint16Array, 1000],
    ['floats', Float32Array, 1],
  ] as const)('of %s are about those of all', (_, Type, scale) => {
    const voxels = new Type(COUNT);
    // A slope with noise on it: neighbours are alike, as in scans.
    for (let at = 0; at < COUNT; at++) voxels[at] = scale * ((at % 1000) / 1000 + 0.3 * random());
    const [all, some] = [computeStatistics({ voxels }), sampleStatistics({ voxels })];
    expect(some).not.toEqual(all);
    for (const fraction of [0.005, 0.1, 0.5, 0.9, 0.995]) {
      const error = Math.abs(percentile(some, fraction) - percentile(all, fraction));
      expect(error, `${fraction}, seed ${SEED}`).toBeLessThan(0.01 * scale);
    }
    const sum = some.counts.reduce((total, count) => total + count, 0);
    expect(sum).toBe(some.voxelCount);
    expect(Math.abs(some.voxelCount / COUNT - 1)).toBeLessThan(0.001);
  });

  it('count NaN in proportion', () => {
    const voxels = Float32Array.from({ length: COUNT }, (_, at) => (at % 4 === 0 ? Number.NaN : random()));
    const { missingCount, voxelCount } = sampleStatistics({ voxels });
    expect(missingCount / (missingCount + voxelCount)).toBeCloseTo(0.25, 3);
  });

  it('are those of all where nearly all are alike: one voxel may be the subject', () => {
    const voxels = new Uint8Array(COUNT);
    voxels[12_345] = 200;
    expect(sampleStatistics({ voxels })).toEqual(computeStatistics({ voxels }));
  });

  it('are those of all of fewer voxels, and those that are known', () => {
    const voxels = Uint16Array.from({ length: 5000 }, () => 500 * random());
    const all = computeStatistics({ voxels });
    expect(sampleStatistics({ voxels })).toEqual(all);
    expect(sampleStatistics({ voxels }, all)).toBe(all);
  });
});
