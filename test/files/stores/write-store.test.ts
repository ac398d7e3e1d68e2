/** Stores that we write: read back, they are what they were made of, and each level is what stands for the one before. */
import { createVolume, openStore, readLevel, type Store, type Volume } from 'tilecast';
import { type KeyWriter, storeOfVolume, type WriteStoreOptions, writeStore } from 'tilecast/lab';
import { describe, expect, it } from 'vitest';
import { type Compress, compressZstandard } from '../../../src/files/stores/zarr/write/chunk-codec.js';
import { createRandom } from '../../../src/mesh/generators/random.js';
import { rangesOf } from '../../paged/memory-store.js';
import { type Files, memoryKeys } from './memory-zarr.js';

const random = createRandom(19);
const SIDES = { chunkSide: 8, chunksPerShard: 2, rangesSide: 4 };

/** Its first slices are empty, so that some chunks and some shards are in no file. */
function randomVolume(ArrayType: typeof Int16Array | typeof Float32Array | typeof Uint8Array, most: number): Volume {
  const sizes = [21, 13, 18] as const;
  const count = sizes[0] * sizes[1] * sizes[2];
  const voxels = new ArrayType(count);
  for (let index = Math.ceil(0.45 * count); index < count; index++) voxels[index] = most * (random() - 0.4);
  const columns = [
    [0, 0.9, 0.1],
    [-0.8, 0, 0],
    [0, 0.2, 1.9],
  ] as const;
  return createVolume({ sizes, voxels, indexToWorld: { columns, origin: [3, -4, 50] }, anatomical: true });
}

function memoryWriter(files: Files): KeyWriter & { readonly written: string[] } {
  const written: string[] = [];
  return {
    ...memoryKeys(files),
    written,
    has: async (key) => files.has(key),
    set: async (key, bytes) => {
      written.push(key);
      files.set(key, bytes);
    },
  };
}

async function write(volume: Volume, options: WriteStoreOptions = {}, files: Files = new Map()) {
  const source = storeOfVolume('source', volume);
  const writer = memoryWriter(files);
  await writeStore(source, source.levels[0], writer, { ...SIDES, ...options });
  return { files, written: writer.written, store: await openStore(memoryKeys(files)) };
}

