/** Codecs that zarrita lacks, and what is refused by name: metadata as zarr-python, tensorstore and zarrs write them. */
import { type KeyStore, openStore, readLevel } from 'tilecast';
import { describe, expect, it } from 'vitest';
import { type Files, memoryKeys, text } from './memory-zarr.js';

/** The numbers from 0 to 63 in bytes, by Python's bz2 and lzma. */
const PACKED = {
  bz2: 'QlpoOTFBWSZTWUNC9woAAAB4AH//////////oABBgAmAEwAAmAAJgAOYACYAAmAAAAAHgQYgow5BPwosw049BFJP6oqsuwy02468/BDFH+klmnopqrstuvwxy/56a7b8c9d+ei7kinChIIaF7hQ=',
  lzma: '/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQA/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+PwBL8pMLm+aY0AABWEDnIzgkH7bzfQEAAAAABFla',
} as const;

const SHAPE = [4, 4, 4];
const BYTES = { name: 'bytes', configuration: { endian: 'little' } };

const zarr3 = (changes: object, chunk?: Uint8Array): KeyStore => {
  const array = {
    zarr_format: 3,
    node_type: 'array',
    shape: SHAPE,
    data_type: 'uint8',
    chunk_grid: { name: 'regular', configuration: { chunk_shape: SHAPE } },
    chunk_key_encoding: { name: 'default' },
    codecs: [BYTES],
    fill_value: 0,
    attributes: {},
    ...changes,
  };
  const files: Files = new Map([['/zarr.json', text(array)]]);
  return memoryKeys(chunk ? files.set('/c/0/0/0', chunk) : files);
};

const zarr2 = (id: string, chunk: Uint8Array): KeyStore => {
  const array = { zarr_format: 2, shape: SHAPE, chunks: SHAPE, dtype: '|u1', order: 'C', fill_value: 0, filters: null };
  return memoryKeys(
    new Map([
      ['/.zarray', text({ ...array, compressor: { id } })],
      ['/0.0.0', chunk],
    ]),
  );
};

const read = async (keys: KeyStore) => {
  const store = await openStore(keys);
  return (await readLevel(store, store.levels[0])).voxels;
};

describe('chunks in', () => {
  it.each(['bz2', 'lzma'] as const)('%s are read of both versions', async (id) => {
    const chunk = Uint8Array.from(Buffer.from(PACKED[id], 'base64'));
    const expected = Uint8Array.from({ length: 64 }, (_, index) => index);
    expect(await read(zarr2(id, chunk))).toEqual(expected);
    const codecs = [BYTES, { name: `numcodecs.${id}`, configuration: {} }];
    expect(await read(zarr3({ codecs }, chunk))).toEqual(expected);
    expect(await read(zarr3({ codecs: [BYTES, { name: id, configuration: {} }] }, chunk))).toEqual(expected);
    await expect(read(zarr2(id, chunk.subarray(0, chunk.length >> 1)))).rejects.toThrow(
      /^memory\.zarr: its chunk [^\n]+$/,
    );
  });
});

describe('arrays of floats', () => {
  it('have no infinite values, neither of chunks nor where these are not there, and fill values bit by bit', async () => {
    const values = Float32Array.from({ length: 64 }, (_, index) => index);
    values[3] = Number.POSITIVE_INFINITY;
    values[4] = Number.NaN;
    const voxels = await read(zarr3({ data_type: 'float32' }, new Uint8Array(values.buffer)));
    expect([...voxels.subarray(2, 6)]).toEqual([2, Number.NaN, Number.NaN, 5]);
    for (const [type, fill, expected] of [
      ['float32', '0x40490fdb', Math.fround(Math.PI)],
      ['float32', '0x7fc00001', Number.NaN],
      ['float64', '0xbff8000000000000', -1.5],
    ] as const) {
      expect(new Set(await read(zarr3({ data_type: type, fill_value: fill })))).toEqual(new Set([expected]));
    }
    const absent = await read(zarr3({ data_type: 'float32', fill_value: 'Infinity' }));
    expect(absent.every(Number.isNaN)).toBe(true);
  });
});

describe('refused by name are', () => {
  const shards = (codecs: readonly object[]) => ({
    name: 'sharding_indexed',
    configuration: { chunk_shape: SHAPE, codecs, index_codecs: [BYTES], index_location: 'end' },
  });

  it.each<[string, object, RegExp]>([
    ['other codecs', { codecs: [BYTES, { name: 'zfpy' }] }, /the codec "zfpy", which is not read; write it again with/],
    ['shards within shards', { codecs: [shards([shards([BYTES])])] }, /shards within shards, which are not read/],
    [
      'values that are no numbers',
      { data_type: { name: 'numpy.datetime64', configuration: { unit: 's' } } },
      /of the type "numpy.datetime64", which are no voxels/,
    ],
    [
      'lists',
      { shape: [4], chunk_grid: { name: 'regular', configuration: { chunk_shape: [4] } } },
      /name one of 2 to 5/,
    ],
  ])('%s', async (_, changes, message) => {
    await expect(read(zarr3(changes))).rejects.toThrow(message);
  });

  it('differences of another type than the values', async () => {
    const filters = [{ id: 'delta', dtype: '<i2', astype: '<i4' }];
    const array = { zarr_format: 2, shape: SHAPE, chunks: SHAPE, dtype: '<i2', order: 'C', fill_value: 0, filters };
    const keys = memoryKeys(new Map([['/.zarray', text({ ...array, compressor: null })]]));
    await expect(read(keys)).rejects.toThrow(/has differences in <i4 of <i2, which are not read; write it again/);
  });
});

describe('N5', () => {
  const n5 = (dataType: string, bytes: ArrayLike<number>) =>
    memoryKeys(
      new Map([
        [
          '/attributes.json',
          text({ dimensions: [2, 1, 1], blockSize: [2, 1, 1], dataType, compression: { type: 'raw' } }),
        ],
        ['/0/0/0', Uint8Array.from([0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, ...Array.from(bytes)])],
      ]),
      'a.n5',
    );

  it('of signed integers of 64 bits has negative ones, and none that 32 bits do not hold', async () => {
    const long = (value: bigint) => new Uint8Array(BigInt64Array.of(value).buffer).reverse();
    expect([...(await read(n5('int64', [...long(-254n), ...long(7n)])))]).toEqual([-254, 7]);
    expect([...(await read(n5('uint64', [...long(3n), ...long(2n ** 32n + 7n)])))]).toEqual([3, 7]);
    await expect(read(n5('int64', [...long(2n ** 31n), ...long(0n)]))).rejects.toThrow(/holds the value 2147483648/);
  });

  it('of floats has no infinite values', async () => {
    const real = (value: number) => new Uint8Array(Float32Array.of(value).buffer).reverse();
    expect([...(await read(n5('float32', [...real(-1.5), ...real(Number.POSITIVE_INFINITY)])))]).toEqual([
      -1.5,
      Number.NaN,
    ]);
  });
});
