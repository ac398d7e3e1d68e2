/** Zarr stores of a few bytes that claim anything: each is refused in one line, at once, and before anything is allocated. */
import { gzipSync } from 'node:zlib';
import { InputError, openPagedVolume, openStore, readLevel } from 'tilecast';
import { describeStore, writeStore } from 'tilecast/lab';
import { describe, expect, it } from 'vitest';
import { type Files, memoryKeys, text } from './memory-zarr.js';

const BYTES = { name: 'bytes', configuration: { endian: 'little' } };

function arrayOf(fields: object, chunks: readonly unknown[], codecs: readonly object[] = []) {
  return text({
    zarr_format: 3,
    node_type: 'array',
    data_type: 'uint8',
    chunk_grid: { name: 'regular', configuration: { chunk_shape: chunks } },
    chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
    codecs: [BYTES, ...codecs],
    fill_value: 0,
    attributes: {},
    ...fields,
  });
}

const onlyArray = (...args: Parameters<typeof arrayOf>): Files => new Map([['/zarr.json', arrayOf(...args)]]);

/** Opens a store and reads all that a picture needs. */
async function readAll(files: Files): Promise<void> {
  const store = await openStore(memoryKeys(files));
  describeStore(store);
  await (store.levels[0].sizes.some((size) => size > 1000)
    ? openPagedVolume(store)
    : readLevel(store, store.levels[0]));
}

async function expectRefusal(files: Files, message: RegExp): Promise<void> {
  const before = process.memoryUsage().rss;
  const error = await readAll(files).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  expect((error as Error).message).toMatch(/^memory\.zarr: [^\n]+$/);
  expect((error as Error).message).toMatch(message);
  expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 28);
}

/** The messages of an error and of what caused it, and what caused that. */
async function listCauses(files: Files): Promise<string> {
  const messages: string[] = [];
  let error: unknown = await readAll(files).catch((thrown: unknown) => thrown);
  for (; error instanceof Error; error = error.cause) messages.push(error.message);
  return messages.join('; ');
}

describe('an array that claims what cannot be', () => {
  it.each<[string, readonly unknown[], readonly unknown[], RegExp]>([
    ['a hundred million channels', [1, 1e8, 4, 4, 4], [1, 1, 4, 4, 4], /has 100000000 channels/],
    [
      'a volume of 10^18 voxels',
      [1e6, 1e6, 1e6],
      [64, 64, 64],
      /has \d+ chunks in its level|more than can be rendered/,
    ],
    ['a chunk of 10^14 bytes', [5e4, 5e4, 5e4], [5e4, 5e4, 5e4], /in chunks of 125000000000000 bytes/],
    ['a chunk of 4 GB for 64 voxels', [4, 4, 4], [1600, 1600, 1600], /in chunks of 4096000000 bytes/],
    ['a million chunks of two voxels', [128, 128, 128], [2, 1, 1], /has 1048576 chunks .* and 65536 are the most/],
    ['chunks of nothing', [4, 4, 4], [0, 0, 0], /chunks are not positive integers/],
    ['no voxels', [0, 4, 4], [1, 4, 4], /shape are not positive integers; name another array/],
    ['fewer than none', [-4, 4, 4], [1, 4, 4], /shape are not positive integers; name another array/],
    ['parts of voxels', [4.5, 4, 4], [1.5, 4, 4], /are not positive integers/],
    ['text', ['4', '4', '4'], [4, 4, 4], /are not positive integers/],
    ['chunks of fewer dimensions', [4, 4, 4], [4, 4], /in chunks of 2 dimensions/],
  ])('is refused: %s', (_, shape, chunks, message) => expectRefusal(onlyArray({ shape }, chunks), message));
});

