/** Files that are kept open between reads: the same bytes, opened once, and closed in the end. */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { KeptFiles } from '../../../src/node/read/kept-files.js';
import * as readFile from '../../../src/node/read/read-file.js';

let folder: string;
const bytes = Uint8Array.from({ length: 200 }, (_, index) => index);
const path = (number: number) => join(folder, String(number));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tilecast-kept-'));
  for (const number of [0, 1, 2]) await writeFile(path(number), bytes);
});
afterAll(() => rm(folder, { recursive: true }));

it('are opened once for reads that follow, and at the same time', async () => {
  const opening = vi.spyOn(readFile, 'openRegular');
  const kept = new KeptFiles();
  const reads = [0, 60, 120].map((offset) => kept.read(path(0), { offset, length: 60 }));
  expect(await Promise.all(reads)).toEqual([0, 60, 120].map((first) => bytes.slice(first, first + 60)));
  expect(await kept.read(path(0), { suffixLength: 7 })).toEqual(bytes.slice(193));
  expect(await kept.read(path(0), { offset: 190, length: 60 })).toEqual(bytes.slice(190));
  expect(opening).toHaveBeenCalledTimes(1);
  opening.mockRestore();
});

it('are no more than may be, those read last, and none after a while', async () => {
  const kept = new KeptFiles({ most: 2, idleMs: 50 });
  await Promise.all([0, 1, 2].map((number) => kept.read(path(number), { offset: 0, length: 1 })));
  expect(kept.count).toBe(2);
  await expect.poll(() => kept.count, { timeout: 10_000 }).toBe(0);
});

it('are none where none may be: a file that is written anew is read anew', async () => {
  const kept = new KeptFiles({ most: 0 });
  const first = { offset: 0, length: 1 };
  expect(await kept.read(path(1), first)).toEqual(bytes.slice(0, 1));
  await writeFile(path(9), bytes.slice(5));
  await rename(path(9), path(1));
  expect(await kept.read(path(1), first)).toEqual(bytes.slice(5, 6));
});

it('that cannot be read are told by name, and tried again', async () => {
  const kept = new KeptFiles();
  const first = { offset: 0, length: 1 };
  await expect(kept.read(path(7), first)).rejects.toThrow(`${path(7)}: does not exist`);
  await writeFile(path(7), bytes);
  expect(await kept.read(path(7), first)).toEqual(bytes.slice(0, 1));
});
