/** N5 and precomputed stores of a few bytes that claim anything: each is refused in one line, at once, before anything is allocated. */
import { gzipSync } from 'node:zlib';
import { InputError, openPagedVolume, openStore, readLevel } from 'tilecast';
import { describeStore } from 'tilecast/lab';
import { describe, expect, it } from 'vitest';
import { type Files, memoryKeys, text } from './memory-zarr.js';

const N5 = { dimensions: [4, 4, 4], blockSize: [4, 4, 4], dataType: 'uint8', compression: { type: 'raw' } };
const SCALE = { key: 's', size: [4, 4, 4], resolution: [1, 1, 1], chunk_sizes: [[4, 4, 4]], encoding: 'raw' };
const INFO = { '@type': 'neuroglancer_multiscale_volume', type: 'image', data_type: 'uint8', num_channels: 1 };
const SHARDING = {
  '@type': 'neuroglancer_uint64_sharded_v1',
  ...{ preshift_bits: 0, minishard_bits: 0, shard_bits: 0, hash: 'identity' },
};

async function refusalOf(name: string, files: Files): Promise<string> {
  const before = process.memoryUsage().rss;
  const read = async () => {
    const store = await openStore(memoryKeys(files, name));
    describeStore(store);
    await (store.levels[0].sizes.some((size) => size > 1000)
      ? openPagedVolume(store)
      : readLevel(store, store.levels[0]));
  };
  const error = await read().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 28);
  const { message } = error as Error;
  expect(message).toMatch(new RegExp(`^${name}: [^\\n]{5,300}$`));
  return message;
}

const n5 = (fields: object, files: Files = new Map()) =>
  refusalOf('a.n5', new Map([['/attributes.json', text({ ...N5, ...fields })], ...files]));
const block = (...bytes: number[]): Files => new Map([['/0/0/0', Uint8Array.from(bytes)]]);
const head = (...sizes: number[]) => [
  0,
  0,
  0,
  sizes.length,
  ...sizes.flatMap((size) => [size >>> 24, 0, 0, size & 255]),
];
const precomputed = (fields: object, scale: object = {}, files: Files = new Map()) =>
  refusalOf('a', new Map([['/info', text({ ...INFO, scales: [{ ...SCALE, ...scale }], ...fields })], ...files]));

