/** NIfTI files must read as NRRD files of the same volume do. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isNifti } from '../../../../src/files/volumes/nifti/is-nifti.js';
import { readNifti } from '../../../../src/files/volumes/nifti/nifti.js';
import type { Endianness, ScalarType } from '../../../../src/files/volumes/samples/voxels.js';
import type { VolumeFile, VolumeSelection } from '../../../../src/files/volumes/source.js';
import { normalize, rotateAbout, scale, type Vec3 } from '../../../../src/math/vec3.js';
import type { Volume } from '../../../../src/volume/volume.js';
import {
  between,
  createRandom,
  type Random,
  randomDirection,
  randomPoint,
  randomShearedAxes,
} from '../../../camera/random.js';
import { expectSilence } from '../../expect-silence.js';
import { expectSame } from '../compare-volumes.js';
import {
  attach,
  encode,
  type Fields,
  join,
  rampOf,
  read as readAsNrrd,
  SIZES,
  sourceOf,
  TYPE_NAMES,
} from '../nrrd/write-nrrd.js';
import { type NiftiFields, niftiHeader, writeNifti } from './write-nifti.js';

const TYPES = Object.keys(TYPE_NAMES) as ScalarType[];
const FORMS = [1, 2].flatMap((version) =>
  (['little', 'big'] as const).map((endianness) => ({ version: version as 1 | 2, endianness })),
);
const VALUES = rampOf('int16');

expectSilence();

function readFile(
  bytes: Uint8Array,
  selection: VolumeSelection = {},
  name = 'head.nii',
  siblings: Readonly<Record<string, Uint8Array>> = {},
): Promise<VolumeFile> {
  return readNifti({ ...sourceOf(bytes, siblings), name }, selection);
}

const gzip = (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes));

async function nrrdOf(fields: Fields = {}, values = VALUES, type: ScalarType = 'int16'): Promise<Volume> {
  return (await readAsNrrd(attach({ type: TYPE_NAMES[type], ...fields }, encode(values, type)))).volume;
}

/** The fields of an NRRD file that lies in RAS as `columns` and `origin` say. */
function inRas(columns: readonly Vec3[], origin: Vec3): Fields {
  const vector = (v: Vec3) => `(${v.join(',')})`;
  return {
    space: 'right-anterior-superior',
    'space directions': columns.map(vector).join(' '),
    'space origin': vector(origin),
  };
}

const toRows = (columns: readonly Vec3[], origin: Vec3) =>
  [0, 1, 2].flatMap((row) => [...columns, origin].map((vector) => vector[row]!));

test('cal_min to cal_max are a window, unless both are 0', async () => {
  for (const form of FORMS) {
    const { display } = await readFile(writeNifti(VALUES, 'int16', { ...form, cal: [30, -10] }));
    expect(display?.windows).toEqual([{ center: 10, width: 40, range: [-10, 30], explanation: 'cal_min to cal_max' }]);
    for (const cal of [
      [0, 0],
      [-1, 1],
      [Number.NaN, 0],
    ] as const) {
      expect((await readFile(writeNifti(VALUES, 'int16', { ...form, cal }))).display).toBeUndefined();
    }
  }
});

describe('the same voxels', () => {
  const cases = TYPES.flatMap((type) => FORMS.map((form) => ({ type, ...form })));

  test.each(cases)('$type, version $version, $endianness, gzip or not', async ({ type, version, endianness }) => {
    const values = rampOf(type);
    const bytes = writeNifti(values, type, { version, endianness });
    expect(isNifti(bytes)).toBe(true);
    const expected = await nrrdOf({}, values, type);
    for (const file of [bytes, gzip(bytes)]) {
      const { volume, notes } = await readFile(file);
      expectSame(volume, expected);
      expect(notes).toEqual([]);
    }
  });

  test('they are not copied where they need not be', async () => {
    const bytes = writeNifti(VALUES, 'int16');
    expect((await readFile(bytes)).volume.voxels.buffer).toBe(bytes.buffer);
  });

  test.each(FORMS)('extensions and a gap before the data, version $version, $endianness', async (form) => {
    const headerSize = niftiHeader(form).length;
    // An extension that claims to reach far beyond the file, and one of no bytes.
    for (const extensionSize of [0x7fffff00, 0]) {
      const bytes = join(
        niftiHeader({ ...form, voxOffset: headerSize + 32 }),
        new Uint8Array(32),
        encode(VALUES, 'int16', 'raw', form.endianness),
        'surplus',
      );
      bytes[headerSize - 4] = 1;
      new DataView(bytes.buffer).setInt32(headerSize, extensionSize, form.endianness === 'little');
      for (const file of [bytes, gzip(bytes)]) expectSame((await readFile(file)).volume, await nrrdOf());
    }
  });

  test.each([
    ['head.hdr', 'head.img', false],
    ['HEAD.HDR', 'HEAD.IMG', false],
    ['some/folder.hdr/a.b.hdr.gz', 'a.b.img.gz', true],
    ['C:\\scans\\head.hdr', 'head.img', false],
  ])('%s with its data in %s', async (name, sibling, compressed) => {
    for (const [version, magic] of [
      [1, 'ni1\0'],
      [2, 'ni2\0\r\n\x1a\n'],
    ] as const) {
      const header = niftiHeader({ version, magic, voxOffset: 6 });
      expect(isNifti(header)).toBe(true);
      const image = join('header', encode(VALUES, 'int16'));
      const siblings = { [sibling]: compressed ? gzip(image) : image };
      const { volume } = await readFile(compressed ? gzip(header) : header, {}, name, siblings);
      expectSame(volume, await nrrdOf());
    }
  });
});

