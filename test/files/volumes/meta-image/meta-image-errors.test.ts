/** Whatever is wrong with a MetaImage must be said in one line, soon, and without memory for what it claims. */
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isMetaImage } from '../../../../src/files/volumes/meta-image/is-meta-image.js';
import { readMetaImage } from '../../../../src/files/volumes/meta-image/meta-image.js';
import type { VolumeFile, VolumeSelection } from '../../../../src/files/volumes/source.js';
import { expectToSurvive } from '../../corrupt.js';
import { expectInputError } from '../compare-volumes.js';
import { ascii, attach, encode, finishRead, join, rampOf, sourceOf } from '../nrrd/write-nrrd.js';
import { type MetaImageFields, metaImageHeader, writeMetaImage } from './write-meta-image.js';

type Siblings = Readonly<Record<string, Uint8Array>>;

const NAME = 'some/head.mhd';
const VALUES = rampOf('int16');
const DATA = encode(VALUES, 'int16');

function readFile(bytes: Uint8Array, siblings: Siblings = {}, selection: VolumeSelection = {}): Promise<VolumeFile> {
  return finishRead(NAME, readMetaImage({ ...sourceOf(bytes, siblings), name: NAME }, selection), selection);
}

const messageOf = (bytes: Uint8Array, siblings: Siblings = {}, selection: VolumeSelection = {}) =>
  expectInputError(readFile(bytes, siblings, selection), NAME);

const deflate = (bytes: Uint8Array) => new Uint8Array(deflateSync(bytes));

describe('the header', () => {
  const FLAWS: readonly [string, MetaImageFields, string][] = [
    ['of something else', { ObjectType: 'Tube' }, 'has the ObjectType "Tube"; a volume is an Image'],
    ['no dimension', { NDims: undefined }, 'has no "NDims" in its header; every MetaImage must say it'],
    ['too few', { NDims: 1, DimSize: '5' }, 'has NDims 1, 5; a volume needs 3, a slice 2'],
    ['too many', { NDims: 11 }, 'has NDims "11"; an integer from 1 to 10 would be right'],
    ['no integer', { NDims: '3.5' }, 'has NDims "3.5"; an integer from 1 to 10 would be right'],
    ['no sizes', { DimSize: undefined }, 'has no "DimSize" in its header; every MetaImage must say it'],
    ['too few sizes', { DimSize: '5 4' }, 'has DimSize "5 4"; 3 positive integers would be right'],
    ['a size of 0', { DimSize: '5 0 3' }, 'has DimSize "5 0 3"; 3 positive integers would be right'],
    ['a negative size', { DimSize: '5 4 -3' }, 'has DimSize "5 4 -3"; 3 positive integers would be right'],
    ['a size of words', { DimSize: '5 4 3x' }, 'has DimSize "5 4 3x"; 3 positive integers would be right'],
    ['no type', { ElementType: undefined }, 'has no "ElementType" in its header; every MetaImage must say it'],
    [
      'another type',
      { ElementType: 'MET_STRING' },
      'has the ElementType "MET_STRING", which cannot be read; MET_CHAR, MET_ASCII_CHAR, MET_UCHAR, MET_SHORT, MET_USHORT, MET_INT, MET_UINT, MET_LONG, MET_ULONG, MET_LONG_LONG, MET_ULONG_LONG, MET_FLOAT, MET_DOUBLE can',
    ],
    [
      'a name of every object',
      { ElementType: 'constructor' },
      'has the ElementType "constructor", which cannot be read; ',
    ],
    [
      'no channel',
      { ElementNumberOfChannels: 0 },
      'has ElementNumberOfChannels "0"; an integer from 1 on would be right',
    ],
    ['neither true nor false', { CompressedData: 'maybe' }, 'has CompressedData "maybe"; True or False would be right'],
    ['an unknown order', { BinaryDataByteOrderMSB: '' }, 'has BinaryDataByteOrderMSB ""; True or False would be right'],
    [
      'half a matrix',
      { TransformMatrix: '1 0 0 0 1 0' },
      'has TransformMatrix "1 0 0 0 1 0"; 9 numbers would be right',
    ],
    ['an origin of NaN', { Offset: '0 nan 0' }, 'has Offset "0 nan 0"; 3 numbers would be right'],
    [
      'an infinite spacing',
      { ElementSpacing: '1 1 1e999' },
      'has ElementSpacing "1 1 1e999"; 3 numbers would be right',
    ],
    [
      'a flat one',
      { ElementSpacing: '1 0 1' },
      "a volume's axes must be finite and span space, not (1, 0, 0) (0, 0, 0)",
    ],
    ['a flat matrix', { TransformMatrix: '1 0 0 1 0 0 0 0 1' }, "a volume's axes must be finite and span space, not"],
    ['a skip of -2', { HeaderSize: -2 }, 'has HeaderSize "-2"; an integer from -1 on would be right'],
    [
      'a start that cannot be found',
      { HeaderSize: -1, CompressedData: 'True' },
      'has HeaderSize -1 and compressed data; only the start of plain binary data follows from it',
    ],
    ['a skip beyond the end', { HeaderSize: 1e9 }, 'has 0 bytes of data, but its sizes and type ask for 120'],
  ];
  test.each(FLAWS)('%s', async (_, fields, message) => {
    expect(await messageOf(writeMetaImage(fields))).toContain(`${NAME}: ${message}`);
  });

  test('a field twice, a line of something else, no end', async () => {
    expect(await messageOf(join('NDims = 3\n', writeMetaImage()))).toBe(
      `${NAME}: header line 3 repeats "NDims"; keep one of the two`,
    );
    expect(await messageOf(join('NDims = 3\nwhat is this?\n', writeMetaImage()))).toBe(
      `${NAME}: header line 2, "what is this?", is no "name = value"; get a whole MetaImage`,
    );
    expect(await messageOf(ascii('NDims = 3\nDimSize = 1 2 3\n'))).toBe(
      `${NAME}: has no "ElementDataFile" that ends its header; every MetaImage must say it`,
    );
    expect(await messageOf(new Uint8Array())).toMatch(/no "ElementDataFile"/);
    const large = new Uint8Array(1 << 24).fill(0x61);
    expect(await messageOf(large)).toMatch(/header line 1, "a{60}…", is no "name = value"/);
    expect(isMetaImage(large)).toBe(false);
    expect(isMetaImage(attach())).toBe(false);
  });
});

