/** Stores on the web are kept on the disk: read again without a request, within a bound, and never beside other metadata. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { InputError, type KeyStore } from '../../../../src/index.js';
import { cacheKeys, DiskCache } from '../../../../src/node/read/stores/disk-cache.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tilecast-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A server whose chunks are 100 bytes of their number; every third one is not there. */
function serve() {
  const asked: string[] = [];
  const state = { version: 1, isDown: false };
  const read = (key: string, range: string): Uint8Array | undefined => {
    asked.push(`${key} ${range}`);
    if (state.isDown) throw new InputError('https://stores.test/a.zarr: cannot be fetched');
    if (key.endsWith('zarr.json')) return Uint8Array.of(state.version);
    const number = Number(key.split('/').at(-1));
    return number % 3 === 2 ? undefined : new Uint8Array(100).fill(number);
  };
  const keys: KeyStore = {
    name: 'https://stores.test/a.zarr',
    get: async (key) => read(key, 'whole'),
    getRange: async (key, range) => read(key, JSON.stringify(range))?.subarray(10, 20),
  };
  return { asked, state, keys };
}

const RANGE = { offset: 10, length: 10 };

/** What a run of a command reads. */
async function readAll(keys: KeyStore, maxBytes = 10_000) {
  const cached = cacheKeys(keys, () => DiskCache.open(folder, maxBytes));
  const read = [await cached.get('/0/zarr.json')];
  for (const chunk of [0, 1, 2])
    read.push(await cached.get(`/0/c/${chunk}`), await cached.getRange(`/0/c/${chunk}`, RANGE));
  return read;
}

it('asks for metadata alone the second time, and gives the same bytes', async () => {
  const { asked, keys } = serve();
  const first = await readAll(keys);
  expect(first.map((bytes) => bytes?.length)).toEqual([1, 100, 10, 100, 10, undefined, undefined]);
  expect(asked.length).toBe(7);
  expect(await readAll(keys)).toEqual(first);
  expect(asked.slice(7)).toEqual(['/0/zarr.json whole']);
});

it('asks anew where the metadata are others', async () => {
  const { asked, state, keys } = serve();
  await readAll(keys);
  state.version = 2;
  await readAll(keys);
  expect(asked.length).toBe(14);
});

it('keeps nothing of what fails', async () => {
  const { state, keys } = serve();
  const cached = cacheKeys(keys, () => DiskCache.open(folder, 1000));
  state.isDown = true;
  await expect(cached.get('/0/c/1')).rejects.toThrow('cannot be fetched');
  state.isDown = false;
  expect(await cached.get('/0/c/1')).toEqual(new Uint8Array(100).fill(1));
});

it.each([
  [
    'has other bits',
    (path: string) => {
      const bytes = readFileSync(path);
      for (const at of [0, bytes.length - 1]) bytes[at]! ^= 1;
      writeFileSync(path, bytes);
    },
  ],
  ['is cut off', (path: string) => truncateSync(path, 5)],
  ['is empty', (path: string) => truncateSync(path, 0)],
  ['is of an older version', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, -8))],
])('fetches again what %s, and keeps that', async (_, damage) => {
  const { asked, keys } = serve();
  const first = await readAll(keys);
  const fetched = asked.splice(0);
  for (const name of readdirSync(folder)) damage(join(folder, name));
  expect(await readAll(keys)).toEqual(first);
  expect(asked.splice(0)).toEqual(fetched);
  expect(await readAll(keys)).toEqual(first);
  expect(asked).toEqual(['/0/zarr.json whole']);
});

it('holds no more than its bound, and what was used last', async () => {
  const { asked, keys } = serve();
  const open = () => DiskCache.open(folder, 350);
  const cached = cacheKeys(keys, open);
  for (const chunk of [0, 1, 3]) await cached.get(`/c/${chunk}`);
  await cached.get('/c/0');
  expect(asked.length).toBe(3);
  await cached.get('/c/4');
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  expect(bytes).toBeLessThanOrEqual(350);
  asked.length = 0;
  for (const chunk of [4, 0]) await cached.get(`/c/${chunk}`);
  expect(asked).toEqual([]);
  await DiskCache.open(folder, 100);
  expect(readdirSync(folder).length).toBeLessThanOrEqual(1);
});

it('goes on without a cache that cannot be written', async () => {
  const { asked, keys } = serve();
  const cached = cacheKeys(keys, () => DiskCache.open(folder, 1000));
  await cached.get('/c/0');
  rmSync(folder, { recursive: true });
  for (const chunk of [0, 1, 0]) expect(await cached.get(`/c/${chunk}`)).toEqual(new Uint8Array(100).fill(chunk));
  expect(asked.length).toBe(4);
});