/** Each of several codecs that fail must be caught: a rejection that nobody waits for ends the process. */
describe('an array of codecs that are none', () => {
  const unknown = { name: 'nobody', configuration: {} };
  const shard = { chunk_shape: [4, 4, 4], codecs: [BYTES], index_codecs: [BYTES], index_location: 'end' };

  it.each<[string, readonly unknown[], RegExp]>([
    ['one', [BYTES, unknown], /the codec "nobody", which is not read/],
    ['two, after one that is none', [{ name: 'transpose', configuration: null }, unknown, unknown], /codec "nobody"/],
    ['no object', [BYTES, null], /a codec that is no object/],
    ['no name', [{ configuration: {} }], /the codec undefined/],
    ['a name of every object', [{ name: 'constructor' }], /the codec "constructor"/],
    [
      'within shards',
      [{ name: 'sharding_indexed', configuration: { ...shard, index_codecs: [BYTES, unknown, unknown] } }],
      /the codec "nobody"/,
    ],
    ['shards without codecs', [{ name: 'sharding_indexed', configuration: {} }], /codecs that are no list/],
  ])('is refused: %s', async (_, codecs, message) => {
    const files = onlyArray({ shape: [4, 4, 4], codecs }, [4, 4, 4]);
    files.set('/c/0/0/0', new Uint8Array(64));
    await expectRefusal(files, message);
  });

  it.each<[string, object, RegExp]>([
    ['compressor', { compressor: { id: 'nobody' }, filters: null }, /the codec "nobody"/],
    ['filters', { compressor: null, filters: [{ id: 'nobody' }, { id: 'nobody' }] }, /the codec "nobody"/],
    ['a text of filters', { compressor: null, filters: 'nobody' }, /filters that are no list/],
  ])('is refused of Zarr 2: %s', async (_, fields, message) => {
    const array = { zarr_format: 2, shape: [4, 4, 4], chunks: [4, 4, 4], dtype: '|u1', order: 'C', fill_value: 0 };
    await expectRefusal(new Map([['/.zarray', text({ ...array, ...fields })]]), message);
  });
});

describe('a store whose chunk is far more than it should be', () => {
  const RATIO = 1 << 26;
  /** RFC 8878: a frame of unknown size, of blocks that say one byte 128 Ki times each. */
  const zstandard = Buffer.concat([
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58]),
    ...Array.from({ length: 4000 }, (_, block) => {
      const header = (1 << 20) | 2 | (block === 3999 ? 1 : 0);
      return Buffer.from([header & 0xff, (header >> 8) & 0xff, header >> 16, 7]);
    }),
  ]);
  const known = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]);
  const blosc = Buffer.alloc(32);
  blosc.set([2, 1, 0x21, 1]);
  blosc.writeUInt32LE(RATIO, 4);
  const lz4 = Buffer.alloc(32);
  lz4.writeUInt32LE(RATIO);
  const shuffle = { cname: 'lz4', clevel: 5, shuffle: 'noshuffle', blocksize: 0, typesize: 1 };

  it.each<[string, object, Uint8Array]>([
    ['gzip', { level: 1 }, gzipSync(new Uint8Array(RATIO))],
    ['zstd', { level: 1, checksum: false }, zstandard],
    ['zstd', { level: 1, checksum: false }, known],
    ['blosc', shuffle, blosc],
    ['numcodecs.lz4', { acceleration: 1 }, lz4],
  ])('is refused: %s', async (name, configuration, chunk) => {
    const files = onlyArray({ shape: [4, 4, 4] }, [4, 4, 4], [{ name, configuration }]);
    files.set('/c/0/0/0', new Uint8Array(chunk));
    await expectRefusal(files, /its chunk .* cannot be read/);
    // Damage alone would be refused as well, but once it is decompressed.
    expect(await listCauses(files)).toMatch(/ data (that make|that do not say)/);
  });
});

