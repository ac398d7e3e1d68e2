/** Raw files must read as NRRD files of the same volume do, and layouts must mean what they say. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../../../src/errors.js';
import { createRawReader } from '../../../../src/files/volumes/raw/raw.js';
import { adviseRaw, parseRawLayout, type RawLayout } from '../../../../src/files/volumes/raw/raw-layout.js';
import type { ScalarType } from '../../../../src/files/volumes/samples/voxels.js';
import { expectInputError, expectSame } from '../compare-volumes.js';
import { attach, encode, join, rampOf, read as readAsNrrd, sourceOf, TYPE_NAMES } from '../nrrd/write-nrrd.js';

const TYPES = Object.keys(TYPE_NAMES) as ScalarType[];
const NAME = 'voxels.raw';
const DATA = encode(rampOf('uint16'), 'uint16');

const gzip = (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes));

const readFile = (layout: RawLayout, bytes: Uint8Array, selection = {}) =>
  createRawReader(layout)({ ...sourceOf(bytes), name: NAME }, selection);

describe('the same volume', () => {
  const cases = TYPES.flatMap((type) => (['le', 'be'] as const).map((order) => ({ type, order })));

  test.each(cases)('$type, $order, gzip or not', async ({ type, order }) => {
    const values = rampOf(type);
    const endian = order === 'be' ? 'big' : 'little';
    const data = encode(values, type, 'raw', endian);
    const plain = await readAsNrrd(attach({ type: TYPE_NAMES[type], endian }, data));
    const spaced = await readAsNrrd(attach({ type: TYPE_NAMES[type], endian, spacings: '1 0.5 2' }, data));
    const layout = parseRawLayout(`5x4x3:${type}:${order}`);
    for (const bytes of [data, gzip(data)]) {
      const { volume, notes } = await readFile(layout, bytes);
      expectSame(volume, plain.volume);
      expect(notes).toEqual([]);
      expectSame((await readFile({ ...layout, spacings: [1, 0.5, 2] }, bytes)).volume, spaced.volume);
    }
  });

  test('they are not copied where they need not be, and gzip is told by the size', async () => {
    expect((await readFile(parseRawLayout('5x4x3:uint16:le'), DATA)).volume.voxels.buffer).toBe(DATA.buffer);
    const like = gzip(DATA);
    const { volume } = await readFile(parseRawLayout(`${like.length}x1x1:uint8`), like);
    expect(volume.voxels).toEqual(like);
  });
});

describe('a layout', () => {
  test('is sizes, type and order', () => {
    expect(parseRawLayout('256x200x0128:uint16:le')).toEqual({
      sizes: [256, 200, 128],
      type: 'uint16',
      endianness: 'little',
    });
    expect(parseRawLayout('1X2X3:Float32:BE')).toEqual({ sizes: [1, 2, 3], type: 'float32', endianness: 'big' });
    for (const text of ['1x2x3:int8', '1x2x3:int8:le']) {
      expect(parseRawLayout(text)).toEqual({ sizes: [1, 2, 3], type: 'int8', endianness: 'little' });
    }
  });

  test.each([
    ['', '--raw: "" is not WIDTHxHEIGHTxDEPTH:TYPE:ORDER, such as 256x256x128:uint16:le'],
    ['256x256:uint16:le', '--raw: "256x256:uint16:le" is not WIDTHxHEIGHTxDEPTH:TYPE:ORDER, such as'],
    ['2x2x2x2:uint16:le', '--raw: "2x2x2x2:uint16:le" is not WIDTHxHEIGHTxDEPTH:TYPE:ORDER, such as'],
    ['2x0x2:uint16:le', '--raw: "2x0x2:uint16:le" is not WIDTHxHEIGHTxDEPTH:TYPE:ORDER, such as'],
    ['2x-2x2:uint16:le', '--raw: "2x-2x2:uint16:le" is not WIDTHxHEIGHTxDEPTH:TYPE:ORDER, such as'],
    ['2x2.5x2:uint16:le', '--raw: "2x2.5x2:uint16:le" is not WIDTHxHEIGHTxDEPTH:TYPE:ORDER, such as'],
    ['2x2x9999999999:uint16:le', '--raw: "2x2x9999999999:uint16:le" is not WIDTHxHEIGHTxDEPTH:TYPE:ORDER, such as'],
    ['2x2x2:uint16:le:x', '--raw: "2x2x2:uint16:le:x" is not WIDTHxHEIGHTxDEPTH:TYPE:ORDER, such as'],
    ['2x2x2', '--raw: "" in "2x2x2" is not a type; uint8, int8, uint16, int16, uint32, int32, uint64, int64, float32,'],
    ['2x2x2:short:le', '--raw: "short" in "2x2x2:short:le" is not a type; uint8, '],
    ['2x2x2:uint16', '--raw: "2x2x2:uint16" lacks the byte order; end it in :le (little-endian) or :be (big-endian)'],
    ['2x2x2:uint16:me', '--raw: "me" in "2x2x2:uint16:me" is not a byte order; end it in :le'],
    ['2x2x2:uint8:me', '--raw: "me" in "2x2x2:uint8:me" is not a byte order; end it in :le'],
  ])('%j is none', (text, message) => {
    const parse = () => parseRawLayout(text);
    expect(parse).toThrow(InputError);
    expect(parse).toThrow(message);
  });
});

describe('a file', () => {
  const layout = parseRawLayout('5x4x3:uint16:le');
  const messageOf = (bytes: Uint8Array, of = layout, selection = {}) =>
    expectInputError(readFile(of, bytes, selection), NAME);

  test('of another size', async () => {
    for (const bytes of [DATA.subarray(1), join(DATA, 'x'), new Uint8Array()]) {
      expect(await messageOf(bytes)).toBe(
        `${NAME}: has ${bytes.length} bytes, but 5 × 4 × 3 voxels of uint16 are 120; check --raw`,
      );
    }
    expect(await messageOf(gzip(join(DATA, 'x')))).toBe(
      `${NAME}: has 121 bytes in gzip, but 5 × 4 × 3 voxels of uint16 are 120; check --raw`,
    );
    expect(await messageOf(gzip(DATA).subarray(0, -1))).toMatch(/gzip data that are damaged or cut short/);
    expect(await messageOf(gzip(new Uint8Array(1 << 27)))).toMatch(/more than the \d+ bytes expected at most/);
    const huge = parseRawLayout('999999999x999999999x999999999:float64:le');
    expect(await messageOf(DATA, huge)).toMatch(/has 120 bytes, but 999999999 × 999999999 × 999999999 voxels/);
    expect(await messageOf(gzip(DATA), huge)).toMatch(/bytes of compressed data, which cannot hold the 7.9/);
  });

  test('of no value that is finite, in a flat space, or without the component', async () => {
    const values = encode(new Array(8).fill(Infinity), 'float32');
    expect(await messageOf(values, parseRawLayout('2x2x2:float32:le'))).toMatch(/holds nothing/);
    expect(await messageOf(DATA, { ...layout, spacings: [1, 0, 1] })).toMatch(/axes must be finite and span space/);
    expect(await messageOf(DATA, layout, { component: 1 })).toMatch(/has no component 1; right for --component is/);
    expect(await messageOf(DATA, layout, { time: 1 })).toMatch(/has no time 1; right for --time is nothing but 0/);
  });
});

describe('a file of bare voxels', () => {
  test.each([
    ['scan.raw', 10_000, 'such as 256x256x128:uint16:le'],
    ['SCAN.RAW', 1_000_000, '100x100x100:uint8 if it is a cube'],
    ['scan.bin', 2 * 64 ** 3, '64x64x64:uint16:le if it is a cube'],
    ['scan.float32', 4 * 30 ** 3, '30x30x30:float32:le if it is a cube'],
  ])('is told how to name its layout: %s', (name, sizeBytes, such) => {
    expect(adviseRaw(name, sizeBytes)).toBe(
      `does not say how its ${sizeBytes} bytes lie; --raw WIDTHxHEIGHTxDEPTH:TYPE:ORDER does, ${such}`,
    );
  });

  test('is none by another name', () => {
    for (const name of ['scan.txt', 'raw', 'scan.raw.txt', 'scan']) expect(adviseRaw(name, 1000)).toBeUndefined();
  });
});