/** What stands for a block, from all of its voxels. */
const REDUCTIONS = {
  mean: (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length,
  mode: (values: number[]) => {
    const votes = (value: number) => values.filter((other) => other === value).length;
    return values.sort((a, b) => votes(b) - votes(a) || a - b)[0]!;
  },
};

function reduceNaively(fine: Volume, coarse: Volume, reduction: keyof typeof REDUCTIONS): number[] {
  const factors = coarse.sizes.map((size, axis) => Math.round(fine.sizes[axis]! / size));
  const reduced: number[] = [];
  for (let k = 0; k < coarse.sizes[2]; k++) {
    for (let j = 0; j < coarse.sizes[1]; j++) {
      for (let i = 0; i < coarse.sizes[0]; i++) {
        const values: number[] = [];
        for (let n = 0; n < factors[0]! * factors[1]! * factors[2]!; n++) {
          const x = i * factors[0]! + (n % factors[0]!);
          const y = j * factors[1]! + (Math.floor(n / factors[0]!) % factors[1]!);
          const z = k * factors[2]! + Math.floor(n / (factors[0]! * factors[1]!));
          if (x < fine.sizes[0] && y < fine.sizes[1] && z < fine.sizes[2]) {
            values.push(fine.voxels[x + fine.sizes[0] * (y + fine.sizes[1] * z)]!);
          }
        }
        reduced.push(REDUCTIONS[reduction](values));
      }
    }
  }
  return reduced;
}

const readAll = (store: Store) => Promise.all(store.levels.map((level) => readLevel(store, level)));

describe.each([
  ['int16', 'mean', () => randomVolume(Int16Array, 3000)],
  ['float32', 'mean', () => randomVolume(Float32Array, 1)],
  ['uint8 labels', 'mode', () => randomVolume(Uint8Array, 9)],
] as const)('a store of %s', (_, reduction, make) => {
  it('has the volume, its place, and levels that stand for it', async () => {
    const volume = make();
    const { store } = await write(volume, { reduction });
    const [finest, ...coarser] = await readAll(store);
    expect(finest!.voxels).toEqual(volume.voxels);
    expect(finest!.indexToWorld.columns.flat()).toEqual(
      volume.indexToWorld.columns.flat().map((x) => expect.closeTo(x, 12)),
    );
    expect(finest).toMatchObject({ anatomical: true, indexToWorld: { origin: volume.indexToWorld.origin } });
    expect(store.isLabels).toBe(reduction === 'mode');
    // The slices are far apart: they are kept until the others are as far.
    expect(store.levels.map(({ sizes }) => sizes)).toEqual([
      [21, 13, 18],
      [11, 7, 18],
      [6, 4, 9],
      [3, 2, 5],
    ]);
    let before = finest!;
    for (const level of coarser) {
      const expected = reduceNaively(before, level, reduction);
      const isFloat = level.voxels instanceof Float32Array;
      expect([...level.voxels]).toEqual(
        expected.map((value) => (isFloat ? expect.closeTo(value, 5) : Math.round(value) + 0)),
      );
      before = level;
    }
  });

  it('knows the ranges of cubes and of the voxels beside them', async () => {
    const { store } = await write(make(), { reduction });
    for (const level of store.levels) {
      const { side, pairs } = await level.readRanges!();
      expect([...pairs]).toEqual([...rangesOf(await readLevel(store, level), side).pairs]);
    }
  });
});

it('puts coarser voxels in the middle of those that they are made of', async () => {
  const { store } = await write(randomVolume(Int16Array, 3000));
  const [fine, coarse] = store.levels as [Store['levels'][0], Store['levels'][0]];
  const { columns, origin } = fine.indexToWorld;
  const middle = [0, 1, 2].map((row) => origin[row]! + columns[0][row]! / 2 + columns[1][row]! / 2);
  expect(coarse.indexToWorld.origin).toEqual(middle.map((x) => expect.closeTo(x, 12)));
});

it('goes on where it was interrupted, and writes nothing twice', async () => {
  const volume = randomVolume(Int16Array, 3000);
  const { files } = await write(volume);
  const isChunk = (key: string) => /^\/\d\/c\//.test(key);
  const shards = [...files.keys()].filter(isChunk);
  expect(shards.length).toBeGreaterThan(8);
  const rest: Files = new Map([...files].filter(([key]) => !isChunk(key) || key < shards[5]!));
  const again = await write(volume, {}, new Map(rest));
  expect([...again.files].sort()).toEqual([...files].sort());
  expect(again.written.filter((key) => isChunk(key) && rest.has(key))).toEqual([]);
});

it('is the same where little memory lets few rows of coarser chunks wait', async () => {
  const volume = randomVolume(Int16Array, 3000);
  const { files } = await write(volume);
  const { files: others } = await write(volume, { cacheBytes: 1 });
  expect([...others].sort()).toEqual([...files].sort());
});

it.each([
  ['int16', 'mean', 'blosc', () => randomVolume(Int16Array, 3000)],
  ['int16', 'mode', 'zstd', () => randomVolume(Int16Array, 9)],
  ['uint8', 'mean', 'zstd', () => randomVolume(Uint8Array, 200)],
] as const)('compresses %s voxels whose levels are of %s by %s', async (_, reduction, codec, make) => {
  const { files } = await write(make(), { reduction });
  const metadata = JSON.parse(new TextDecoder().decode(files.get('/0/zarr.json')));
  expect(metadata.codecs[0].configuration.codecs[1].name).toBe(codec);
});

it('says how Blosc has shuffled', async () => {
  const { files } = await write(randomVolume(Int16Array, 3000));
  const metadata = JSON.parse(new TextDecoder().decode(files.get('/0/zarr.json')));
  const { configuration } = metadata.codecs[0].configuration.codecs[1];
  expect(configuration).toMatchObject({ cname: 'zstd', shuffle: 'shuffle' });
  // Blosc's header: the third byte has a bit for shuffled bytes and one for shuffled bits, the fourth is the size of what is shuffled.
  const [, shard] = [...files].find(([key]) => key.startsWith('/0/c/'))!;
  const [, , flags, typeSize] = shard;
  expect(flags! & 0b101).toBe(0b001);
  expect(typeSize).toBe(configuration.typesize);
});

it('takes the compression of its host', async () => {
  const volume = randomVolume(Float32Array, 1);
  const levels: number[] = [];
  const compress: Compress = async (bytes, level) => {
    levels.push(level);
    return compressZstandard(bytes, level);
  };
  const { files } = await write(volume, { compress, compressionLevel: 3 });
  expect(new Set(levels)).toEqual(new Set([3]));
  expect([...files].sort()).toEqual([...(await write(volume, { compressionLevel: 3 })).files].sort());
});

it('ends when it is told to, with the reason', async () => {
  const writing = write(randomVolume(Int16Array, 3000), { signal: AbortSignal.abort('enough') });
  await expect(writing).rejects.toBe('enough');
});

describe('a store that lost files', () => {
  const readFinest = async (files: Files) => {
    const store = await openStore(memoryKeys(files));
    const { voxels } = await readLevel(store, store.levels[0]);
    return { voxels, lacking: store.countLacking!() };
  };

  it('counts the chunks that its ranges say are not empty, and none that are', async () => {
    const { files } = await write(randomVolume(Int16Array, 3000), { rangesSide: 2 });
    const whole = await readFinest(files);
    expect(whole.lacking).toBe(0);
    const shards = [...files.keys()].filter((key) => key.startsWith('/0/c/'));
    expect(shards.length).toBeGreaterThan(3);
    for (const shard of shards) {
      const rest = new Map(files);
      rest.delete(shard);
      const { voxels, lacking } = await readFinest(rest);
      const chunks = chunksThatDiffer(whole.voxels, voxels);
      expect(chunks, shard).toBeGreaterThan(0);
      // The last chunks are two voxels thick: their ranges may be those of the voxels beside them.
      expect(lacking, shard).toBe(shard.startsWith('/0/c/2/') ? 0 : chunks);
    }
  });

  it('counts none in a volume of zeros, or of one value', async () => {
    for (const value of [0, 7]) {
      const volume = randomVolume(Uint8Array, 0);
      volume.voxels.fill(value);
      expect((await readFinest((await write(volume)).files)).lacking).toBe(0);
    }
  });

  it('is refused without its ranges: everything would look empty', async () => {
    const { files } = await write(randomVolume(Int16Array, 3000));
    files.delete('/ranges/0/c/0/0/0/0');
    const { levels } = await openStore(memoryKeys(files));
    await expect(levels[0].readRanges!()).rejects.toThrow(
      'memory.zarr: lacks the ranges of level 0, which say where it is empty; get a whole copy',
    );
  });
});

/** Chunks of 8 voxels a side, of a volume of 21 × 13 × 18, in which voxels differ. */
function chunksThatDiffer(a: Volume['voxels'], b: Volume['voxels']): number {
  const chunks = new Set<string>();
  for (let at = 0; at < a.length; at++) {
    if (a[at] !== b[at])
      chunks.add([at % 21, Math.floor(at / 21) % 13, Math.floor(at / 273)].map((x) => x >> 3).join());
  }
  return chunks.size;
}
