/** OME-Zarr stores: each voxel where it belongs, whatever the version, the chunks and the axes. */
import { InputError, openStore, readLevel, readStoreVolume, type Store } from 'tilecast';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/mesh/generators/random.js';
import { type Files, type Grid, memoryKeys, text, writeZarr2, writeZarr3Sharded } from './memory-zarr.js';

const random = createRandom(18);

function randomGrid(shape: readonly number[]): Grid {
  const count = shape.reduce((product, size) => product * size, 1);
  // Zeros in a half of it make chunks that no file has.
  return { shape, values: Uint16Array.from({ length: count }, (_, n) => (2 * n < count ? 0 : 65536 * random())) };
}

const AXES = [
  { name: 'c', type: 'channel' },
  { name: 'z', type: 'space', unit: 'micrometer' },
  { name: 'y', type: 'space', unit: 'micrometer' },
  { name: 'x', type: 'space', unit: 'micrometer' },
];

const DATASETS = [
  { path: '0', coordinateTransformations: [{ type: 'scale', scale: [1, 3, 2, 0.5] }] },
  {
    path: 'half',
    coordinateTransformations: [
      { type: 'scale', scale: [1, 6, 4, 1] },
      { type: 'translation', translation: [0, 1.5, 1, 0.25] },
    ],
  },
];

const grids = { fine: randomGrid([2, 7, 9, 11]), coarse: randomGrid([2, 4, 5, 6]) };

function version4(): Files {
  const files: Files = new Map([
    ['/.zgroup', text({ zarr_format: 2 })],
    ['/.zattrs', text({ multiscales: [{ version: '0.4', axes: AXES, datasets: DATASETS }] })],
  ]);
  writeZarr2(files, '/0', grids.fine, [2, 4, 4, 5]);
  writeZarr2(files, '/half', grids.coarse, [1, 4, 3, 8]);
  return files;
}

function version5(): Files {
  const ome = { version: '0.5', multiscales: [{ axes: AXES, datasets: DATASETS }] };
  const files: Files = new Map([['/zarr.json', text({ zarr_format: 3, node_type: 'group', attributes: { ome } })]]);
  writeZarr3Sharded(files, '/0', grids.fine, [1, 2, 3, 4], [2, 4, 6, 8]);
  writeZarr3Sharded(files, '/half', grids.coarse, [1, 4, 3, 8], [1, 4, 6, 8]);
  return files;
}

const channel = ({ shape, values }: Grid, index: number) =>
  values.subarray((index * values.length) / shape[0]!, ((index + 1) * values.length) / shape[0]!);

describe.each([
  ['0.4', version4],
  ['0.5', version5],
])('OME-Zarr %s', (version, write) => {
  it.each([0, 1])('has all voxels of channel %i', async (component) => {
    const store = await openStore(memoryKeys(write()), { component });
    expect(store.format).toBe(`OME-Zarr ${version}`);
    const [fine, coarse] = store.levels as [Store['levels'][0], Store['levels'][0]];
    expect(fine.sizes).toEqual([11, 9, 7]);
    expect((await readLevel(store, fine)).voxels).toEqual(channel(grids.fine, component));
    expect((await readLevel(store, coarse)).voxels).toEqual(channel(grids.coarse, component));
  });

  it('has its levels where they are in the world', async () => {
    const { levels, unit } = await openStore(memoryKeys(write()));
    expect(unit).toBe('micrometer');
    expect(levels.map(({ indexToWorld }) => indexToWorld)).toEqual([
      {
        columns: [
          [0.5, 0, 0],
          [0, 2, 0],
          [0, 0, 3],
        ],
        origin: [0, 0, 0],
      },
      {
        columns: [
          [1, 0, 0],
          [0, 4, 0],
          [0, 0, 6],
        ],
        origin: [0.25, 1, 1.5],
      },
    ]);
  });

  it('refuses a channel that there is not', async () => {
    const opening = openStore(memoryKeys(write()), { component: 2 });
    await expect(opening).rejects.toThrow('memory.zarr: has 2 channels; --component 2 must be below that');
  });
});

