/** Stores in the viewer: found among dropped files, and asked for single voxels. */
import { describe, expect, it } from 'vitest';
import { createVolume, openPagedVolume } from '../../../src/index.js';
import { storeOfVolume } from '../../../src/lab.js';
import { findStores } from '../../../src/viewer/data/files/find-stores.js';
import { FineValue } from '../../../src/viewer/data/fine-value.js';
import { readVoxel } from '../../../src/viewer/data/read-voxel.js';

const file = (name: string) => ({ name, source: new Blob([name]) });

describe('dropped files', () => {
  it('of a store are one, whatever arrays are below it; others stay by themselves', async () => {
    const inside = ['.zattrs', '.zgroup', '0/.zarray', '0/0.0.0', '1/.zarray'].map((key) => file(`egg.zarr/${key}`));
    const [scan, store, ...others] = findStores([file('scan.nrrd'), ...inside, file('egg.zarr.txt')]);
    expect(store).toMatchObject({ name: 'egg.zarr', isStore: true });
    expect(store!.storeFiles!.files.map(({ name }) => name)).toEqual(
      inside.map(({ name }) => name.slice('egg.zarr/'.length)),
    );
    expect([scan, ...others].map((one) => one?.name)).toEqual(['scan.nrrd', 'egg.zarr.txt']);
    const chunk = store!.storeFiles!.files.find(({ name }) => name === '0/0.0.0')!;
    expect(new TextDecoder().decode(await chunk.read(0, chunk.sizeBytes))).toBe('egg.zarr/0/0.0.0');
  });

  it('without a store are left as they are', () => {
    const files = [file('a.nrrd'), { name: 'b', source: 'https://example.org/b.zarr', isStore: true }];
    expect(findStores(files)).toBe(files);
  });
});

describe('a voxel of a store', () => {
  /** More than a chunk along i. */
  const sizes = [70, 18, 17] as const;
  const voxels = Int16Array.from({ length: 70 * 18 * 17 }, (_, at) => at);
  const paged = () => openPagedVolume(storeOfVolume('memory', createVolume({ sizes, voxels })), { pageSide: 8 });

  it('is that at the nearest index, clamped to the level', async () => {
    const pages = await paged();
    const at = (i: number, j: number, k: number) => i + 70 * (j + 18 * k);
    expect(await readVoxel(pages, [3.4, 12.6, 16])).toBe(at(3, 13, 16));
    expect(await readVoxel(pages, [67, 17, 9])).toBe(at(67, 17, 9));
    expect(await readVoxel(pages, [-5, 99, 0.2])).toBe(at(0, 17, 0));
  });

  it('is there once it has been read, and the newest place that is asked for comes next', async () => {
    const pages = await paged();
    const read: (number | undefined)[] = [];
    const fine: FineValue = new FineValue(() => read.push(fine.at(pages, wanted)));
    let wanted: readonly [number, number, number] = [1, 2, 3];
    expect(fine.at(pages, wanted)).toBeUndefined();
    for (wanted of [
      [4, 4, 4],
      [5, 5, 5],
    ] as const)
      expect(fine.at(pages, wanted)).toBeUndefined();
    await expect.poll(() => read.at(-1)).toBe(5 + 70 * (5 + 18 * 5));
    expect(fine.at(pages, [5.3, 4.8, 5])).toBe(read.at(-1));
  });
});
