/** AFNI's datasets: voxels and geometry against NIfTI files that say the same, and what headers may lack. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readVolumeSource } from '../../../../src/files/volumes/volume-formats.js';
import { expectSilence } from '../../expect-silence.js';
import { expectInputError, expectSame } from '../compare-volumes.js';
import { writeNifti } from '../nifti/write-nifti.js';
import { encode, rampOf, sourceOf } from '../nrrd/write-nrrd.js';
import { readFiles } from '../read-files.js';
import { writeAfniHeader } from './write-afni.js';

expectSilence();

const RAMP = rampOf('int16');
const BRIK = encode(RAMP, 'int16');

/** The same volume as NIfTI, whose rows are in RAS. */
const nifti = writeNifti(RAMP, 'int16', { sformCode: 1, sform: [0, 0, 1.5, -20, 2, 0, 0, -7, 0, 3, 0, -3] });

it('reads voxels and their axes as NIfTI has them, from either file of a pair', async () => {
  const { volume: expected } = await readVolumeSource(sourceOf(nifti));
  const head = writeAfniHeader();
  for (const files of [
    { 'a+orig.HEAD': head, 'a+orig.BRIK': BRIK },
    { 'a+orig.BRIK': BRIK, 'a+orig.HEAD': head },
    { 'a+orig.HEAD': head, 'a+orig.BRIK.gz': new Uint8Array(gzipSync(BRIK)) },
    { 'a+orig.BRIK.gz': new Uint8Array(gzipSync(BRIK)), 'a+orig.HEAD': head },
    { 'a.head': head, 'a.brik': BRIK },
  ]) {
    expectSame((await readFiles(files)).volume, expected);
  }
});

it('takes the oblique matrix where there is one, which is in DICOM’s axes', async () => {
  const matrix = [0.6, -0.8, 0, 1, 0.8, 0.6, 0, 2, 0, 0, 2, 3];
  const { volume } = await readFiles({ 'a.HEAD': writeAfniHeader({ IJK_TO_DICOM_REAL: matrix }), 'a.BRIK': BRIK });
  expect(volume.indexToWorld).toEqual({
    columns: [
      [0.6, 0.8, 0],
      [-0.8, 0.6, 0],
      [0, 0, 2],
    ],
    origin: [1, 2, 3],
  });
});

it('reads sub-bricks of different types, each with its factor, and knows which are statistics', async () => {
  const bytes = Uint8Array.from({ length: 60 }, (_, index) => index);
  const floats = encode(rampOf('float32'), 'float32', 'raw', 'big');
  const files = {
    'a.HEAD': writeAfniHeader({
      DATASET_RANK: [3, 3, 0],
      BRICK_TYPES: [1, 0, 3],
      BRICK_FLOAT_FACS: [0.5, 0, 0],
      BRICK_LABS: "it's #1~mask~t",
      BRICK_STATAUX: [0, 4, 2, 3, 9, 2, 3, 1, 20],
      BYTEORDER_STRING: 'MSB_FIRST',
    }),
    'a.BRIK': Buffer.concat([encode(RAMP, 'int16', 'raw', 'big'), bytes, floats]),
  };
  const first = await readFiles(files);
  expect(first.volume.voxels).toEqual(Float32Array.from(RAMP, (value) => value / 2));
  expect(first.notes[0]).toMatch(/^has 3 components per voxel \(sub-bricks "it's #1", "mask", "t"\); took component 0/);
  expect(first.volume.meaning).toBeUndefined();
  expect((await readFiles(files, { component: 1 })).volume.voxels).toEqual(bytes);
  const third = await readFiles(files, { component: 2 });
  expect(third.volume.voxels).toEqual(Float32Array.from(rampOf('float32')));
  expect(third.volume.meaning).toBe('statistic');
});

it('reads series, complex numbers, colours and labels', async () => {
  const series = writeAfniHeader({ DATASET_RANK: [3, 2], BRICK_TYPES: [1, 1], TAXIS_NUMS: [2, 0, 77002] });
  const two = Buffer.concat([
    BRIK,
    encode(
      RAMP.map((value) => value + 1),
      'int16',
    ),
  ]);
  const { volume, times } = await readFiles({ 'a.HEAD': series, 'a.BRIK': two }, { time: 1 });
  expect(times).toBe(2);
  expect(volume.voxels).toEqual(Int16Array.from(RAMP, (value) => value + 1));

  const complex = writeAfniHeader({ BRICK_TYPES: [5] });
  const pairs = encode(
    Array.from({ length: 120 }, (_, index) => (index % 2 === 0 ? 3 : 4)),
    'float32',
  );
  expect(new Set((await readFiles({ 'a.HEAD': complex, 'a.BRIK': pairs })).volume.voxels)).toEqual(new Set([5]));

  const colours = Uint8Array.from({ length: 180 }, (_, index) => index);
  const rgb = { 'a.HEAD': writeAfniHeader({ BRICK_TYPES: [6] }), 'a.BRIK': colours };
  expect((await readFiles(rgb)).volume.colors).toHaveLength(240);
  expect((await readFiles(rgb, { component: 2 })).volume.voxels[1]).toBe(5);

  const labels = { 'a.HEAD': writeAfniHeader({ INT_CMAP: [1] }), 'a.BRIK': BRIK };
  expect((await readFiles(labels)).volume.meaning).toBe('labels');
});

it.each([
  ['no data', { 'a.HEAD': writeAfniHeader() }, /needs a\.BRIK or a\.BRIK\.gz beside it; give both$/],
  ['no header', { 'a.BRIK': BRIK }, /needs a\.HEAD beside it/],
  ['too few data', { 'a.HEAD': writeAfniHeader(), 'a.BRIK': BRIK.subarray(1) }, /"a\.BRIK": has 119 bytes of data/],
  ['no sizes', { 'a.HEAD': writeAfniHeader({ DATASET_DIMENSIONS: undefined }) }, /has no DATASET_DIMENSIONS/],
  ['a size of 0', { 'a.HEAD': writeAfniHeader({ DATASET_DIMENSIONS: [5, 0, 3] }) }, /DATASET_DIMENSIONS 5 0 3/],
  ['a type that is none', { 'a.HEAD': writeAfniHeader({ BRICK_TYPES: [9] }) }, /has the BRICK_TYPES 9/],
  ['types that lack', { 'a.HEAD': writeAfniHeader({ DATASET_RANK: [3, 2] }) }, /has 1 BRICK_TYPES for its 2/],
  ['words for numbers', { 'a.HEAD': writeAfniHeader({ DELTA: [Number.NaN, 1, 1] }) }, /has "NaN" in DELTA/],
] as const)('refuses %s', async (_, files, message) => {
  expect(await expectInputError(readFiles(files), Object.keys(files)[0]!)).toMatch(message);
});

it('says that it took a byte order', async () => {
  const { notes } = await readFiles({ 'a.HEAD': writeAfniHeader({ BYTEORDER_STRING: undefined }), 'a.BRIK': BRIK });
  expect(notes).toEqual(['does not say its byte order (BYTEORDER_STRING); took little-endian']);
});
