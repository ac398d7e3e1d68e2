/** Chunks that are not there are told of where those beside them end in other values, and pass in silence in sparse stores. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type KeyStore, openPagedVolume, openStore } from 'tilecast';
import { describeStore } from 'tilecast/lab';
import { diskKeys } from 'tilecast/node';
import { afterEach, expect, it } from 'vitest';
import { type Files, memoryKeys, text, writeZarr2 } from './memory-zarr.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function onDisk(files: Files): KeyStore {
  const root = mkdtempSync(join(tmpdir(), 'tilecast-absent-'));
  folders.push(root);
  for (const [key, bytes] of files) {
    mkdirSync(dirname(join(root, key)), { recursive: true });
    writeFileSync(join(root, key), bytes);
  }
  return diskKeys(root);
}

const SIDE = 32;

/** An array of 8 × 8 × 8 chunks. @param value of voxels at i, j and k. */
function writeArray(value: (i: number, j: number, k: number) => number, fill = 0): Files {
  const values = Uint16Array.from({ length: SIDE ** 3 }, (_, at) =>
    value(at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2)),
  );
  const files: Files = new Map();
  writeZarr2(files, '', { shape: [SIDE, SIDE, SIDE], values }, [4, 4, 4]);
  const metadata = JSON.parse(new TextDecoder().decode(files.get('/.zarray')));
  return files.set('/.zarray', text({ ...metadata, fill_value: fill }));
}

const full = () => writeArray((i, j, k) => 1 + i + j + k);
/** A ball in empty space, of which the chunks around it have no files. */
const ball = () => writeArray((i, j, k) => Math.max(0, 100 - 10 * Math.hypot(i - 16, j - 16, k - 16)));

/** What is told once all chunks were read, of a store that can be listed and of one that cannot. */
async function findBoth(files: Files) {
  const found = [];
  for (const keys of [onDisk(files), memoryKeys(files)]) {
    const store = await openStore(keys);
    await openPagedVolume(store);
    found.push(store.findAbsent?.());
  }
  return found;
}

it('tells of chunks that a store has lost', async () => {
  const files = full();
  for (const key of ['/3/3/3', '/0/5/2', '/7/7/7']) expect(files.delete(key)).toBe(true);
  const expected = { count: 3, of: 512, isAll: true, fill: 0, contradicted: 3 };
  expect(await findBoth(files)).toEqual([expected, expected]);
  const store = await openStore(memoryKeys(files));
  for (const chunk of [0, 1, 2]) await store.levels[0].readChunk([2, 5, chunk]);
  expect(store.findAbsent?.()).toEqual({ count: 1, of: 3, isAll: false, fill: 0, contradicted: 1 });
});

it('tells of a copy that stopped midway, and of a hole in a sparse store', async () => {
  const files = full();
  for (const key of [...files.keys()]) if (/^\/[4-7]\//.test(key)) files.delete(key);
  expect((await findBoth(files))[0]).toMatchObject({ count: 256, contradicted: 64 });
  const holed = ball();
  const without = [...holed.keys()].length;
  expect(holed.delete('/4/4/4')).toBe(true);
  const [local, remote] = await findBoth(holed);
  expect(local).toMatchObject({ count: 512 - (without - 2), contradicted: 1 });
  expect(remote).toMatchObject({ contradicted: 1 });
});

it('says nothing of whole stores, and of sparse ones', async () => {
  expect(await findBoth(full())).toEqual([undefined, undefined]);
  const sparse = ball();
  expect(sparse.size).toBeLessThan(513);
  expect(await findBoth(sparse)).toEqual([undefined, undefined]);
});

it('goes by the fill value that the array has', async () => {
  const files = writeArray((i, j, k) => (Math.hypot(i - 16, j - 16, k - 16) > 6 ? 7 : 50), 7);
  for (const key of ['/0/0/0', '/7/3/0']) expect(files.delete(key)).toBe(true);
  expect(await findBoth(files)).toEqual([undefined, undefined]);
  expect(files.delete('/4/4/4')).toBe(true);
  expect((await findBoth(files))[0]).toMatchObject({ count: 3, fill: 7, contradicted: 1 });
});

it('describes how many chunks are there, where that is known', async () => {
  const files = full();
  files.delete('/3/3/3');
  const chunksOf = async (keys: KeyStore) => {
    const { levels } = await describeStore(await openStore(keys));
    return [levels[0]!.chunksThere, levels[0]!.chunks];
  };
  expect(await chunksOf(onDisk(files))).toEqual([511, 512]);
  expect(await chunksOf(memoryKeys(files))).toEqual([null, null]);
});
