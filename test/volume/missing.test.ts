/** Volumes with NaN: what takes its place, and what hides it. */
import { expect, it } from 'vitest';
import { createMask, labelAt } from '../../src/volume/mask.js';
import { takeOutMissing } from '../../src/volume/missing.js';
import { computeStatistics, percentile } from '../../src/volume/statistics/statistics.js';
import { createVolume } from '../../src/volume/volume.js';

const X = Number.NaN;

it('leaves a volume as it is where nothing is missing', () => {
  const volume = createVolume({ sizes: [2, 1, 1], voxels: Float32Array.of(1, 2) });
  expect(takeOutMissing(volume, undefined)).toEqual({ volume, mask: undefined });
  expect(takeOutMissing(volume, undefined).volume).toBe(volume);
});

it('puts the mean of the neighbours in place of NaN and hides it', () => {
  const volume = createVolume({ sizes: [5, 1, 1], voxels: Float32Array.of(2, X, 4, X, X) });
  const { volume: filled, mask } = takeOutMissing(volume, undefined);
  expect([...filled.voxels]).toEqual([2, 3, 4, 4, 0]);
  expect(mask!.styles.map(({ label }) => label)).toEqual([1]);
  expect([...mask!.labels.voxels]).toEqual([1, 0, 1, 0, 0]);
});

it('hides NaN under a mask of another grid too, and what the mask hides', () => {
  const volume = createVolume({ sizes: [4, 1, 1], voxels: Float64Array.of(1, X, 3, 4) });
  const labels = createVolume({
    sizes: [2, 1, 1],
    voxels: Uint8Array.of(0, 7),
    indexToWorld: {
      columns: [
        [2, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      origin: [0.5, 0, 0],
    },
  });
  const given = createMask({ labels, styles: [{ label: 0, opacity: 0.5 }, { label: 7 }] });
  const { mask } = takeOutMissing(volume, given);
  const shown = [0, 1, 2, 3].map((i) => mask!.styles.find(({ label }) => label === labelAt(mask!.labels, [i, 0, 0])));
  expect(shown).toEqual([{ label: 0, opacity: 0.5 }, undefined, { label: 7 }, { label: 7 }]);
});

it('is counted, and left out of the statistics', () => {
  const statistics = computeStatistics({ voxels: Float32Array.of(X, 5, X, 1, 3) });
  expect(statistics).toMatchObject({ min: 1, max: 5, voxelCount: 3, missingCount: 2 });
  expect(percentile(statistics, 1)).toBe(5);
});
