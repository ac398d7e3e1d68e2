/** N5 and precomputed stores that tensorstore has written (of generated values), and their levels, channels and places. */
import { readFileSync } from 'node:fs';
import { type KeyStore, openStore, readStoreVolume } from 'tilecast';
import { isStore } from 'tilecast/lab';
import { describe, expect, it } from 'vitest';
import { type Files, memoryKeys, text } from './memory-zarr.js';

interface ForeignStore {
  readonly name: string;
  readonly sizes: readonly number[];
  readonly channels: number;
  /** Voxels of each channel, i fastest; 64-bit labels are their lower 32 bits. */
  readonly values: readonly (readonly number[])[];
  /** Base64. */
  readonly files: Readonly<Record<string, string>>;
}

const STORES: readonly ForeignStore[] = JSON.parse(
  readFileSync(new URL('foreign-stores.json', import.meta.url), 'utf8'),
);

const filesOf = (store: ForeignStore): Files =>
  new Map(Object.entries(store.files).map(([key, bytes]) => [key, new Uint8Array(Buffer.from(bytes, 'base64'))]));

/** Keys that list their files, as those of folders do. */
const listing = (files: Files, name: string): KeyStore => ({
  ...memoryKeys(files, name),
  list: async (folder) =>
    [...files.keys()].filter((key) => key.startsWith(folder)).map((key) => key.slice(folder.length)),
});

const find = (name: string) => STORES.find((store) => store.name === name)!;

describe.each(STORES.map((store) => [store.name, store] as const))('%s', (name, store) => {
  it('has the voxels that tensorstore wrote', async () => {
    const keys = listing(filesOf(store), name);
    for (let component = 0; component < store.channels; component++) {
      const opened = await openStore(keys, { component });
      expect(opened.channels).toHaveLength(store.channels);
      const { volume } = await readStoreVolume(opened);
      expect(volume.sizes).toEqual(store.sizes);
      expect([...volume.voxels], `channel ${component}`).toEqual(store.values[component]);
    }
  });

  it('is recognised by its files, whatever it is called', async () => {
    const files = filesOf(store);
    const keys = memoryKeys(files, 'somewhere');
    expect(await isStore(keys, async (key) => files.has(key))).toBe(true);
    const opened = await openStore(keys);
    expect(opened.format).toBe(name.endsWith('.n5') ? 'N5' : 'precomputed');
  });

  it('knows which chunks are there', async () => {
    const files = filesOf(store);
    const [level] = (await openStore(listing(files, name))).levels;
    const present = await level.findPresent!();
    expect(present!.fill).toBe(0);
    const chunks = [0, 1, 2].map((axis) => Math.ceil(level.sizes[axis]! / level.chunkSizes[axis]!));
    const last = chunks.map((count) => count - 1) as [number, number, number];
    expect([present!.has([0, 0, 0]), present!.has(last)]).toEqual([true, true]);
    if (!name.includes('shards')) expect(present!.has([0, 0, 100])).toBe(false);
    for (const key of [...files.keys()]) if (!/info|attributes/.test(key)) files.delete(key);
    expect((await level.findPresent!())!.has([0, 0, 0])).toBe(false);
    const { voxels } = await level.readChunk([0, 0, 0]);
    expect([...new Set(voxels)]).toEqual([0]);
  });
});

