/** gunzip and bunzip2 must undo compression, and stop where they should. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { InputError } from '../../../../src/errors.js';
import { bunzip2 } from '../../../../src/files/bytes/compression/bzip2.js';
import { gunzip } from '../../../../src/files/bytes/compression/inflate.js';
import { BZIP2_DATA, createRandom, join, rampOf, toBytes } from '../../volumes/nrrd/write-nrrd.js';

const RAMP = toBytes(rampOf('int16'), 'int16');

/** 45 million zeros, compressed by bzip2 1.0.8: one block. */
const BZIP2_BOMB = new Uint8Array(
  Buffer.from('QlpoOTFBWSZTWckBtsgBWKtAIMAAEAAACCAAMMwFKaZSSFJsVJIUni7kinChIZIDbZA=', 'base64'),
);

const BOMB = new Uint8Array(gzipSync(new Uint8Array(1 << 28), { level: 9 }));

test('gunzip undoes gzip', async () => {
  const seed = 20240611;
  const random = createRandom(seed);
  for (const size of [0, 1, 1000, 3_000_000]) {
    const bytes = Uint8Array.from({ length: size }, () => random() ** 3 * 256);
    for (const level of [0, 1, 9]) {
      const inflated = await gunzip(new Uint8Array(gzipSync(bytes, { level })), size);
      expect(inflated.length).toBe(size);
      expect(hash(inflated)).toBe(hash(bytes));
    }
  }
});

test('bunzip2 undoes bzip2, of several streams too', async () => {
  expect(await bunzip2(BZIP2_DATA.little, RAMP.length)).toEqual(RAMP);
  const both = await bunzip2(join(BZIP2_DATA.little, BZIP2_DATA.big), 2 * RAMP.length);
  expect(both).toEqual(join(RAMP, toBytes(rampOf('int16'), 'int16', 'big')));
  expect(await bunzip2(join(BZIP2_DATA.little, 'surplus'), RAMP.length)).toEqual(RAMP);
});

test.each([
  ['gunzip', gunzip, new Uint8Array(gzipSync(RAMP))],
  ['bunzip2', bunzip2, BZIP2_DATA.little],
] as const)('%s says what is wrong', async (_, decompress, compressed) => {
  const rejects = (bytes: Uint8Array, sizeBytesMax = RAMP.length) => {
    const result = decompress(bytes, sizeBytesMax);
    return expect(result, `${bytes.length} bytes`).rejects.toThrow(InputError);
  };
  await rejects(compressed, RAMP.length - 1);
  for (let length = 0; length < compressed.length; length++) await rejects(compressed.subarray(0, length));
  await rejects(RAMP);
  const middle = compressed.length >> 1;
  for (let bit = 0; bit < 8; bit++) {
    await rejects(compressed.map((byte, at) => (at === middle ? byte ^ (1 << bit) : byte)));
  }
});

test('gunzip stops long before a bomb is off', async () => {
  const before = process.memoryUsage().arrayBuffers;
  await expect(gunzip(BOMB, 1000)).rejects.toThrow(/more than the 1000 bytes/);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 27);
});

test('bunzip2 stops long before a bomb is off', async () => {
  const before = process.memoryUsage().arrayBuffers;
  await expect(bunzip2(BZIP2_BOMB, 1000)).rejects.toThrow(/more than the 1000 bytes/);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 25);
});

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
