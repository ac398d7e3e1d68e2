/** Volumes that are said to hold labels. */
import { expect, it } from 'vitest';
import { createVolume, type VoxelArray } from '../../../src/index.js';
import { chooseVolumes } from '../../../src/viewer/data/choose-volumes.js';
import { EMPTY_DATA } from '../../../src/viewer/data/viewer-data.js';

const loaded = (name: string, voxels: VoxelArray, isMask?: boolean) => ({
  ...{ name, input: name, unit: 'mm', notes: [], isMask },
  volume: createVolume({ sizes: [2, 2, 2], voxels }),
});
const scan = loaded('scan.nrrd', Int16Array.of(0, 10, 20, 30, 40, 50, 60, 70));

it('takes whole numbers for labels, however they are stored', async () => {
  const mask = loaded('mask.nrrd', Float32Array.of(0, 1, 0, 2, 0, 0, 0, 0), true);
  const { labels } = await chooseVolumes(EMPTY_DATA, [scan, mask], []);
  expect(labels?.styles.map(({ label }) => label)).toEqual([1, 2]);
});

it('refuses fractions, and says of which file', async () => {
  const mask = loaded('map.nii', Float32Array.of(0, 1, 0, 0.25, 0, 0, 0, 0), true);
  await expect(chooseVolumes(EMPTY_DATA, [scan, mask], [])).rejects.toThrow(
    /^map\.nii: has values such as 0\.250; labels are whole numbers$/,
  );
});