describe('a precomputed volume', () => {
  it('lies where its offset and resolution say, in nanometres, and shows its labels', async () => {
    const { levels, unit, isLabels, notes } = await openStore(memoryKeys(filesOf(find('segments.precomputed')), 'a'));
    expect(levels[0].indexToWorld).toEqual({
      columns: [
        [4, 0, 0],
        [0, 4, 0],
        [0, 0, 40],
      ],
      origin: [42, -26, 140],
    });
    expect([unit, isLabels]).toEqual(['nanometer', true]);
    expect(notes.join()).toMatch(/labels of 64 bits, whose lower 32 are taken/);
  });

  it('takes chunks that folders keep gzipped under another name', async () => {
    const { gzipSync } = await import('node:zlib');
    const store = find('raw.precomputed');
    const files = filesOf(store);
    for (const [key, bytes] of [...files]) {
      if (key === '/info') continue;
      files.delete(key);
      files.set(`${key}.gz`, gzipSync(bytes));
    }
    const { volume } = await readStoreVolume(await openStore(listing(files, 'a.precomputed')));
    expect([...volume.voxels]).toEqual(store.values[0]);
  });

  it('of several in a folder is the one of --series, or the only one', async () => {
    const store = find('raw.precomputed');
    const files: Files = new Map([['/em/notes/info', text({ by: 'somebody' })]]);
    const add = (folder: string) => {
      for (const [key, bytes] of filesOf(store)) files.set(`/${folder}${key}`, bytes);
    };
    const read = async (series?: string) => {
      const opened = await openStore(listing(files, 'a.precomputed'), series === undefined ? {} : { series });
      return [...(await readStoreVolume(opened)).volume.voxels];
    };
    add('em/raw');
    expect(await read()).toEqual(store.values[0]);
    add('em/other');
    for (const series of ['em/raw', '1']) expect(await read(series)).toEqual(store.values[0]);
    await expect(read()).rejects.toThrow(
      /^a\.precomputed: holds 2 images: "em\/other", "em\/raw"; name one, such as a\.precomputed\/em\/other, or take it by --series$/,
    );
    await expect(read('em')).rejects.toThrow(/^a\.precomputed: has no image "em"; it has "em\/other", "em\/raw"$/);
    await expect(openStore(listing(filesOf(store), 'b.precomputed'), { series: '1' })).rejects.toThrow(
      /^b\.precomputed: holds one image; leave out --series$/,
    );
  });
});

