/** All labels of a volume, with the names that its file has. */
import { expect, it } from 'vitest';
import { createVolume } from '../../src/index.js';
import { listAllLabels } from '../../src/recipe/scene/labels/list-labels.js';

const volumeOf = (...voxels: readonly number[]) =>
  createVolume({ sizes: [voxels.length, 1, 1], voxels: Float32Array.from(voxels) });

it('are in order, without 0 and what is missing, and those that a table leaves out are there too', () => {
  const volume = volumeOf(0, 7, 7, Number.NaN, 3, 7, 0, -2);
  expect(listAllLabels({ volume })).toEqual([{ label: -2 }, { label: 3 }, { label: 7 }]);
  const labels = [
    { label: 7, name: 'Seven', color: [1, 0, 0] as const },
    { label: 9, name: 'Nowhere' },
  ];
  expect(listAllLabels({ volume, labels })).toEqual([{ label: -2 }, { label: 3 }, labels[0]]);
});

it('end where there are too many to be labels', () => {
  const voxels = Array.from({ length: 70_000 }, (_, at) => at + 0.5);
  expect(listAllLabels({ volume: volumeOf(...voxels) })).toHaveLength(65_537);
});
