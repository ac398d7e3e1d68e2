/** Entries of zip archives are files of a folder, stored or deflated, with 64-bit fields or without. */
import { describe, expect, test } from 'vitest';
import { memorySource } from '../../../../src/files/bytes/byte-source.js';
import { isZip } from '../../../../src/files/bytes/compression/inflate.js';
import { openZip } from '../../../../src/files/bytes/compression/zip.js';
import { RecentBytes } from '../../../../src/files/bytes/recent-bytes.js';
import { createRandom } from '../../../camera/random.js';
import { expectInputError } from '../../volumes/compare-volumes.js';
import { writeZip } from './write-zip.js';

const NAME = 'scans.zip';
const open = (bytes: Uint8Array) => openZip(memorySource(NAME, bytes));
const LONG = 'All human beings are born free and equal in dignity and rights. '.repeat(2000);

describe('an archive', () => {
  const archive = writeZip(
    [
      { name: 'b/second', content: LONG },
      { name: 'b/', content: '', method: 0 },
      { name: 'a/first', content: 'stored', method: 0 },
      { name: 'c', content: 'of 64 bits', zip64: true },
    ],
    'with a comment',
  );

  test('has its files in the order of their names', async () => {
    expect(isZip(archive)).toBe(true);
    const { files } = await open(archive);
    expect(files.map(({ name, sizeBytes }) => [name, sizeBytes])).toEqual([
      ['a/first', 6],
      ['b/second', LONG.length],
      ['c', 10],
    ]);
  });

  test('is read in parts', async () => {
    const { files } = await open(archive);
    const text = async (index: number, start: number, end: number) =>
      new TextDecoder().decode(await files[index]!.read(start, end));
    expect(await text(0, 0, 100)).toBe('stored');
    expect(await text(0, 2, 4)).toBe('or');
    expect(await text(1, 0, 9)).toBe('All human');
    expect(await text(1, 100_000, 100_064)).toBe(LONG.slice(100_000, 100_064));
    expect(await text(1, 0, 1e9)).toBe(LONG);
    expect(await text(2, 0, 100)).toBe('of 64 bits');
  });
});

test('entries that are read range by range are inflated once, and again where there is no room to keep them', async () => {
  const archive = memorySource(NAME, writeZip([{ name: 'shard', content: LONG }]));
  const reads: number[] = [];
  const counted = {
    ...archive,
    read: (start: number, end: number) => {
      reads.push(end - start);
      return archive.read(start, end);
    },
  };
  const { files } = await openZip(counted);
  await files[0]!.read(10, 20);
  const before = reads.length;
  const parts = await Promise.all([files[0]!.read(100, 110), files[0]!.read(70_000, 70_010)]);
  expect(parts.map((bytes) => new TextDecoder().decode(bytes))).toEqual([
    LONG.slice(100, 110),
    LONG.slice(70_000, 70_010),
  ]);
  expect(reads.length).toBe(before);
  const recent = new RecentBytes(8);
  const made: string[] = [];
  const get = (key: string, sizeBytes: number) =>
    recent.get(key, sizeBytes, async () => {
      made.push(key);
      return new Uint8Array(sizeBytes);
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key, 4);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
  await expect(recent.get('d', 4, () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged');
  await get('d', 4);
  expect(made.at(-1)).toBe('d');
  expect(recent.hasRoomFor(9)).toBe(false);
});

describe('refused', () => {
  const readFirst = async (bytes: Uint8Array) => (await open(bytes)).files[0]!.read(0, 10);

  test('encrypted entries and other methods, when they are read', async () => {
    expect(await expectInputError(readFirst(writeZip([{ name: 'x', content: 'y', flags: 1 }])), 'x')).toMatch(
      /is encrypted/,
    );
    expect(await expectInputError(readFirst(writeZip([{ name: 'x', content: 'y', method: 14 }])), 'x')).toMatch(
      /method 14/,
    );
  });

  test('entries that lie on top of each other, which make many files of one', async () => {
    const whole = writeZip([{ name: '0', content: LONG, method: 0 }]);
    const end = whole.length - 22;
    const start = new DataView(whole.buffer).getUint32(end + 16, true);
    const entry = whole.subarray(start, end);
    for (const times of [1, 2, 1000]) {
      const entries = Array.from({ length: times }, () => entry);
      const archive = Buffer.concat([whole.subarray(0, start), ...entries, whole.subarray(end)]);
      archive.writeUInt32LE(times * entry.length, archive.length - 22 + 12);
      if (times === 1) expect((await open(archive)).files).toHaveLength(1);
      else expect(await expectInputError(open(archive), NAME)).toMatch(/damaged/);
    }
  });

  test('what makes far more than it is, before it is made', async () => {
    // Half a gibibyte of zeros in as many kibibytes, by its own word.
    const archive = writeZip([{ name: 'x', content: new Uint8Array(1 << 20) }]);
    const sizeAt = new DataView(archive.buffer).getUint32(archive.length - 22 + 16, true) + 24;
    new DataView(archive.buffer).setUint32(sizeAt, 1 << 29, true);
    const [file] = (await open(archive)).files;
    expect(await file!.read(0, 1000)).toEqual(new Uint8Array(1000));
    const refused = await expectInputError(file!.read(0, file!.sizeBytes), 'x');
    expect(refused).toMatch(/would make 536870912 bytes of \d+; \d+ are the most that are unpacked here/);
  });

  test('what is cut short', async () => {
    const bytes = writeZip([{ name: 'x', content: LONG }]);
    for (let length = 0; length < bytes.length; length += 5)
      await expectInputError(open(bytes.subarray(0, length)), NAME);
  });

  test('damage of any kind', async () => {
    const whole = writeZip([
      { name: 'x', content: LONG },
      { name: 'y', content: 'stored', method: 0 },
    ]);
    const seed = 82;
    const random = createRandom(seed);
    for (let round = 0; round < 1000; round++) {
      const bytes = whole.slice();
      for (let count = 0; count < 3; count++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      const what = `seed ${seed}, round ${round}`;
      const folder = await open(bytes).catch((error: Error) => error);
      if (folder instanceof Error) {
        expect(folder.message, what).toMatch(/^scans\.zip: /);
        continue;
      }
      for (const file of folder.files) {
        const read = await file.read(0, 1 << 20).catch((error: Error) => error);
        if (read instanceof Error) expect(read.constructor.name, what).toBe('InputError');
        else expect(read.length, what).toBeLessThanOrEqual(1 << 20);
      }
    }
  });
});
