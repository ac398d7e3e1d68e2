/** MetaImage files must read as NRRD files of the same volume do. */
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isMetaImage } from '../../../../src/files/volumes/meta-image/is-meta-image.js';
import { readMetaImage } from '../../../../src/files/volumes/meta-image/meta-image.js';
import type { ScalarType } from '../../../../src/files/volumes/samples/voxels.js';
import type { VolumeFile, VolumeSelection } from '../../../../src/files/volumes/source.js';
import type { Vec3 } from '../../../../src/math/vec3.js';
import { scale } from '../../../../src/math/vec3.js';
import type { Volume } from '../../../../src/volume/volume.js';
import { createRandom, randomDirection, randomPoint, randomShearedAxes } from '../../../camera/random.js';
import { expectSame } from '../compare-volumes.js';
import {
  ascii,
  attach,
  encode,
  type Fields,
  join,
  TYPE_NAMES as NRRD_TYPE_NAMES,
  rampOf,
  read as readAsNrrd,
  sourceOf,
} from '../nrrd/write-nrrd.js';
import { type MetaImageFields, metaImageHeader, TYPE_NAMES, writeMetaImage } from './write-meta-image.js';

type Siblings = Readonly<Record<string, Uint8Array>>;

const TYPES = Object.keys(TYPE_NAMES) as ScalarType[];
const VALUES = rampOf('int16');
const DATA = encode(VALUES, 'int16');

function readFile(bytes: Uint8Array, siblings: Siblings = {}, selection: VolumeSelection = {}): Promise<VolumeFile> {
  return readMetaImage({ ...sourceOf(bytes, siblings), name: 'head.mha' }, selection);
}

async function nrrdOf(fields: Fields = {}, values = VALUES, type: ScalarType = 'int16'): Promise<Volume> {
  return (await readAsNrrd(attach({ type: NRRD_TYPE_NAMES[type], ...fields }, encode(values, type)))).volume;
}

const deflate = (bytes: Uint8Array) => new Uint8Array(deflateSync(bytes));
const gzip = (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes));

describe('the same voxels', () => {
  const cases = TYPES.flatMap((type) => ([false, true] as const).map((big) => ({ type, big })));

  test.each(cases)('$type, big-endian: $big, in any encoding, in this file or another', async ({ type, big }) => {
    const values = rampOf(type);
    const raw = encode(values, type, 'raw', big ? 'big' : 'little');
    const expected = await nrrdOf({}, values, type);
    const forms: [MetaImageFields, Uint8Array][] = [
      [{}, raw],
      [{ BinaryData: 'True', CompressedData: 'False' }, raw],
      [{ BinaryData: 'True', CompressedData: 'True' }, deflate(raw)],
      [{ CompressedData: 'True', CompressedDataSize: deflate(raw).length }, join(deflate(raw), 'surplus')],
      [{ CompressedData: 'true' }, gzip(raw)],
      [{ BinaryData: 'False' }, encode(values, type, 'ascii')],
    ];
    for (const order of ['BinaryDataByteOrderMSB', 'ElementByteOrderMSB']) {
      for (const [form, data] of forms) {
        const fields = { [order]: big ? 'True' : 'False', ...form, ElementType: TYPE_NAMES[type] };
        const bytes = writeMetaImage(fields, data);
        expect(isMetaImage(bytes)).toBe(true);
        const { volume, notes } = await readFile(bytes);
        expectSame(volume, expected);
        expect(notes).toEqual([]);

        const header = ascii(metaImageHeader(fields, 'voxels of it.raw'));
        expectSame((await readFile(header, { 'voxels of it.raw': data })).volume, expected);
      }
    }
  });

  test.each([
    ['MET_ASCII_CHAR', 'int8'],
    ['MET_LONG', 'int32'],
    ['MET_ULONG', 'uint32'],
    ['MET_UCHAR_ARRAY', 'uint8'],
    ['met_float', 'float32'],
  ] as const)('%s is %s', async (name, type) => {
    const { volume } = await readFile(writeMetaImage({ ElementType: name }, encode(rampOf(type), type)));
    expectSame(volume, await nrrdOf({}, rampOf(type), type));
  });

  test('they are not copied where they need not be', async () => {
    const header = metaImageHeader({ Comment: 'x' });
    const padding = 'x'.repeat(header.length % 2);
    const bytes = writeMetaImage({ Comment: `x${padding}` });
    expect((await readFile(bytes)).volume.voxels.buffer).toBe(bytes.buffer);
  });

  test('other line ends, blanks, separators, metadata, and the case of words', async () => {
    const crlf = metaImageHeader({}, 'Local', '\r\n');
    for (const header of [
      crlf,
      `NDims=3\nElementType  =\tMET_SHORT\n\n DimSize: 5  4\t3 \n0008|0005 = a=b : c\nElementDataFile = local\n`,
      metaImageHeader({ 'dim[0]': 3, 'a name': '' }),
    ]) {
      expectSame((await readFile(join(header, DATA))).volume, await nrrdOf());
    }
  });

  test.each([
    [{ HeaderSize: 7 }, join('7 bytes', DATA, 'surplus')],
    [{ HeaderSize: -1 }, join('some bytes', DATA)],
    [{ HeaderSize: 0 }, join(DATA, 'surplus')],
    [{ HeaderSize: 7, CompressedData: 'True' }, join('7 bytes', deflate(DATA))],
    [{ HeaderSize: 7, BinaryData: 'False' }, join('7 bytes', encode(VALUES, 'int16', 'ascii'))],
  ])('data after a header of their own: %o', async (fields, data) => {
    const header = ascii(metaImageHeader(fields, 'voxels.raw'));
    expectSame((await readFile(header, { 'voxels.raw': data })).volume, await nrrdOf());
  });

  test('data at the end of the file with the header', async () => {
    const bytes = join(metaImageHeader({ HeaderSize: -1 }), 'some bytes', DATA);
    expectSame((await readFile(bytes)).volume, await nrrdOf());
  });
});