describe('the data', () => {
  test('too few, wherever they end', async () => {
    const surplus = join(encode(VALUES, 'int16', 'ascii'));
    for (const [bytes, end] of [
      [writeMetaImage(), 0],
      [writeMetaImage({ CompressedData: 'True' }, deflate(DATA)), 0],
      // The last number may lose digits, and be a number still.
      [writeMetaImage({ BinaryData: 'False' }, surplus), 1 + `${VALUES.at(-1)}\n`.length],
    ] as const) {
      for (let length = 0; length < bytes.length - end; length++) await messageOf(bytes.subarray(0, length));
    }
    expect(await messageOf(writeMetaImage().subarray(0, -1))).toBe(
      `${NAME}: has 119 bytes of data, but its sizes and type ask for 120`,
    );
  });

  test('claims beyond all memory', async () => {
    const before = process.memoryUsage().arrayBuffers;
    for (const size of [2000, 999_999_999_999_999]) {
      for (const fields of [{}, { CompressedData: 'True' }, { BinaryData: 'False' }, { HeaderSize: -1 }]) {
        const claims = { NDims: 5, DimSize: Array(5).fill(size).join(' '), ...fields };
        expect(await messageOf(writeMetaImage(claims))).toMatch(
          /120 bytes of (compressed )?data, |has 60 ascii values at most, but its sizes and type ask for/,
        );
        await messageOf(ascii(metaImageHeader(claims, 's%d.raw')));
      }
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 26);
  });

  test('small ones that inflate to huge ones', async () => {
    const bomb = deflate(new Uint8Array(1 << 28));
    const before = process.memoryUsage().arrayBuffers;
    expect(await messageOf(writeMetaImage({ CompressedData: 'True' }, bomb))).toMatch(
      /has zlib data that make more than the \d+ bytes expected at most/,
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 28);
  });

  test('compressed otherwise than they should be', async () => {
    const fields = { CompressedData: 'True' };
    expect(await messageOf(writeMetaImage(fields))).toBe(
      `${NAME}: has zlib data that are damaged or cut short; get a whole copy`,
    );
    const flipped = deflate(DATA);
    flipped[flipped.length - 1]! ^= 1;
    expect(await messageOf(writeMetaImage(fields, flipped))).toMatch(/zlib data that are damaged/);
    expect(await messageOf(writeMetaImage(fields, new Uint8Array(gzipSync(DATA)).subarray(0, -9)))).toMatch(
      /gzip data that are damaged/,
    );
    expect(await messageOf(writeMetaImage({ ...fields, CompressedDataSize: 1000 }, deflate(DATA)))).toMatch(
      /has \d+ bytes of data, but CompressedDataSize is 1000$/,
    );
    expect(await messageOf(writeMetaImage({ ...fields, CompressedDataSize: 7 }, deflate(DATA)))).toMatch(
      /zlib data that are damaged/,
    );
  });

  test('values that are not finite, and numbers that do not fit', async () => {
    const values = VALUES.map(() => Number.NEGATIVE_INFINITY);
    expect(await messageOf(writeMetaImage({ ElementType: 'MET_FLOAT' }, encode(values, 'float32')))).toBe(
      `${NAME}: holds nothing: no voxel is a finite number`,
    );
    const ascii = encode(VALUES, 'int16', 'ascii');
    expect(await messageOf(writeMetaImage({ BinaryData: 'False', ElementType: 'MET_UCHAR' }, ascii))).toMatch(
      /which is no value of type uint8/,
    );
  });

  test('no such component or time', async () => {
    expect(await messageOf(writeMetaImage(), {}, { time: 1 })).toMatch(
      /has no time 1; right for --time is nothing but 0/,
    );
    expect(await messageOf(writeMetaImage(), {}, { component: -1 })).toMatch(/has no component -1; right for/);
  });
});

