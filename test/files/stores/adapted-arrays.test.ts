/** Arrays of types that no voxels have, shards that begin with their indexes, and stores of several images. */
import { type KeyStore, openStore, readLevel, type StoreSelection } from 'tilecast';
import { describe, expect, it } from 'vitest';
import { readHalf, writeHalf } from '../../../src/files/stores/zarr/adapted-arrays.js';
import { type Files, memoryKeys, text, writeZarr2, writeZarr3Sharded } from './memory-zarr.js';

const SHAPE = [2, 3, 4];
const COUNT = 24;

/** An uncompressed array of Zarr 3 in one chunk. */
function writeArray(files: Files, path: string, type: string, bytes: ArrayBufferView | undefined, fill: unknown): void {
  files.set(
    `${path}/zarr.json`,
    text({
      zarr_format: 3,
      node_type: 'array',
      shape: SHAPE,
      data_type: type,
      chunk_grid: { name: 'regular', configuration: { chunk_shape: SHAPE } },
      chunk_key_encoding: { name: 'default' },
      codecs: [{ name: 'bytes', configuration: { endian: 'little' } }],
      fill_value: fill,
      attributes: {},
    }),
  );
  if (bytes) files.set(`${path}/c/0/0/0`, new Uint8Array(bytes.buffer.slice(0)));
}

async function readVoxels(keys: KeyStore, selection: StoreSelection = {}) {
  const store = await openStore(keys, selection);
  const { voxels } = await readLevel(store, store.levels[0]);
  return { voxels, type: store.levels[0].type, notes: store.notes };
}

const arrayOf = (type: string, bytes: ArrayBufferView | undefined, fill: unknown = 0): KeyStore => {
  const files: Files = new Map();
  writeArray(files, '', type, bytes, fill);
  return memoryKeys(files);
};

describe('drafts of Zarr 3', () => {
  const bits = Uint8Array.from({ length: COUNT }, (_, index) => index);
  const change = (changes: Readonly<Record<string, unknown>>): KeyStore => {
    const files: Files = new Map();
    writeArray(files, '', 'uint8', bits, 0);
    const metadata = JSON.parse(new TextDecoder().decode(files.get('/zarr.json')));
    return memoryKeys(files.set('/zarr.json', text({ ...metadata, ...changes })));
  };

  it('that call the codec of bytes endian are read', async () => {
    const endian = { name: 'endian', configuration: { endian: 'little' } };
    expect((await readVoxels(change({ codecs: [endian] }))).voxels).toEqual(bits);
    // Shards of one chunk each, in an index of their own that is not checked.
    const files: Files = new Map();
    const grid = { shape: SHAPE, values: Uint16Array.from(bits) };
    writeZarr3Sharded(files, '', grid, [1, 3, 2], [2, 3, 4]);
    const renamed = new TextDecoder().decode(files.get('/zarr.json')).replaceAll('"bytes"', '"endian"');
    expect(renamed.match(/"endian"/g)!.length).toBeGreaterThan(2);
    const { voxels } = await readVoxels(memoryKeys(files.set('/zarr.json', new TextEncoder().encode(renamed))));
    expect([...voxels]).toEqual([...bits]);
  });

  it('of other metadata or with storage transformers are refused, with what to do', async () => {
    const core = 'https://purl.org/zarr/spec/protocol/core/3.0';
    const draft: Files = new Map([
      [
        '/zarr.json',
        text({ zarr_format: core, metadata_encoding: core, metadata_key_suffix: '.json', extensions: [] }),
      ],
      ['/meta/root/a.array.json', text({ shape: SHAPE })],
    ]);
    await expect(readVoxels(memoryKeys(draft))).rejects.toThrow(
      /^memory\.zarr: is of a draft of Zarr 3.*copy its arrays to Zarr 2/,
    );
    const transformed = change({ storage_transformers: [{ name: 'sharding', configuration: {} }] });
    await expect(readVoxels(transformed)).rejects.toThrow(
      /behind the storage transformer "sharding", which is not read/,
    );
    expect((await readVoxels(change({ storage_transformers: [] }))).voxels).toEqual(bits);
  });
});