describe('several files', () => {
  const slices = [0, 1, 2].map((k) => DATA.subarray(40 * k, 40 * k + 40));
  const rows = Array.from({ length: 12 }, (_, row) => DATA.subarray(10 * row, 10 * row + 10));
  const named = (files: readonly Uint8Array[], name: (index: number) => string): Siblings =>
    Object.fromEntries(files.map((file, index) => [name(index), file]));

  const cases: [string, string[], Siblings][] = [
    ['LIST', ['c.raw', 'a b.raw', 'b.raw'], { 'c.raw': slices[0]!, 'a b.raw': slices[1]!, 'b.raw': slices[2]! }],
    ['LIST 2', ['0.raw', '1.raw', '2.raw'], named(slices, (k) => `${k}.raw`)],
    ['LIST 1', rows.map((_, row) => `${row}.raw`), named(rows, (row) => `${row}.raw`)],
    ['LIST 3', ['all.raw'], { 'all.raw': DATA }],
    ['s%d.raw', [], named(slices, (k) => `s${k + 1}.raw`)],
    ['s%03d.raw 8', [], named(slices, (k) => `s${String(k + 8).padStart(3, '0')}.raw`)],
    ['s%02d.raw 0 2', [], named(slices, (k) => `s0${k}.raw`)],
    ['s%d.raw 10 14 2', [], named(slices, (k) => `s${10 + 2 * k}.raw`)],
    ['50%.raw', [], { '50%.raw': DATA }],
    ['LIST.raw', [], { 'LIST.raw': DATA }],
  ];
  test.each(cases)('%s', async (dataFile, listed, siblings) => {
    for (const end of ['', '\n', '\r\n\r\n']) {
      const header = join(metaImageHeader({}, dataFile), listed.join('\n'), end);
      expectSame((await readFile(header, siblings)).volume, await nrrdOf());
    }
  });

  test('each compressed', async () => {
    const header = ascii(metaImageHeader({ CompressedData: 'True', CompressedDataSize: 1 }, 's%d.zraw'));
    const siblings = named(slices.map(deflate), (k) => `s${k + 1}.zraw`);
    expectSame((await readFile(header, siblings)).volume, await nrrdOf());
  });
});