describe('other files', () => {
  const header = (dataFile: string, lines = '') => ascii(`${metaImageHeader({}, dataFile)}${lines}`);

  test.each([
    ['', '', 'has the data file ""; a file name, a numbered series or LIST would be right'],
    ['gone.raw', '', 'gone.raw: does not exist; check the path'],
    ['LIST', '', 'has no file names after "ElementDataFile = LIST"; one a line is right'],
    ['LIST', 'a\nb\n', 'has 2 data files; its DimSize makes 3 right'],
    ['LIST 1', 'a\nb\nc\n', 'has 3 data files; its DimSize makes 12 right'],
    ['LIST 0', 'a\n', 'has data files of 0 dimensions; right is 1 to 3'],
    ['LIST 4', 'a\n', 'has data files of 4 dimensions; right is 1 to 3'],
    ['s%d.raw 1 1000000000 1', '', 'has 1000000000 data files; its DimSize makes 3 right'],
    ['s%d.raw 3 1', '', 'has data files numbered from 3 to 1 by 1; the step must lead from one to the other'],
    ['s%d.raw 1 3 0', '', 'has data files numbered from 1 to 3 by 0; the step must lead from one to the other'],
    ['s%d.raw one', '', 's%d.raw one NaN 1: does not exist; check the path'],
    ['short.raw', '', 'data file "short.raw": has 119 bytes of data, but its sizes and type ask for 120'],
  ])('%s, %j', async (dataFile, lines, message) => {
    const siblings = { 'short.raw': DATA.subarray(1) };
    expect(await messageOf(header(dataFile, lines), siblings)).toBe(`${NAME}: ${message}`);
  });
});

test('damage of any kind', async () => {
  const fields = { TransformMatrix: '1 0 0 0 0 1 0 -1 0', Offset: '-1.5 2e3 3', ElementSpacing: '.5 2 3.' };
  const files = [
    writeMetaImage(fields),
    writeMetaImage({ ...fields, BinaryDataByteOrderMSB: 'True', ElementType: 'MET_DOUBLE' }, encode(VALUES, 'float64')),
    writeMetaImage({ ...fields, CompressedData: 'True', CompressedDataSize: deflate(DATA).length }, deflate(DATA)),
    writeMetaImage({ ...fields, BinaryData: 'False' }, encode(VALUES, 'int16', 'ascii')),
    ascii(metaImageHeader(fields, 'voxels.raw')),
    join(metaImageHeader(fields, 'LIST'), 'slice.raw\nslice.raw\nslice.raw\n'),
    ascii(metaImageHeader(fields, 'slice%d.raw 1 3 1')),
  ];
  const slice = DATA.subarray(0, 40);
  const siblings = {
    ...{ 'voxels.raw': DATA, 'slice.raw': slice },
    ...{ 'slice1.raw': slice, 'slice2.raw': slice, 'slice3.raw': slice },
  };
  const read = (bytes: Uint8Array) => readFile(bytes, siblings);
  for (const file of files) await read(file);
  const volumes = await expectToSurvive(files, 400, read, { seed: 79, rounds: 4000, name: NAME });
  expect(volumes).toBeGreaterThan(100);
});