describe('the same place in the world', () => {
  const seed = 1201;

  test.each(FORMS)('by an oblique, leaning sform, version $version, $endianness', async (form) => {
    const random = createRandom(seed);
    for (let round = 0; round < 20; round++) {
      const { columns, origin } = mapReals(randomShearedAxes(random), form.version);
      // The qform must not count, however great its code.
      const fields: NiftiFields = { ...form, ...randomQform(random).fields, sformCode: 1 + (round % 4), qformCode: 5 };
      const bytes = writeNifti(VALUES, 'int16', { ...fields, sform: toRows(columns, origin) });
      const expected = await nrrdOf(inRas(columns, origin));
      expect(expected.anatomical).toBe(true);
      expectSame((await readFile(bytes)).volume, expected);
    }
  });

  test.each(FORMS)('by a turned qform of either hand, version $version, $endianness', async (form) => {
    const random = createRandom(seed);
    for (let round = 0; round < 20; round++) {
      const { fields, columns, origin } = randomQform(random);
      // The sform must not count without a code.
      const sform = toRows(randomShearedAxes(random).columns, [1, 2, 3]);
      const bytes = writeNifti(VALUES, 'int16', { ...form, ...fields, qformCode: 1 + (round % 4), sform });
      // A quaternion's error makes, for angles up to 2.5 radians, at most 16 times itself in the matrix.
      const epsilon = form.version === 1 ? 2 ** -24 : 2 ** -53;
      const extent = [...columns.map((column, axis) => scale(column, SIZES[axis]!)), origin].flat();
      const tolerance = 16 * epsilon * extent.reduce((sum, coordinate) => sum + Math.abs(coordinate), 0);
      expectSame((await readFile(bytes)).volume, await nrrdOf(inRas(columns, origin)), tolerance);
    }
  });

  test('by a qform of half a turn, of a quaternion too long, and of qfac 0', async () => {
    const half: readonly [quaternion: Vec3, qfac: number, columns: readonly Vec3[]][] = [
      [
        [1, 0, 0],
        1,
        [
          [2, 0, 0],
          [0, -3, 0],
          [0, 0, -4],
        ],
      ],
      [
        [0, 1, 0],
        -1,
        [
          [-2, 0, 0],
          [0, 3, 0],
          [0, 0, 4],
        ],
      ],
      [
        [0, 0, 1],
        0,
        [
          [-2, 0, 0],
          [0, -3, 0],
          [0, 0, 4],
        ],
      ],
      [
        [0, 0, 1.5],
        1,
        [
          [-2, 0, 0],
          [0, -3, 0],
          [0, 0, 4],
        ],
      ],
    ];
    for (const [quaternion, qfac, columns] of half) {
      const fields = { qformCode: 1, qform: [...quaternion, 7, 8, 9], pixdim: [qfac, 2, 3, 4] };
      const expected = await nrrdOf(inRas(columns, [7, 8, 9]));
      expectSame((await readFile(writeNifti(VALUES, 'int16', fields))).volume, expected);
    }
  });

  test.each(FORMS)('by spacings alone, version $version, $endianness', async (form) => {
    const fields = { ...form, pixdim: [-1, 0.5, 2, 3.25], qform: [0, 0, 1, 7, 8, 9], sform: [1, 2, 3, 4] };
    const expected = await nrrdOf({ spacings: '0.5 2 3.25' });
    expect(expected.anatomical).toBe(false);
    expectSame((await readFile(writeNifti(VALUES, 'int16', fields))).volume, expected);
  });

  test.each([
    [0, undefined],
    [2, 'millimetres'],
    [2 + 8, 'millimetres'],
    [1, 'metres'],
    [3 + 8, 'micrometres'],
  ])('in the unit of code %i', async (units, unit) => {
    for (const form of FORMS) {
      const file = await readFile(writeNifti(VALUES, 'int16', { ...form, units, pixdim: [1, 0.5, 2, 3] }));
      // Millimetres are what everybody expects.
      const isTold = unit !== undefined && unit !== 'millimetres';
      expect(file.notes).toEqual(isTold ? [`measures lengths in ${unit}, and so does the world here`] : []);
      expect(file.unit).toBe(unit);
      expectSame(file.volume, await nrrdOf({ spacings: '0.5 2 3' }));
    }
  });
});