describe('an N5 store', () => {
  it.each<[string, object, RegExp]>([
    ['blocks of 10^27 bytes', { blockSize: [1e9, 1e9, 1e9] }, /in blocks of 1e\+27 bytes/],
    [
      'a volume of 10^27 voxels',
      { dimensions: [1e9, 1e9, 1e9], blockSize: [1, 1, 1] },
      /has 1000000000 × 1000000000 × 1000000000/,
    ],
    ['blocks of nothing', { blockSize: [0, 4, 4] }, /block sizes of its array that are not 3 positive integers/],
    ['sizes that are text', { dimensions: ['4', 4, 4] }, /dimensions of its array that are not 3 positive integers/],
    ['more axes than there are', { dimensions: new Array(60).fill(4) }, /of 60 dimensions; 3 to 5 can be read/],
    ['a type that is none', { dataType: 'object' }, /of type object; int8/],
    ['a compression that is none', { compression: { type: '__proto__' } }, /compressed by __proto__/],
    ['multisets of labels', { isLabelMultiset: true }, /multisets of labels .*; paintera-convert/],
    [
      'levels that lead out of it',
      { dimensions: undefined, multiscales: [{ datasets: [{ path: '../../etc' }] }] },
      /a path of a level that is no path below it: "\.\.\/\.\.\/etc"/,
    ],
    [
      'a million levels',
      { dimensions: undefined, multiscales: [{ datasets: new Array(1e5).fill({ path: 'a' }) }] },
      /lists 100000 levels/,
    ],
    [
      'itself as its own level',
      { dimensions: undefined, multiscales: [{ datasets: [{ path: '' }] }] },
      /which is no array/,
    ],
  ])('that claims %s is refused', async (_, fields, message) => expect(await n5(fields)).toMatch(message));

  it.each<[string, object, Files, RegExp]>([
    ['is cut short', {}, block(0, 0), /its block \/0\/0\/0: is cut short within its header/],
    ['is of objects', {}, block(0, 2, ...head(4, 4, 4).slice(2)), /is of mode 2/],
    ['is of other axes', {}, block(...head(4, 4), ...new Array(16).fill(0)), /has 2 dimensions, and its array 3/],
    ['is larger than blocks are', {}, block(...head(4, 4, 255)), /has 4 × 4 × 255 values/],
    [
      'is smaller than it must be',
      {},
      block(...head(1, 4, 4)),
      /has 1 × 4 × 4 values, and its array asks for 4 × 4 × 4/,
    ],
    ['has too few bytes', {}, block(...head(4, 4, 4), 1, 2), /has 2 bytes instead of 64/],
    [
      'is a bomb',
      { compression: { type: 'gzip' } },
      block(...head(4, 4, 4), ...gzipSync(new Uint8Array(1e6))),
      /more than the 64/,
    ],
    [
      'claims much by Blosc',
      { compression: { type: 'blosc' } },
      block(...head(4, 4, 4), 2, 1, 1, 1, 255, 255, 255, 255, 0, 0, 0, 0, 16, 0, 0, 0),
      /make 4294967295 bytes; 64 are right/,
    ],
    [
      'claims much by LZ4',
      { compression: { type: 'lz4' } },
      block(
        ...head(4, 4, 4),
        ...new TextEncoder().encode('LZ4Block'),
        0x25,
        1,
        0,
        0,
        0,
        255,
        255,
        255,
        255,
        0,
        0,
        0,
        0,
        0,
      ),
      /LZ4 blocks that are damaged/,
    ],
  ])('whose block %s is refused', async (_, fields, files, message) =>
    expect(await n5(fields, files)).toMatch(message),
  );
});

