/** What is derived from a volume's values does not depend on how much of its background lies around it. */
import { describe, expect, it } from 'vitest';
import { defaultAppearance } from '../../../src/transfer/default/default-appearance.js';
import { withoutPadding } from '../../../src/volume/statistics/padding.js';
import { sampleStatistics } from '../../../src/volume/statistics/sample-statistics.js';
import { computeStatistics } from '../../../src/volume/statistics/statistics.js';
import { createVolume, type Volume, type VoxelArray } from '../../../src/volume/volume.js';
import { createRandom } from '../../camera/random.js';

/** A body with noise, brighter inside, in a background of one value. */
function createBody(Type: { new (length: number): VoxelArray }, background: number, scale: number): Volume {
  const random = createRandom(41);
  const [ni, nj, nk] = [22, 20, 18] as const;
  const voxels = new Type(ni * nj * nk).fill(background as never);
  for (let at = 0; at < voxels.length; at++) {
    const [i, j, k] = [at % ni, Math.floor(at / ni) % nj, Math.floor(at / (ni * nj))];
    const r = Math.hypot((i - 10) / 8, (j - 9) / 7, (k - 8) / 6);
    if (r < 1) voxels[at] = scale * (40 + 160 * (1 - r) + 12 * random());
  }
  return createVolume({ sizes: [ni, nj, nk], voxels });
}

/** The same with more background on each side of each axis. */
function pad(volume: Volume, background: number, [low, high]: readonly [number, number]): Volume {
  const { sizes, voxels } = volume;
  const [ni, nj, nk] = sizes.map((size) => size + low + high) as [number, number, number];
  const padded = new (voxels.constructor as { new (length: number): VoxelArray })(ni * nj * nk).fill(
    background as never,
  );
  for (let at = 0; at < voxels.length; at++) {
    const [i, j, k] = [at % sizes[0], Math.floor(at / sizes[0]) % sizes[1], Math.floor(at / (sizes[0] * sizes[1]))];
    padded[i + low + ni * (j + low + nj * (k + low))] = voxels[at]!;
  }
  return createVolume({ sizes: [ni, nj, nk], voxels: padded });
}

const BODIES = [
  ['bytes', createBody(Uint8Array, 0, 1), 0],
  ['integers', createBody(Int16Array, -1024, 5), -1024],
  ['floats', createBody(Float32Array, 0.25, 0.01), 0.25],
  ['floats in nothing', createBody(Float32Array, Number.NaN, 0.01), Number.NaN],
] as const;

describe.each(BODIES)('%s', (_, body, background) => {
  it.each([
    [0, 1],
    [3, 0],
    [9, 12],
  ] as const)('has the same default look with %d and %d voxels more on its sides', (...margins) => {
    const padded = pad(body, background, margins);
    expect(defaultAppearance(padded)).toEqual({ ...defaultAppearance(body) });
  });
});

it('counts the voxels of the smallest box around what differs from the corners', () => {
  const [, body, background] = BODIES[0];
  const all = computeStatistics(body);
  const contents = withoutPadding(body, all);
  expect(contents.voxelCount).toBeLessThan(all.voxelCount);
  const padded = pad(body, background, [4, 7]);
  expect(withoutPadding(padded, computeStatistics(padded))).toEqual(contents);
  expect(contents.counts.reduce((sum, count) => sum + count)).toBe(contents.voxelCount);
});

it('leaves volumes whose corners differ, and those of one value, as they are', () => {
  const noise = createVolume({ sizes: [4, 4, 4], voxels: Uint8Array.from({ length: 64 }, (_, at) => (at * 37) % 251) });
  const blank = createVolume({ sizes: [4, 4, 4], voxels: new Uint8Array(64).fill(7) });
  for (const volume of [noise, blank]) {
    const statistics = computeStatistics(volume);
    expect(withoutPadding(volume, statistics)).toBe(statistics);
  }
});

it('is nearly the same for many voxels, of which some are looked at', () => {
  const random = createRandom(43);
  const side = 136;
  const voxels = new Float32Array(side ** 3);
  for (let at = 0; at < voxels.length; at++) {
    const r = Math.hypot(...[at % side, Math.floor(at / side) % side, Math.floor(at / side ** 2)].map((i) => i - 70.5));
    if (r < 36) voxels[at] = 1 + random();
  }
  const volume = createVolume({ sizes: [side, side, side], voxels });
  const { voxelCount } = withoutPadding(volume, sampleStatistics(volume));
  expect(Math.abs(voxelCount / 72 ** 3 - 1)).toBeLessThan(0.1);
});
