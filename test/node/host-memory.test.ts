/** Memory of the process that inputs take, where it is bounded. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { boundHostMemory, countKeptBytes, openFile } from '../../src/node/index.js';

const folder = mkdtempSync(join(tmpdir(), 'tilecast-test-'));
const path = join(folder, 'thousand');
writeFileSync(path, new Uint8Array(1000));
afterAll(() => rmSync(folder, { recursive: true }));

afterEach(() => boundHostMemory(undefined));

it('is not counted without a bound', async () => {
  expect((await openFile(path)).memory).toBeUndefined();
});

it('is shared by all inputs', async () => {
  boundHostMemory(1999);
  const { memory } = await openFile(path);
  expect(memory).toMatchObject({ bytesLeft: 999, isOnly: true });
  await expect(openFile(path)).rejects.toThrow(/thousand: takes .* MiB with its file, all inputs together/);
});

it('is not taken by files that are read for their digests', async () => {
  boundHostMemory(1000);
  const { memory } = await openFile(path);
  const { sha256 } = await openFile(path, { isPassing: true });
  expect(await sha256()).toHaveLength(64);
  expect(memory!.bytesLeft).toBe(0);
});

it('holds what the latest two readings of an input left', async () => {
  boundHostMemory(10_000);
  const memory = (await openFile(path)).memory!;
  const left = [3000, 2000, 1000, 500].map((sizeBytes) => {
    memory.spend(sizeBytes + 100, 'its voxels');
    expect(() => memory.check(memory.bytesLeft + 1, 'more')).toThrow('takes 0.01 MiB with more');
    memory.settle(sizeBytes);
    return memory.bytesLeft;
  });
  expect(left).toEqual([6000, 4000, 6000, 7500]);
});

it('is that of buffers, each counted once, and not of the file that views are of', () => {
  const file = new Uint8Array(64);
  const other = new Float32Array(8);
  const read = {
    volume: { voxels: file.subarray(8), more: other.subarray(4) },
    colors: [other, undefined],
    notes: ['a'],
  };
  expect(countKeptBytes(read, file)).toBe(32);
  expect(countKeptBytes(read)).toBe(96);
});
