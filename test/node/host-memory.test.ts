/** Memory of the process that inputs take, where it is bounded. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { boundHostMemory, countKeptBytes, openFile } from '../../src/node/index.js';

const MIB = 2 ** 20;
const FREE_MIB = 1500;
// The module may be loaded already, by another test file of the process: a mock of its import would come too late.
vi.spyOn(os, 'freemem').mockReturnValue(FREE_MIB * MIB);
syncBuiltinESMExports();
afterAll(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const folder = mkdtempSync(join(tmpdir(), 'tilecast-test-'));
const path = join(folder, 'thousand');
writeFileSync(path, new Uint8Array(1000));
afterAll(() => rmSync(folder, { recursive: true }));

afterEach(() => boundHostMemory(undefined));

it('is not counted without a bound', async () => {
  expect((await openFile(path)).memory).toBeUndefined();
});

it.skipIf(process.platform === 'darwin')('is all that the machine has free, without a bound', async () => {
  const large = join(folder, 'large.npy');
  writeFileSync(large, '');
  truncateSync(large, 2000 * MIB);
  const refused = /large\.npy: takes 2000 MiB with its file, and the machine has 1500 MiB free; .*--host-memory MIB/;
  // An assertion that fails would print what was read.
  const said = () => openFile(large).then(() => 'it is read', String);
  expect(await said()).toMatch(refused);
  boundHostMemory(1000 * MIB);
  expect(await said()).toContain('--host-memory allows 1000 MiB');
});

it.skipIf(process.platform === 'darwin')('is asked for before what takes more than a gibibyte is made', async () => {
  const { source } = await openFile(path);
  const bytes = gzipSync('one');
  expect(await source.gunzip!(bytes, 4 * 2 ** 30)).toHaveLength(3);
  bytes.writeUInt32LE(800 * MIB, bytes.length - 4);
  await expect(source.gunzip!(bytes, 4 * 2 ** 30)).rejects.toThrow('takes 1600 MiB with what is inflated of it');
  expect(() => source.memory!.spend(FREE_MIB * MIB, 'its voxels')).not.toThrow();
  expect(() => source.memory!.spend(1501 * MIB, 'its voxels')).toThrow('takes 1501 MiB with its voxels');
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