describe('units', () => {
  const open = (units: readonly (string | undefined)[]) => {
    const axes = AXES.map((axis, index) => {
      const { unit: _, ...others } = { unit: undefined, ...axis };
      const own = units[index - 1];
      return index > 0 && own !== undefined ? { ...others, unit: own } : others;
    });
    const files = version4();
    files.set('/.zattrs', text({ multiscales: [{ version: '0.4', axes, datasets: DATASETS }] }));
    return openStore(memoryKeys(files));
  };

  it('come along with the volume', async () => {
    expect((await readStoreVolume(await open(['nanometer', 'nanometer', 'nanometer']))).unit).toBe('nanometer');
    expect(await readStoreVolume(await open([]))).not.toHaveProperty('unit');
  });

  it('become that of x where axes have others, and it is said', async () => {
    const store = await open(['nanometer', 'micrometer', 'micrometer']);
    expect(store.unit).toBe('micrometer');
    expect(store.levels.map(({ indexToWorld }) => indexToWorld.columns[2][2])).toEqual([0.003, 0.006]);
    expect(store.levels[1]!.indexToWorld.origin).toEqual([0.25, 1, 0.0015]);
    expect(store.notes).toContainEqual(expect.stringMatching(/has axes in .*; the world here is in micrometers/));
  });

  it('that are unknown or missing are said to be taken for one', async () => {
    const unknown = await open(['pixel', 'micrometer', 'micrometer']);
    expect(unknown.unit).toBeUndefined();
    expect(unknown.notes).toContainEqual(expect.stringMatching(/has axes in .*, taken for one unit/));
    const missing = await open([undefined, 'micrometer', 'micrometer']);
    expect(missing.unit).toBe('micrometer');
    expect(missing.levels[0].indexToWorld.columns[2]).toEqual([0, 0, 3]);
    expect(missing.notes).toContainEqual('has no unit for z, which is taken for micrometer as the others are');
  });
});

it('opens an array by itself', async () => {
  const files: Files = new Map();
  writeZarr2(files, '', grids.fine, [1, 3, 3, 3]);
  const { volume } = await readStoreVolume(await openStore(memoryKeys(files), { component: 1 }));
  expect(volume.voxels).toEqual(channel(grids.fine, 1));
});

it.each([version4, version5])('refuses damaged metadata in one line, whatever is wrong', async (write) => {
  for (let round = 0; round < 150; round++) {
    const files = write();
    const [key, bytes] = [...files].filter(([name]) => /zarr\.json|\.z/.test(name)).at(Math.floor(-2 * random()) - 1)!;
    const tokens = new TextDecoder().decode(bytes).split(/(?<=[,:{}[\]])/);
    tokens.splice(
      Math.floor(tokens.length * random()),
      1,
      ...(random() < 0.5 ? [] : ['null,', '7', '"x"'].slice(round % 3)),
    );
    files.set(key, new TextEncoder().encode(tokens.join('')));
    const opened = await openStore(memoryKeys(files)).catch((error: unknown) => error);
    if (opened instanceof Error) {
      expect(opened, `${tokens.join('')}`).toBeInstanceOf(InputError);
      expect(opened.message).toMatch(/^memory\.zarr: [^\n]+$/);
    }
  }
});

it('refuses metadata without the file that makes it a group', async () => {
  const files = version4();
  files.delete('/.zgroup');
  await expect(openStore(memoryKeys(files))).rejects.toThrow(
    'memory.zarr: is no Zarr store: it has no zarr.json, .zgroup or .zarray; get a whole copy',
  );
});

it('refuses a group that says nothing', async () => {
  const opening = openStore(memoryKeys(new Map([['/zarr.json', text({})]])));
  await expect(opening).rejects.toThrow(/^memory\.zarr: [^\n]+$/);
});