describe('the same place in the world', () => {
  const vector = (v: Vec3) => `(${v.join(',')})`;
  const inLps = (columns: readonly Vec3[], origin: Vec3): Fields => ({
    space: 'left-posterior-superior',
    'space directions': columns.map(vector).join(' '),
    'space origin': vector(origin),
  });

  test('by a matrix whose rows are the directions of the axes', async () => {
    const random = createRandom(411);
    for (let round = 0; round < 20; round++) {
      const directions = randomShearedAxes(random).columns;
      const spacings = [0.5, 2, 3.25] as const;
      const origin = randomPoint(random, -50, 50);
      const expected = await nrrdOf(
        inLps(
          directions.map((direction, axis) => scale(direction, spacings[axis]!)),
          origin,
        ),
      );
      const matrix = directions.flat().join(' ');
      for (const [names, ignored] of [
        [['TransformMatrix', 'Offset', 'ElementSpacing'], { Rotation: 'x', Position: 'y', ElementSize: 'z' }],
        [['Rotation', 'Origin', 'ElementSize'], { Orientation: 'x', Offset: 'y' }],
        [['Orientation', 'Position', 'ElementSpacing'], { CenterOfRotation: '1 2 3' }],
        [['Orientation', 'ImagePosition', 'ElementSpacing'], { Origin: '1 2 3' }],
      ] as const) {
        const fields = { [names[0]]: matrix, [names[1]]: origin.join(' '), [names[2]]: spacings.join(' '), ...ignored };
        const bytes = writeMetaImage({ ...fields, AnatomicalOrientation: 'RAI' });
        expectSame((await readFile(bytes)).volume, expected);
      }
    }
  });

  test('the anatomical orientation says whether, not where', async () => {
    for (const [orientation, anatomical] of [
      ['RAI', true],
      ['LPS', true],
      ['???', false],
      [undefined, false],
    ] as const) {
      const bytes = writeMetaImage({ AnatomicalOrientation: orientation, ElementSpacing: '1 -2 3', Offset: '4 5 6' });
      const { volume } = await readFile(bytes);
      expect(volume.anatomical).toBe(anatomical);
      const expected = await nrrdOf(
        inLps(
          [
            [1, 0, 0],
            [0, -2, 0],
            [0, 0, 3],
          ],
          [4, 5, 6],
        ),
      );
      expectSame(volume, { ...expected, anatomical });
    }
  });

  test('by nothing', async () => {
    expectSame((await readFile(writeMetaImage())).volume, await nrrdOf());
  });

  test('in a space with time', async () => {
    const random = createRandom(412);
    const directions = [randomDirection(random), randomDirection(random), randomDirection(random)] as const;
    const matrix = [...directions.map((direction) => [...direction, 0]), [0, 0, 0, 1]].flat().join(' ');
    const times = [VALUES, rampOf('int16', 120).slice(60)];
    const fields = {
      NDims: 4,
      DimSize: '5 4 3 2',
      ElementSpacing: '2 2 2 9',
      Offset: '1 2 3 9',
      TransformMatrix: matrix,
    };
    const bytes = writeMetaImage({ ...fields, AnatomicalOrientation: 'RAI' }, encode(times.flat(), 'int16'));
    const place = inLps(
      directions.map((direction) => scale(direction, 2)),
      [1, 2, 3],
    );
    for (const time of [0, 1]) {
      const { volume, notes } = await readFile(bytes, {}, { time });
      expectSame(volume, await nrrdOf(place, times[time]));
      expect(notes).toEqual([`has 2 points in time (DimSize 4); took time ${time}, --time takes any of 0 to 1`]);
    }
  });
});

test('channels are fastest', async () => {
  const values = rampOf('int16', 180);
  const fields = { ElementNumberOfChannels: 3, BinaryDataByteOrderMSB: 'True' };
  const bytes = writeMetaImage(fields, encode(values, 'int16', 'raw', 'big'));
  const files = [0, 1, 2].map((k) => encode(values, 'int16', 'raw', 'big').subarray(120 * k, 120 * k + 120));
  const detached = ascii(metaImageHeader(fields, 's%d.raw'));
  const siblings = { 's1.raw': files[0]!, 's2.raw': files[1]!, 's3.raw': files[2]! };
  for (const component of [0, 1, 2]) {
    const expected = await nrrdOf(
      {},
      values.filter((_, index) => index % 3 === component),
    );
    const { volume, notes } = await readFile(bytes, {}, { component });
    expectSame(volume, expected);
    expect(notes).toEqual([
      `has 3 components per voxel (ElementNumberOfChannels); took component ${component}, --component takes any of 0 to 2`,
    ]);
    expectSame((await readFile(detached, siblings, { component })).volume, expected);
  }
});

test('values stay as they are stored', async () => {
  const fields = { ElementToIntensityFunctionSlope: 2, ElementToIntensityFunctionOffset: -1024 };
  const { volume, notes } = await readFile(writeMetaImage(fields));
  expectSame(volume, await nrrdOf());
  expect(notes).toEqual([
    'says that intensity is value · 2 + -1024; values are taken as they are stored, as ITK takes them',
  ]);
  const plain = { ElementToIntensityFunctionSlope: 1, ElementToIntensityFunctionOffset: '0.0' };
  expect((await readFile(writeMetaImage(plain))).notes).toEqual([]);
});

test.each([
  ['um', 'micrometer', [expect.stringMatching(/^measures lengths in micrometers/)]],
  ['MM', 'millimeter', []],
  ['?', undefined, []],
  ['constructor', undefined, []],
  ['__proto__', undefined, []],
])('DistanceUnits %s', async (text, unit, notes) => {
  const file = await readFile(writeMetaImage({ DistanceUnits: text }));
  expect([file.unit, file.notes]).toEqual([unit, notes]);
});
