/** The chunks of a Zarr array that are there, found by the names of its files, are those that are read from files. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type KeyStore, openPagedVolume, openStore } from 'tilecast';
import { diskKeys } from 'tilecast/node';
import { afterEach, expect, it } from 'vitest';
import { type Files, memoryKeys, text, writeZarr2, writeZarr3Sharded } from './memory-zarr.js';

const shape = [8, 8, 16];
const values = new Uint16Array(8 * 8 * 16);
values[3 + 16 * (5 + 8 * 6)] = 7;
values[12 + 16 * (1 + 8 * 1)] = 9;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function onDisk(files: Files): string {
  const root = mkdtempSync(join(tmpdir(), 'tilecast-present-'));
  folders.push(root);
  for (const [key, bytes] of files) {
    mkdirSync(dirname(join(root, key)), { recursive: true });
    writeFileSync(join(root, key), bytes);
  }
  return root;
}

/** The chunks that are said to be there. */
async function listPresent(keys: KeyStore): Promise<string[] | undefined> {
  const [level] = (await openStore(keys)).levels;
  const present = await level.findPresent?.();
  if (!present) return undefined;
  expect(present.fill).toBe(0);
  const found: string[] = [];
  for (let k = 0; k < 4; k++)
    for (let j = 0; j < 4; j++) for (let i = 0; i < 8; i++) if (present.has([i, j, k])) found.push(`${i},${j},${k}`);
  // The list has no others, and each once.
  expect(present.list!().map((chunk) => chunk.join())).toHaveLength(found.length);
  expect(present.list!().map((chunk) => chunk.join())).toEqual(expect.arrayContaining(found));
  return found;
}

it.each(['/', '.'])('finds chunks of Zarr 2 with names of "%s"', async (separator) => {
  const files: Files = new Map();
  writeZarr2(files, '', { shape, values }, [2, 2, 2]);
  const named: Files = new Map();
  for (const [key, bytes] of files) named.set(`/${key.slice(1).replaceAll('/', separator)}`, bytes);
  const metadata = JSON.parse(new TextDecoder().decode(files.get('/.zarray')));
  named.set('/.zarray', text({ ...metadata, dimension_separator: separator }));
  expect(await listPresent(diskKeys(onDisk(named)))).toEqual(['6,0,0', '1,2,3']);
});

it('finds chunks by the shards that are there', async () => {
  const files: Files = new Map();
  writeZarr3Sharded(files, '', { shape, values }, [2, 2, 2], [4, 4, 4]);
  for (const key of [...files.keys()]) if (!/zarr\.json$|c\/(?:0\/0\/3|1\/1\/0)$/.test(key)) files.delete(key);
  const found = (await listPresent(diskKeys(onDisk(files))))!;
  expect(found).toHaveLength(16);
  expect(found).toEqual(expect.arrayContaining(['6,0,0', '7,1,1', '0,2,2', '1,3,3']));
});

it('refuses an array of a million chunks without a single one, on disk', async () => {
  const files: Files = new Map();
  const metadata = {
    zarr_format: 2,
    shape: [10_000, 10_000, 10_000],
    chunks: [100, 100, 100],
    dtype: '|u1',
    order: 'C',
  };
  files.set('/.zarray', text({ ...metadata, fill_value: 0, compressor: null, filters: null }));
  const store = await openStore(diskKeys(onDisk(files)));
  await expect(openPagedVolume(store)).rejects.toThrow(/none of the 1000000 chunks/);
});

it('says nothing where files cannot be listed, links lead elsewhere, or nothing fills the gaps', async () => {
  const files: Files = new Map();
  writeZarr2(files, '', { shape, values }, [2, 2, 2]);
  expect(await listPresent(memoryKeys(files))).toBeUndefined();
  const root = onDisk(files);
  symlinkSync('0', join(root, '2'));
  expect(await listPresent(diskKeys(root))).toBeUndefined();
  const metadata = JSON.parse(new TextDecoder().decode(files.get('/.zarray')));
  const gaps = new Map(files).set('/.zarray', text({ ...metadata, dtype: '<f4', fill_value: 'NaN' }));
  expect(await listPresent(diskKeys(onDisk(gaps)))).toBeUndefined();
});