describe('a store of a picture', () => {
  const picture = randomGrid([2, 9, 11]);

  it('is one slice, as thick as its finest pixels are high', async () => {
    const datasets = DATASETS.map(({ path, coordinateTransformations }) => ({
      path,
      coordinateTransformations: coordinateTransformations.map((transform) =>
        Object.fromEntries(
          Object.entries(transform).map(([key, value]) => [key, Array.isArray(value) ? value.toSpliced(1, 1) : value]),
        ),
      ),
    }));
    const files: Files = new Map([
      ['/.zgroup', text({ zarr_format: 2 })],
      ['/.zattrs', text({ multiscales: [{ version: '0.4', axes: AXES.toSpliced(1, 1), datasets }] })],
    ]);
    const half = randomGrid([2, 5, 6]);
    writeZarr2(files, '/0', picture, [1, 4, 5]);
    writeZarr2(files, '/half', half, [2, 3, 8]);
    for (const component of [0, 1]) {
      const store = await openStore(memoryKeys(files), { component });
      expect(store.levels.map(({ sizes }) => sizes)).toEqual([
        [11, 9, 1],
        [6, 5, 1],
      ]);
      expect(store.levels.map(({ indexToWorld }) => indexToWorld)).toEqual([
        {
          columns: [
            [0.5, 0, 0],
            [0, 2, 0],
            [0, 0, 2],
          ],
          origin: [0, 0, 0],
        },
        {
          columns: [
            [1, 0, 0],
            [0, 4, 0],
            [0, 0, 2],
          ],
          origin: [0.25, 1, 0],
        },
      ]);
      expect((await readLevel(store, store.levels[0])).voxels).toEqual(channel(picture, component));
      expect((await readLevel(store, store.levels[1]!)).voxels).toEqual(channel(half, component));
    }
  });

  it('may be a plain array', async () => {
    const files: Files = new Map();
    const { values } = picture;
    writeZarr3Sharded(files, '', { shape: [18, 11], values }, [3, 4], [6, 8]);
    const store = await openStore(memoryKeys(files));
    expect(store.levels[0].sizes).toEqual([11, 18, 1]);
    expect((await readLevel(store, store.levels[0])).voxels).toEqual(values);
  });
});

describe('a store that is damaged or none', () => {
  const broken = (change: (files: Files) => unknown) => {
    const files = version4();
    change(files);
    return openStore(memoryKeys(files)).then((store) => readLevel(store, store.levels[0]));
  };
  const attributes = (multiscale: object) => text({ multiscales: [{ axes: AXES, datasets: DATASETS, ...multiscale }] });

  it.each([
    ['is empty', (files: Files) => files.clear(), 'is no Zarr store'],
    ['has no image', (files: Files) => files.set('/.zattrs', text({})), 'holds no multiscale image'],
    ['lacks an array', (files: Files) => files.delete('/half/.zarray'), 'has no array "half"'],
    ['has a short chunk', (files: Files) => files.set('/0/0/1/1/1', new Uint8Array(10)), 'its chunk /0/0/1/1/1'],
    ['is flat', (files: Files) => files.set('/.zattrs', attributes({ axes: AXES.slice(1, 2) })), 'has 1 axes of space'],
    [
      'is flatter than its arrays',
      (files: Files) => files.set('/.zattrs', attributes({ axes: AXES.slice(1, 3), datasets: [{ path: '0' }] })),
      'has 2 axes, but the array "/0" has 4 dimensions',
    ],
    ['has no datasets', (files: Files) => files.set('/.zattrs', attributes({ datasets: [] })), 'names no datasets'],
    [
      'has datasets by the thousand',
      (files: Files) => {
        const datasets = Array.from({ length: 100_000 }, (_, index) => ({ path: String(index) }));
        files.set('/.zattrs', attributes({ datasets }));
      },
      'names 100000 datasets in its multiscales; up to 64 levels can be read',
    ],
    [
      'has a short scale',
      (files: Files) =>
        files.set('/.zattrs', attributes({ coordinateTransformations: [{ type: 'scale', scale: [1] }] })),
      'has a scale that is not 4 numbers',
    ],
  ])('that %s is refused in one line', async (_, change, message) => {
    const error = await broken(change).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toMatch(/^memory\.zarr: [^\n]+$/);
    expect((error as Error).message).toContain(message);
  });
});