describe('arrays', () => {
  it('of half floats are floats', async () => {
    const halves = Uint16Array.from({ length: COUNT }, (_, index) => writeHalf((index - 9) / 8));
    const { voxels, type } = await readVoxels(arrayOf('float16', halves));
    expect(type).toBe('float32');
    expect([...voxels]).toEqual(Array.from({ length: COUNT }, (_, index) => (index - 9) / 8));
    for (const [fill, value] of [
      [1.5, 1.5],
      ['NaN', Number.NaN],
      ['-Infinity', Number.NaN],
      ['0x3c00', 1],
    ] as const) {
      expect([...new Set((await readVoxels(arrayOf('float16', undefined, fill))).voxels)]).toEqual([value]);
    }
  });

  it('of booleans are 0 and 1', async () => {
    const bits = Uint8Array.from({ length: COUNT }, (_, index) => index % 2);
    expect(await readVoxels(arrayOf('bool', bits, false))).toMatchObject({ type: 'uint8', voxels: bits });
    expect([...new Set((await readVoxels(arrayOf('bool', undefined, true))).voxels)]).toEqual([1]);
  });

  it.each([
    ['int64', BigInt64Array, Int32Array, 'int32', [-5n, 2n ** 31n - 1n, -(2n ** 31n)], 2n ** 31n],
    ['uint64', BigUint64Array, Uint32Array, 'uint32', [0n, 7n, 2n ** 32n - 1n], 2n ** 32n],
  ] as const)(
    'of %s are of 32 bits, and refused where these are too few',
    async (type, Big, Narrow, read, some, large) => {
      const values = new Big(COUNT);
      for (const [index, value] of some.entries()) values[index] = value;
      const expected = new Narrow([...values].map(Number));
      expect(await readVoxels(arrayOf(type, values))).toMatchObject({ type: read, voxels: expected });
      expect([...new Set((await readVoxels(arrayOf(type, undefined, 3))).voxels)]).toEqual([3]);
      values[20] = large;
      await expect(readVoxels(arrayOf(type, values))).rejects.toThrow(
        new RegExp(`^memory\\.zarr: holds the value ${large}, and 32 bits are the most`),
      );
    },
  );

  it('of Zarr 2 may be half floats and booleans, of either byte order', async () => {
    const files: Files = new Map();
    writeZarr2(files, '', { shape: SHAPE, values: new Uint16Array(COUNT).map((_, index) => writeHalf(index)) }, SHAPE);
    const metadata = new TextDecoder().decode(files.get('/.zarray'));
    files.set('/.zarray', new TextEncoder().encode(metadata.replace('<u2', '<f2')));
    expect([...(await readVoxels(memoryKeys(files))).voxels]).toEqual(
      Array.from({ length: COUNT }, (_, index) => index),
    );
    files.set('/.zarray', new TextEncoder().encode(metadata.replace('<u2', '>f2')));
    files.set(
      '/0/0/0',
      new Uint8Array(new Uint16Array(files.get('/0/0/0')!.buffer).map((bits) => (bits << 8) | (bits >> 8)).buffer),
    );
    expect([...(await readVoxels(memoryKeys(files))).voxels]).toEqual(
      Array.from({ length: COUNT }, (_, index) => index),
    );
    files.set('/.zarray', new TextEncoder().encode(metadata.replace('<u2', '|b1')));
    files.set('/0/0/0', new Uint8Array(COUNT).fill(1));
    expect([...new Set((await readVoxels(memoryKeys(files))).voxels)]).toEqual([1]);
  });

  it('in shards that begin with their indexes are those in shards that end with them', async () => {
    const files: Files = new Map();
    const values = Uint16Array.from({ length: 6 * 7 * 8 }, (_, index) => index + 1);
    writeZarr3Sharded(files, '', { shape: [6, 7, 8], values }, [2, 3, 4], [4, 6, 8]);
    const { voxels } = await readVoxels(memoryKeys(files));
    const indexBytes = 16 * 2 * 2 * 2;
    for (const [key, shard] of [...files].filter(([name]) => name.startsWith('/c/'))) {
      const index = new BigUint64Array(shard.slice(-indexBytes).buffer);
      const moved = index.map((word, at) => (at % 2 === 0 && word < 2n ** 63n ? word + BigInt(indexBytes) : word));
      files.set(key, Uint8Array.from([...new Uint8Array(moved.buffer), ...shard.slice(0, -indexBytes)]));
    }
    const metadata = new TextDecoder().decode(files.get('/zarr.json'));
    files.set(
      '/zarr.json',
      new TextEncoder().encode(metadata.replace('"index_location":"end"', '"index_location":"start"')),
    );
    expect((await readVoxels(memoryKeys(files))).voxels).toEqual(voxels);
  });
});

describe('half floats', () => {
  it('are all found again from their values', () => {
    for (let bits = 0; bits < 0x7c00; bits += 97) {
      expect(writeHalf(readHalf(bits))).toBe(bits);
      if (bits > 0) expect(writeHalf(readHalf(bits + 0x8000))).toBe(bits + 0x8000);
    }
    expect([0x3c00, 0x0001, 0x7bff, 0xc000, 0x7c00].map(readHalf)).toEqual([
      1,
      2 ** -24,
      65504,
      -2,
      Number.POSITIVE_INFINITY,
    ]);
    expect(readHalf(0x7e00)).toBeNaN();
  });
});