/** Rounded to what the version holds. */
function mapReals({ columns, origin }: { columns: readonly Vec3[]; origin: Vec3 }, version: 1 | 2) {
  const round = (vector: Vec3): Vec3 => (version === 1 ? (vector.map(Math.fround) as unknown as Vec3) : vector);
  return { columns: columns.map(round), origin: round(origin) };
}

/** A rotation as the header says it, and, by another way, as the steps between voxels. */
function randomQform(random: Random): { fields: NiftiFields; columns: readonly Vec3[]; origin: Vec3 } {
  const axis = normalize(randomDirection(random));
  const angle = between(random, 0, 2.5);
  const qfac = random() < 0.5 ? 1 : -1;
  const spacings = [1, 2, 3].map(() => Math.fround(between(random, 0.2, 5)));
  const origin = randomPoint(random, -50, 50).map(Math.fround) as unknown as Vec3;
  const columns = spacings.map((spacing, of) => {
    const unit: Vec3 = [of === 0 ? 1 : 0, of === 1 ? 1 : 0, of === 2 ? qfac : 0];
    return scale(rotateAbout(unit, axis, angle), spacing);
  });
  const qform = [...scale(axis, Math.sin(angle / 2)), ...origin];
  return { fields: { qform, pixdim: [qfac, ...spacings] }, columns, origin };
}

test('quads of a probabilistic atlas, which are stored as colours, are labels: the likeliest ones', async () => {
  const quads = Array.from({ length: 4 * 60 }, (_, at) => (at % 4 === 0 ? at % 7 : at % 128));
  const fields = { datatype: 2304, intent: 1002 };
  const { volume, colors, notes } = await readFile(writeNifti(quads, 'uint8', fields));
  expect(Array.from(volume.voxels)).toEqual(Array.from({ length: 60 }, (_, at) => quads[4 * at]));
  expect([volume.meaning, colors]).toEqual(['labels', undefined]);
  expect(notes).toEqual(['has 4 components per voxel (RGBA); took component 0, --component takes any of 0 to 3']);
  expect((await readFile(writeNifti(quads, 'uint8', { datatype: 2304 }))).colors?.channels).toHaveLength(4);
});

describe('several values a voxel, several points in time', () => {
  const [I, J, K] = SIZES;

  test.each(FORMS)('version $version, $endianness', async (form) => {
    const values = rampOf('int16', 60 * 2 * 3);
    const bytes = writeNifti(values, 'int16', { ...form, dim: [5, I, J, K, 2, 3] });
    for (const time of [0, 1]) {
      for (const component of [0, 1, 2]) {
        const start = 60 * (time + 2 * component);
        const expected = await nrrdOf({}, values.slice(start, start + 60));
        const { volume, notes } = await readFile(bytes, { time, component });
        expectSame(volume, expected);
        expect(notes).toEqual([
          `has 3 components per voxel (dim[5]); took component ${component}, --component takes any of 0 to 2`,
          `has 2 points in time (dim[4]); took time ${time}, --time takes any of 0 to 1`,
        ]);
      }
    }
  });

  test('components on several dimensions count as one, the faster first', async () => {
    const values = rampOf('int16', 60 * 6);
    const bytes = writeNifti(values, 'int16', { dim: [7, I, J, K, 1, 1, 2, 3] });
    for (const component of [0, 1, 2, 3, 4, 5]) {
      const { volume } = await readFile(bytes, { component });
      expect([...volume.voxels]).toEqual(values.slice(60 * component, 60 * component + 60));
    }
  });

  test('what lies beyond the number of dimensions does not count', async () => {
    for (const dim of [
      [3, I, J, K, -7, 0, 9],
      [4, I, J, K, 1, 0],
      [5, I, J, K, 1, 1],
    ]) {
      const { volume, notes } = await readFile(writeNifti(VALUES, 'int16', { dim }));
      expectSame(volume, await nrrdOf());
      expect(notes).toEqual([]);
    }
  });
});

describe('scaling', () => {
  test.each([
    [0, 0],
    [0, 7],
    [1, 0],
    [Number.NaN, Number.NaN],
  ])('slope %d and intercept %d leave the values as they are', async (slope, intercept) => {
    for (const form of FORMS) {
      expectSame((await readFile(writeNifti(VALUES, 'int16', { ...form, slope, intercept }))).volume, await nrrdOf());
    }
  });

  test.each(TYPES)('%s', async (type) => {
    const values = rampOf(type);
    const wide = /64|int32/.test(type);
    for (const [slope, intercept] of [
      [0.25, -1024],
      [1, -1024],
      [-2, 0],
    ] as const) {
      for (const endianness of ['little', 'big'] satisfies Endianness[]) {
        const { volume } = await readFile(writeNifti(values, type, { endianness, slope, intercept }));
        expect(volume.voxels).toBeInstanceOf(wide ? Float64Array : Float32Array);
        const round = wide ? (value: number) => value : Math.fround;
        expect([...volume.voxels]).toEqual(values.map((value) => round(value * slope + intercept)));
      }
    }
  });
});