describe('an N5 store', () => {
  const s0 = filesOf(find('gzip.n5'));
  const attributes = JSON.parse(new TextDecoder().decode(s0.get('/attributes.json')));
  const group = (own: object, levels: readonly object[]): Files => {
    const files: Files = new Map([['/attributes.json', text(own)]]);
    for (const [level, added] of levels.entries()) {
      for (const [key, bytes] of s0) files.set(`/s${level}${key}`, bytes);
      files.set(`/s${level}/attributes.json`, text({ ...attributes, ...added }));
    }
    return files;
  };
  const placesOf = async (files: Files) =>
    (await openStore(memoryKeys(files, 'a.n5'))).levels.map(({ indexToWorld: { columns, origin } }) => [
      columns.map((column, axis) => column[axis]),
      origin,
    ]);

  it('has levels with places by downsampling factors, whose voxels lie in the middle of finer ones', async () => {
    const resolution = { pixelResolution: { dimensions: [2, 3, 4], unit: 'um' } };
    const files = group(resolution, [{}, { downsamplingFactors: [2, 2, 1] }]);
    expect(await placesOf(files)).toEqual([
      [
        [2, 3, 4],
        [0, 0, 0],
      ],
      [
        [4, 6, 4],
        [1, 1.5, 0],
      ],
    ]);
    expect((await openStore(memoryKeys(files, 'a.n5'))).unit).toBe('micrometer');
    const byGroup = group(
      {
        ...resolution,
        scales: [
          [1, 1, 1],
          [3, 1, 1],
        ],
      },
      [{}, {}],
    );
    expect((await placesOf(byGroup))[1]).toEqual([
      [6, 3, 4],
      [2, 0, 0],
    ]);
  });

  it('has levels with places by transforms, whose axes are in any order', async () => {
    const transform = { axes: ['z', 'y', 'x'], scale: [4, 3, 2], translate: [30, 20, 10], units: ['nm', 'nm', 'nm'] };
    const files = group({ multiscales: [{ datasets: [{ path: 's0', transform }] }] }, [{}]);
    expect(await placesOf(files)).toEqual([
      [
        [2, 3, 4],
        [10, 20, 30],
      ],
    ]);
  });

  it("has BigDataViewer's setups as channels and timepoints as times", async () => {
    const files: Files = new Map([['/attributes.json', text({ n5: '2.0.0' })]]);
    for (const place of ['setup0/timepoint0', 'setup0/timepoint1', 'setup0/timepoint2', 'setup1/timepoint0']) {
      files.set(`/${place}/attributes.json`, text({}));
      for (const [key, bytes] of s0) files.set(`/${place}/s0${key}`, bytes);
    }
    const { channels, times } = await openStore(memoryKeys(files, 'a.n5'), { time: 2 });
    expect([channels.length, times]).toEqual([2, 3]);
  });

  it('of several images names them, and of one somewhere below opens it', async () => {
    const files: Files = new Map([['/attributes.json', text({ n5: '2.0.0' })]]);
    for (const [key, bytes] of s0) files.set(`/em/raw/s0${key}`, bytes);
    expect((await openStore(listing(files, 'a.n5'))).levels[0].sizes).toEqual([9, 8, 7]);
    for (const [key, bytes] of s0) files.set(`/em/other${key}`, bytes);
    await expect(openStore(listing(files, 'a.n5'))).rejects.toThrow(
      'a.n5: holds 2 images: "em/other", "em/raw"; name one, such as a.n5/em/other, or take it by --series',
    );
    await expect(openStore(memoryKeys(files, 'a.n5'))).rejects.toThrow(
      'a.n5: holds no array at its root; name the group',
    );
  });

  it('of several takes the one of --series, by its path or number', async () => {
    const files: Files = new Map([['/attributes.json', text({ n5: '2.0.0' })]]);
    for (const [key, bytes] of s0) {
      files.set(`/em/raw/s0${key}`, bytes);
      files.set(`/em/other${key}`, bytes);
    }
    files.set('/em/other/attributes.json', text({ ...attributes, dimensions: [9, 8, 5] }));
    const sizesOf = async (series: string) => (await openStore(listing(files, 'a.n5'), { series })).levels[0].sizes;
    for (const series of ['em/raw', '/em/raw/', '2']) expect(await sizesOf(series)).toEqual([9, 8, 7]);
    expect(await sizesOf('1')).toEqual([9, 8, 5]);
    await expect(sizesOf('3')).rejects.toThrow(/^a\.n5: has no image "3"; it has "em\/other", "em\/raw"$/);
    await expect(openStore(listing(group({}, [{}]), 'a.n5'), { series: '1' })).rejects.toThrow(
      /^a\.n5: holds one image; leave out --series$/,
    );
  });

  it('reads blocks of LZ4, in frames as Java writes them', async () => {
    const { ascii } = await import('../volumes/nrrd/write-nrrd.js');
    const values = Uint8Array.from({ length: 8 }, (_, index) => index + 1);
    const frame = (token: number, packed: readonly number[], size: number) => [
      ...ascii('LZ4Block'),
      token,
      ...[packed.length, 0, 0, 0, size, 0, 0, 0, 9, 9, 9, 9],
      ...packed,
    ];
    // Four values as they are, and four as literals of a block.
    const data = [...frame(0x15, [...values.subarray(0, 4)], 4), ...frame(0x25, [0x40, ...values.subarray(4)], 4)];
    const block = Uint8Array.from([0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, ...data]);
    const files: Files = new Map([
      [
        '/attributes.json',
        text({ dimensions: [2, 2, 2], blockSize: [2, 2, 2], dataType: 'uint8', compression: { type: 'lz4' } }),
      ],
      ['/0/0/0', block],
    ]);
    const { volume } = await readStoreVolume(await openStore(memoryKeys(files, 'a.n5')));
    expect([...volume.voxels]).toEqual([...values]);
  });
});