const group = (attributes: unknown) => text({ zarr_format: 3, node_type: 'group', attributes });

/** An image of one value. */
function writeImage(files: Files, path: string, value: number): void {
  const axes = ['z', 'y', 'x'].map((name) => ({ name, type: 'space' }));
  const datasets = [{ path: '0', coordinateTransformations: [{ type: 'scale', scale: [1, 1, 1] }] }];
  files.set(`${path}/zarr.json`, group({ ome: { version: '0.5', multiscales: [{ axes, datasets }] } }));
  writeArray(files, `${path}/0`, 'uint8', new Uint8Array(COUNT).fill(value), 0);
}

const shownOf = async (files: Files, series?: string) => {
  const { voxels, notes } = await readVoxels(memoryKeys(files), series === undefined ? {} : { series });
  return [voxels[0], ...notes];
};

describe('stores of several images', () => {
  it('by bioformats2raw give the one that is chosen', async () => {
    const files: Files = new Map([['/zarr.json', group({ ome: { version: '0.5', 'bioformats2raw.layout': 3 } })]]);
    writeImage(files, '/0', 5);
    writeImage(files, '/label', 6);
    expect(await shownOf(files)).toEqual([5]);
    files.set('/OME/zarr.json', group({ ome: { version: '0.5', series: ['0', 'label'] } }));
    expect(await shownOf(files)).toEqual([5, 'took the first of 2 images; --series takes another']);
    expect(await shownOf(files, '2')).toEqual([6]);
    expect(await shownOf(files, 'label')).toEqual([6]);
    await expect(shownOf(files, '3')).rejects.toThrow(
      /has no image "3" among its 2 images; right for --series is a number up to 2, or one of 0, label$/,
    );
  });

  function plate(): Files {
    const wells = [{ path: 'A/1' }, { path: 'B/03' }];
    const files: Files = new Map([['/zarr.json', group({ ome: { version: '0.5', plate: { wells } } })]]);
    for (const [number, well] of wells.entries()) {
      const images = [{ path: '0' }, { path: '1' }];
      files.set(`/${well.path}/zarr.json`, group({ ome: { version: '0.5', well: { images } } }));
      for (const [field, { path }] of images.entries())
        writeImage(files, `/${well.path}/${path}`, 10 * number + field + 1);
    }
    return files;
  }

  it('that are plates give a field of a well', async () => {
    const files = plate();
    expect(await shownOf(files)).toEqual([
      1,
      'took the well A/1 of 2; --series takes another, such as B/03',
      'took the first of 2 fields; --series takes another',
    ]);
    expect(await shownOf(files, 'B/03/2')).toEqual([12]);
    expect(await shownOf(files, 'b3')).toEqual([11, 'took the first of 2 fields; --series takes another']);
    expect(await shownOf(files, '2/1')).toEqual([12, DOUBT]);
    for (const wrong of ['C7', '3', 'A/1x', '0']) {
      await expect(shownOf(files, wrong)).rejects.toThrow(
        `has no well "${wrong}"; right for --series is one of A/1, B/03, and a field after a slash, as in A/1/1`,
      );
    }
    for (const wrong of ['A/1/3', 'B3/7', '1/x']) {
      await expect(shownOf(files, wrong)).rejects.toThrow(
        `has no image "${wrong.split('/').at(-1)}" among its 2 fields; right for --series is a number up to 2, or one of 0, 1`,
      );
    }
  });

  const DOUBT = 'took the field of the name 1, number 2 of 2; --series takes number 1 by its name, 0';
  it.each([
    ['A/1', [1, 'took the first of 2 fields; --series takes another']],
    ['A/1/', [1, 'took the first of 2 fields; --series takes another']],
    ['A/1/0', [1]],
    ['A/1/1', [2, DOUBT]],
    ['A/1/2', [2]],
    ['a01/2', [2]],
    ['2', [11, 'took the first of 2 fields; --series takes another']],
    ['2/0', [11]],
  ])('that are plates give %s', async (series, shown) => {
    expect(await shownOf(plate(), series)).toEqual(shown);
  });

  it('lead nowhere out of the store', async () => {
    const plate = { wells: [{ path: '../other' }, { path: '/etc' }] };
    const files: Files = new Map([['/zarr.json', group({ ome: { version: '0.5', plate } })]]);
    await expect(shownOf(files)).rejects.toThrow(/is a plate without wells/);
  });

  it('of one image have no other', async () => {
    const files: Files = new Map();
    writeImage(files, '', 5);
    await expect(shownOf(files, '2')).rejects.toThrow(/holds one image; leave out --series/);
  });
});
