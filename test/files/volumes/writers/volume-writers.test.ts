/** Volumes that are written are read back to the bit: values of every type, and axes at every angle. */
import { describe, expect, test } from 'vitest';
import { findLengthUnit } from '../../../../src/files/volumes/samples/length-units.js';
import { readVolumeSource } from '../../../../src/files/volumes/volume-formats.js';
import { WRITABLE_VOLUMES, writeVolume } from '../../../../src/files/volumes/writers/volume-writers.js';
import type { Affine } from '../../../../src/math/affine.js';
import { createVolume, type Volume, type VoxelArray } from '../../../../src/volume/volume.js';
import { expectInputError } from '../compare-volumes.js';
import { rampOf, sourceOf } from '../nrrd/write-nrrd.js';

const ARRAYS = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array,
} as const;

const OBLIQUE: Affine = {
  columns: [
    [0.56, 0.42, 0],
    [-0.27, 0.36, -0.6],
    [-1.2, 1.6, 1.5],
  ],
  origin: [-12.3, 0.1, 1e3 / 3],
};
const EXACT: Affine = {
  columns: [
    [0.5, 0, 0],
    [0, -0.75, 0],
    [0, 0, 2.5],
  ],
  origin: [-100, 20.5, 7],
};

const volumeOf = (voxels: VoxelArray, indexToWorld: Affine, anatomical = true) =>
  createVolume({ sizes: [5, 4, 3], voxels, indexToWorld, anatomical });

async function roundTrip(volume: Volume, name: string, options = {}): Promise<Volume> {
  const { pieces } = await writeVolume(volume, name, options);
  return (await readVolumeSource({ ...sourceOf(new Uint8Array(Buffer.concat(pieces))), name })).volume;
}

describe.each(WRITABLE_VOLUMES)('%s', (ending) => {
  const name = `head${ending}`;

  test.each(Object.entries(ARRAYS))('%s', async (type, ScalarArray) => {
    const volume = volumeOf(ScalarArray.from(rampOf(type as keyof typeof ARRAYS)), EXACT);
    expect(await roundTrip(volume, name)).toEqual(volume);
  });

  test('axes that are oblique, and numbers that float32 lacks', async () => {
    const volume = volumeOf(Int16Array.from(rampOf('int16')), OBLIQUE);
    const read = await roundTrip(volume, name);
    expect(read.voxels).toEqual(volume.voxels);
    expect(read.indexToWorld.origin).toEqual(OBLIQUE.origin);
    for (const [axis, column] of read.indexToWorld.columns.entries()) {
      for (const [row, value] of column.entries()) {
        const right = OBLIQUE.columns[axis]![row]!;
        // MetaImage has directions and spacings apart.
        if (ending === '.mha') expect(Math.abs(value - right)).toBeLessThan(1e-15);
        else expect(value).toBe(right);
      }
    }
  });

  test('no anatomical space', async () => {
    const plain = {
      ...EXACT,
      columns: [
        [0.3, 0, 0],
        [0, 0.75, 0],
        [0, 0, 2.5],
      ] as const,
      origin: [0, 0, 0] as const,
    };
    const volume = volumeOf(Uint8Array.from(rampOf('uint8')), plain, false);
    expect(await roundTrip(volume, name)).toEqual(volume);
  });
});

describe('the unit of the world', () => {
  const plain: Affine = {
    ...EXACT,
    columns: [
      [0.5, 0, 0],
      [0, 0.5, 0],
      [0, 0, 2],
    ],
    origin: [0, 0, 0],
  };
  const volume = volumeOf(Uint8Array.from(rampOf('uint8')), plain, false);
  const write = async (name: string, unit: string | undefined, written = volume) => {
    const { pieces, notes } = await writeVolume(written, name, { unit });
    const file = await readVolumeSource({ ...sourceOf(new Uint8Array(Buffer.concat(pieces))), name });
    return { unit: file.unit && findLengthUnit(file.unit)?.unit, notes, file };
  };

  test.each(WRITABLE_VOLUMES)('is kept by %s', async (ending) => {
    for (const [unit, name] of [
      ['micrometer', 'micrometer'],
      ['µm', 'micrometer'],
      ['micrometres', 'micrometer'],
      ['mm', 'millimeter'],
    ]) {
      const { file, ...kept } = await write(`x${ending}`, unit);
      expect([unit, kept]).toEqual([unit, { unit: name, notes: [] }]);
      expect(file.volume).toEqual(volume);
    }
    expect(await write(`x${ending}`, undefined)).toMatchObject({ unit: undefined, notes: [] });
  });

  test('is millimetres in an anatomical world where nothing is said, and another where it is', async () => {
    const head = volumeOf(Uint8Array.from(rampOf('uint8')), EXACT);
    for (const ending of ['.nii', '.mha']) expect((await write(`x${ending}`, undefined, head)).unit).toBe('millimeter');
    for (const ending of WRITABLE_VOLUMES) expect((await write(`x${ending}`, 'um', head)).unit).toBe('micrometer');
  });

  test('is told where a format has no word for it', async () => {
    for (const ending of WRITABLE_VOLUMES) {
      const { unit, notes } = await write(`x${ending}`, 'nanometer');
      expect([ending, unit, notes]).toEqual(
        ending === '.nrrd'
          ? [ending, 'nanometer', []]
          : [ending, undefined, ['the file does not say the unit of lengths, nanometer']],
      );
      expect((await write(`x${ending}`, 'pixel')).notes).toEqual(['the file does not say the unit of lengths, pixel']);
    }
  });
});

test('NIfTI is of version 1 where its numbers hold the geometry', async () => {
  const voxels = Int16Array.from(rampOf('int16'));
  const headerBytes = async (affine: Affine) =>
    (await writeVolume(volumeOf(voxels, affine), 'x.nii')).pieces[0]!.length;
  expect(await headerBytes(EXACT)).toBe(352);
  expect(await headerBytes(OBLIQUE)).toBe(544);
});

test('data are compressed where the format can, unless told otherwise, and progress is told', async () => {
  const volume = createVolume({ sizes: [200, 100, 100], voxels: new Int16Array(2e6) });
  const size = async (name: string, options = {}) =>
    (await writeVolume(volume, name, options)).pieces.reduce((sum, { length }) => sum + length, 0);
  const told: number[] = [];
  expect(await size('x.nrrd', { report: (done: number) => told.push(done) })).toBeLessThan(1e5);
  expect(told).toEqual([1 << 20, 2 << 20, 3 << 20, 4e6]);
  expect(await size('x.nrrd', { compress: false })).toBeGreaterThan(4e6);
  expect(await size('x.nii')).toBeGreaterThan(4e6);
  expect(await size('x.nii.gz')).toBeLessThan(1e5);
});

test('what cannot be written is said in one line', async () => {
  const volume = volumeOf(Uint8Array.from(rampOf('uint8')), EXACT, false);
  expect(await expectInputError(writeVolume(volume, 'x.nii'), 'x.nii')).toMatch(/in no anatomical space.*\.nrrd can$/);
  expect(await expectInputError(writeVolume(volume, 'x.dcm'), 'x.dcm')).toMatch(
    /written as \.nrrd, \.nii\.gz, \.nii, \.mha/,
  );
  const sheared = volumeOf(Uint8Array.from(rampOf('uint8')), {
    ...EXACT,
    columns: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0.5, 1],
    ],
  });
  expect((await writeVolume(sheared, 'x.mha')).notes.join()).toMatch(/not at right angles/);
});