describe('a precomputed volume', () => {
  it.each<[string, object, object, RegExp]>([
    ['no scales', { scales: [] }, {}, /has 0 scales/],
    ['a million scales', { scales: new Array(1e5).fill(SCALE) }, {}, /has 100000 scales; 1 to 64/],
    ['chunks of 10^27 bytes', {}, { chunk_sizes: [[1e9, 1e9, 1e9]] }, /chunks of 1e\+27 bytes in scale 0/],
    ['channels without end', { num_channels: 1e15 }, {}, /chunks of 64000000000000000 bytes/],
    [
      '10^27 chunks',
      {},
      { size: [1e9, 1e9, 1e9], chunk_sizes: [[1, 1, 1]] },
      /has 1000000000 × 1000000000 × 1000000000/,
    ],
    ['a key that leads out of it', {}, { key: '../../etc/passwd' }, /a key of scale 0 that is no path below it/],
    ['a key that is a root', {}, { key: '/etc' }, /a key of scale 0 that is no path below it/],
    ['no resolution', {}, { resolution: [0, 1, 1] }, /a resolution of scale 0 that is not three numbers above 0/],
    [
      'an offset that is none',
      {},
      { voxel_offset: [0.5, 0, 0] },
      /a voxel_offset of scale 0 that is not three integers/,
    ],
    ['an encoding that is not known', {}, { encoding: 'jxl' }, /encoded as "jxl"; raw, jpeg, png/],
    [
      'numbers of 64 bits that are no labels',
      { data_type: 'uint64' },
      {},
      /uint64; int8.*, and uint64 of segmentations/,
    ],
    ['shards of another kind', {}, { sharding: { '@type': 'x' } }, /shards of type "x"/],
    [
      '2^99 minishards',
      {},
      { sharding: { ...SHARDING, minishard_bits: 99 } },
      /minishard_bits of shards that are not 0 to 32/,
    ],
    ['a hash that is not known', {}, { sharding: { ...SHARDING, hash: 'md5' } }, /shards by the hash "md5"/],
  ])('that claims %s is refused', async (_, fields, scale, message) => {
    expect(await precomputed(fields, scale)).toMatch(message);
  });

  const longs = (...numbers: (number | bigint)[]) => new Uint8Array(BigUint64Array.from(numbers.map(BigInt)).buffer);
  const shard = (...parts: Uint8Array[]): Files =>
    new Map([['/s/0.shard', Uint8Array.from(parts.flatMap((part) => [...part]))]]);

  it.each<[string, Files, RegExp]>([
    ['has no room for its index', shard(new Uint8Array(5)), /leads beyond its end or is damaged/],
    ['has an index that ends before it begins', shard(longs(24, 0)), /leads beyond its end/],
    ['has an index of 2^60 bytes', shard(longs(0, 2n ** 60n)), /leads beyond its end/],
    ['has an index beyond its end', shard(longs(1000, 1024)), /leads beyond its end/],
    ['has an index that is no multiple of entries', shard(longs(0, 8, 0)), /leads beyond its end/],
    ['has a chunk of 2^62 bytes', shard(longs(0, 24, 0, 24, 2n ** 62n)), /leads beyond its end/],
    ['has a chunk beyond its end', shard(longs(0, 24, 0, 1e12, 64)), /leads beyond its end/],
    [
      'has a chunk of another size',
      shard(longs(0, 24, 0, 24, 8), longs(1)),
      /has (?:8|0) bytes instead of 64|beyond its end/,
    ],
  ])('whose shard %s is refused', async (_, files, message) => {
    expect(await precomputed({}, { sharding: SHARDING }, files)).toMatch(message);
  });

  it('of 10^12 shards, none of which is there, is empty and costs nothing', async () => {
    const scale = { ...SCALE, sharding: { ...SHARDING, shard_bits: 40, hash: 'murmurhash3_x86_128' } };
    const store = await openStore(memoryKeys(new Map([['/info', text({ ...INFO, scales: [scale] })]]), 'a'));
    expect([...new Set((await readLevel(store, store.levels[0])).voxels)]).toEqual([0]);
  });

  const words = (...numbers: number[]) => new Uint8Array(Uint32Array.from(numbers).buffer);
  const segments = (bytes: Uint8Array) =>
    precomputed(
      { type: 'segmentation', data_type: 'uint32' },
      { encoding: 'compressed_segmentation', compressed_segmentation_block_size: [4, 4, 4] },
      new Map([['/s/0-4_0-4_0-4', bytes]]),
    );

  it.each<[string, Uint8Array]>([
    ['is empty', new Uint8Array()],
    ['begins beyond its end', words(1e9)],
    ['has blocks of 5 bits', words(1, 0x05000000, 0)],
    ['has a table beyond its end', words(1, 0x00ffffff, 0)],
    ['has values beyond its end', words(1, 0x08000002, 0xffffff, 0)],
    ['has choices beyond its table', words(1, 0x20000002, 3, 7, 0xffffffff)],
  ])('whose segmentation %s is refused', async (_, bytes) => {
    expect(await segments(bytes)).toMatch(/its chunk s\/0-4_0-4_0-4: has a compressed segmentation that is damaged/);
  });

  it('whose chunks are pictures of another size is refused', async () => {
    const { encodePng } = await import('../../../src/node/png/png.js');
    const pixels = new Uint8ClampedArray(4 * 9);
    const png = encodePng({ pixels, width: 3, height: 3 } as never);
    const files: Files = new Map([['/s/0-4_0-4_0-4', png]]);
    expect(await precomputed({}, { encoding: 'png' }, files)).toMatch(/is a picture of 3 × 3 pixels|channels/);
  });
});
