/** A volume's format is told by its content, and by its name only where the content does not say. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createNpyHeader } from '../../../src/files/bytes/npy.js';
import { readMeshSource } from '../../../src/files/meshes/mesh-formats.js';
import type { VolumeSelection } from '../../../src/files/volumes/source.js';
import { readVolumeSource, VOLUME_FORMATS } from '../../../src/files/volumes/volume-formats.js';
import { IDENTITY_AFFINE } from '../../../src/math/affine.js';
import { writeSlice } from '../dicom/write-dicom.js';
import { expectInputError, expectSame } from './compare-volumes.js';
import { writeMetaImage } from './meta-image/write-meta-image.js';
import { writeNifti } from './nifti/write-nifti.js';
import { ascii, attach, join, rampOf, sourceOf } from './nrrd/write-nrrd.js';

const NIFTI = writeNifti(rampOf('int16'), 'int16');

const NPY = join(
  createNpyHeader('i4', 3, 4, 5),
  new Uint8Array(Int32Array.from({ length: 60 }, (_, at) => at * at).buffer),
);

const FILES: Readonly<Record<string, Uint8Array>> = {
  'head.nrrd': attach(),
  'head.nii': NIFTI,
  'head.mha': writeMetaImage(),
};

const read = (name: string, bytes: Uint8Array) => readVolumeSource({ ...sourceOf(bytes), name });

test('by content, whatever the name', async () => {
  for (const bytes of Object.values(FILES)) {
    expect(VOLUME_FORMATS.filter(({ recognizes }) => recognizes(bytes))).toHaveLength(1);
    for (const name of [...Object.keys(FILES), 'head', 'head.nii.gz', 'head.abc']) {
      expectSame((await read(name, bytes)).volume, (await read('head.nrrd', attach())).volume);
    }
  }
});

test('by name, where the content is compressed', async () => {
  const bytes = new Uint8Array(gzipSync(NIFTI));
  for (const name of ['head.nii.gz', 'HEAD.NII.GZ', 'head.nii']) {
    expectSame((await read(name, bytes)).volume, (await read('head.nii', NIFTI)).volume);
  }
});

test('whatever was gzipped as a whole', async () => {
  for (const [name, bytes] of Object.entries({ ...FILES, 'head.npy': NPY, 'head.dcm': writeSlice(1) })) {
    const compressed = new Uint8Array(gzipSync(bytes));
    for (const gzipped of [`${name}.gz`, `${name}.GZ`, name]) {
      expectSame((await read(gzipped, compressed)).volume, (await read(name, bytes)).volume);
    }
    const cut = compressed.subarray(0, compressed.length - 9);
    expect(await expectInputError(read(`${name}.gz`, cut), `${name}.gz`)).toContain('damaged or cut short');
  }
  // What is inside says what it is, where it does.
  expectSame(
    (await read('head.mha.gz', new Uint8Array(gzipSync(attach())))).volume,
    (await read('a.nrrd', attach())).volume,
  );
  const unknown = expectInputError(read('head.abc.gz', new Uint8Array(gzipSync(NIFTI))), 'head.abc.gz');
  expect(await unknown).toContain('is a gzipped file of another kind');
});

test('spacings that the caller gives, where the file has none', async () => {
  const spacings = [0.2, 0.2, 1.5] as const;
  const { volume } = await readVolumeSource({ ...sourceOf(NPY), name: 'cells.npy' }, { spacings });
  expect(volume.indexToWorld).toEqual({
    columns: [
      [0.2, 0, 0],
      [0, 0.2, 0],
      [0, 0, 1.5],
    ],
    origin: [0, 0, 0],
  });
  expectSame({ ...volume, indexToWorld: IDENTITY_AFFINE }, (await read('cells.npy', NPY)).volume);
  const spaced = ascii('NRRD0004\ntype: uint8\ndimension: 3\nsizes: 1 1 1\nspacings: 1 1 1\nencoding: raw\n\n0');
  const reading = readVolumeSource({ ...sourceOf(spaced), name: 'head.nrrd' }, { spacings });
  expect(await expectInputError(reading, 'head.nrrd')).toContain(
    'has spacings of its own; --spacing is for inputs without',
  );
});

test('a file of no format', async () => {
  for (const [name, bytes, message] of [
    ['head.abc', ascii('nothing'), 'is not a volume that tilecast knows; it reads NRRD (.nrrd), MetaImage (.mha), '],
    ['head.nrrd', new Uint8Array(), 'is empty; a volume was expected'],
    ['head.mhd', ascii('nothing'), 'header line 1, "nothing", is no "name = value"; get a whole MetaImage'],
    ['head.nii.gz', ascii('nothing'), 'has 7 bytes, fewer than the 348 of a NIfTI header; get a whole copy'],
    ['head.nii.gz', new Uint8Array(gzipSync(ascii('x'.repeat(1000)))), 'is no NIfTI file: it has neither "n+1" or'],
  ] as const) {
    const reading = Promise.resolve().then(() => read(name, bytes));
    expect(await expectInputError(reading, name)).toContain(`${name}: ${message}`);
  }
});

test('say what their voxels are where formats, names or the selection do', async () => {
  const meaningOf = async (name: string, bytes: Uint8Array, selection: VolumeSelection = {}) =>
    (await readVolumeSource({ ...sourceOf(bytes), name }, selection)).volume.meaning;
  const withIntent = (intent: number, version: 1 | 2 = 1) => writeNifti(rampOf('int16'), 'int16', { intent, version });
  expect(await meaningOf('a.nii', NIFTI)).toBeUndefined();
  expect(await meaningOf('a.nii', withIntent(1002))).toBe('labels');
  expect(await meaningOf('a.nii', withIntent(1002, 2))).toBe('labels');
  // t and z; probabilities have one sign.
  expect(await meaningOf('a.nii', withIntent(3))).toBe('statistic');
  expect(await meaningOf('a.nii', withIntent(5))).toBe('statistic');
  expect(await meaningOf('a.nii', withIntent(22))).toBeUndefined();
  expect(await meaningOf('a_dseg.nii', NIFTI)).toBe('perhaps labels');
  expect(await meaningOf('a_dseg.nii', withIntent(3))).toBe('statistic');
  const segments = Buffer.concat([Buffer.from('NRRD0005\nSegment0_ID:=Segment_1\n'), attach().subarray(9)]);
  expect(await meaningOf('a.nrrd', segments)).toBe('labels');
  expect(await meaningOf('a_dseg.nii', withIntent(1002), { voxels: 'values' })).toBe('values');
  expect(await meaningOf('a.nii', NIFTI, { voxels: 'labels' })).toBe('labels');
});

test('are refused by what they are, where they only look like volumes', async () => {
  const pointer = Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1672\n');
  for (const name of ['a.vtk', 'a.nii.gz', 'a.nrrd']) {
    await expect(read(name, pointer)).rejects.toThrow(
      `${name}: is a pointer of Git LFS; git lfs pull fetches the file itself`,
    );
  }
  await expectInputError(readMeshSource({ ...sourceOf(pointer), name: 'a.obj' }), 'a.obj');
  const points = writeNifti([], 'float32', { dim: [3, 27_307, 1, 6] });
  const message = await expectInputError(read('a.nii', points), 'a.nii');
  expect(message).toMatch(/values of the 163842 points of a FreeSurfer surface, and no volume/);
});