it('refuses ranges that are not those of its voxels before they are read', async () => {
  const axes = ['z', 'y', 'x'].map((name) => ({ name, type: 'space' }));
  const ome = { version: '0.5', multiscales: [{ axes, datasets: [{ path: '0', coordinateTransformations: [] }] }] };
  const attributes = { ome, tilecast: { ranges: [{ path: 'ranges', side: 16 }] } };
  const files: Files = new Map([
    ['/zarr.json', text({ zarr_format: 3, node_type: 'group', attributes })],
    ['/0/zarr.json', arrayOf({ shape: [8, 8, 1200] }, [8, 8, 64])],
    ['/ranges/zarr.json', arrayOf({ shape: [2, 4000, 4000, 4000] }, [2, 100, 100, 100])],
  ]);
  await expectRefusal(files, /ranges of level 0 that are not two for each cube/);
});

it('is no store to convert where its voxels are more than any disk has room for', async () => {
  const store = await openStore(memoryKeys(onlyArray({ shape: [1e6, 1e6, 1e6] }, [1000, 1000, 1000])));
  const target = { ...memoryKeys(new Map()), has: async () => false, set: async () => undefined };
  await expect(writeStore(store, store.levels[0], target)).rejects.toThrow(/more than a store is written of/);
});

describe('an archive below 1 MiB', () => {
  const SIDE = 1024;
  const CHUNK = 256;
  const listed = (files: Files) => ({
    ...memoryKeys(files),
    archiveBytes: 2 ** 20 - 1,
    list: async (folder: string) =>
      [...files.keys()].filter((key) => key.startsWith(folder)).map((key) => key.slice(folder.length)),
  });

  /** Levels of SIDE, SIDE / 2 and so on, of which so many chunks have a file. */
  function pyramid(levels: number, counts: readonly number[]): Files {
    const axes = ['z', 'y', 'x'].map((name) => ({ name, type: 'space' }));
    const datasets = Array.from({ length: levels }, (_, level) => ({
      path: String(level),
      coordinateTransformations: [{ type: 'scale', scale: [2 ** level, 2 ** level, 2 ** level] }],
    }));
    const ome = { version: '0.5', multiscales: [{ axes, datasets }] };
    const files: Files = new Map([['/zarr.json', text({ zarr_format: 3, node_type: 'group', attributes: { ome } })]]);
    for (let level = 0; level < levels; level++) {
      const side = SIDE / 2 ** level;
      files.set(`/${level}/zarr.json`, arrayOf({ shape: [side, side, side] }, [CHUNK, CHUNK, CHUNK]));
      for (let chunk = 0; chunk < (counts[level] ?? 0); chunk++) {
        const place = [chunk >> 4, (chunk >> 2) & 3, chunk & 3];
        files.set(`/${level}/c/${place.join('/')}`, new Uint8Array(1));
      }
    }
    return files;
  }

  it('is refused where its chunks would take more than such a file may', async () => {
    const opened = openStore(listed(pyramid(1, [64])));
    await expect(opened).rejects.toThrow(
      /^memory\.zarr: asks for too much memory: inflating 1073741824 bytes of chunks/,
    );
    const unlisted = { ...memoryKeys(pyramid(1, [64])), archiveBytes: 47_000 };
    await expect(openStore(unlisted)).rejects.toThrow(/1073741824 bytes of chunks/);
  });

  it('shows the levels that it may have, and says which are left out', async () => {
    const { levels, notes } = await openStore(listed(pyramid(2, [64, 8])));
    expect(levels.map(({ sizes }) => sizes[0])).toEqual([SIDE / 2]);
    expect(notes.join()).toMatch(/^left out level 0, whose chunks would take 1073741824 bytes/);
  });

  it('may be sparse, and larger ones are as large as they say', async () => {
    const sparse = await openStore(listed(pyramid(1, [8])));
    expect(sparse.levels[0].sizes).toEqual([SIDE, SIDE, SIDE]);
    const large = await openStore({ ...listed(pyramid(1, [64])), archiveBytes: 2 ** 20 });
    expect(large).toMatchObject({ levels: { length: 1 }, notes: [] });
    const folder = await openStore({ ...listed(pyramid(1, [64])), archiveBytes: undefined });
    expect(folder).toMatchObject({ levels: { length: 1 }, notes: [] });
  });
});
