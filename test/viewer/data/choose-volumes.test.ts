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

const OTHER = Int16Array.of(5, 15, 25, 35, 45, 55, 65, 72);

it('lays what is added over what is shown, which stays as it is', async () => {
  const shown = { ...EMPTY_DATA, ...(await chooseVolumes(EMPTY_DATA, [scan], [])) };
  const both = await chooseVolumes(shown, [loaded('other.nrrd', OTHER)], [], { overlays: true });
  expect([both.name, both.volume]).toEqual(['scan.nrrd', scan.volume]);
  expect(both.fused?.map(({ name }) => name)).toEqual(['other.nrrd']);
  const three = await chooseVolumes({ ...shown, ...both }, [loaded('third.nrrd', OTHER)], [], { overlays: true });
  expect(three.fused?.map(({ name }) => name)).toEqual(['other.nrrd', 'third.nrrd']);
});

it('changes nothing for what lies elsewhere, has another unit or is one too many, and says which and why', async () => {
  const shown = { ...EMPTY_DATA, ...(await chooseVolumes(EMPTY_DATA, [scan], [])) };
  const add = (...added: Parameters<typeof chooseVolumes>[1]) => chooseVolumes(shown, added, [], { overlays: true });
  const origin = [2, 0, 0] as const;
  const { indexToWorld } = scan.volume;
  const far = { ...loaded('far.nrrd', OTHER) };
  const moved = { ...far, volume: { ...far.volume, indexToWorld: { ...indexToWorld, origin } } };
  expect(await add(moved)).toMatchObject({
    name: 'scan.nrrd',
    notes: [expect.stringMatching(/^far\.nrrd: .*scan\.nrrd/)],
  });
  // Boxes that overlap by half a voxel are in one world.
  const near = { ...moved, volume: { ...far.volume, indexToWorld: { ...indexToWorld, origin: [1.5, 0, 0] as const } } };
  expect((await add(near)).fused).toHaveLength(1);
  expect((await add({ ...far, unit: 'µm' })).apart).toContain('far.nrrd');
  expect((await add({ ...far, volume: { ...far.volume, anatomical: true } })).apart).toContain('far.nrrd');
  const eight = Array.from({ length: 8 }, (_, index) => loaded(`${index}.nrrd`, OTHER));
  expect((await add(...eight)).apart).toContain('8 volumes');
  expect((await add(...eight.slice(1))).fused).toHaveLength(7);
});
