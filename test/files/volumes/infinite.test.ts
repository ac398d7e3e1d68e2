/** Infinite values are missing, as NaN is, and told in one line, whatever the format. */
import h5wasm from 'h5wasm';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { gunzip } from '../../../src/files/bytes/compression/inflate.js';
import { createRawReader } from '../../../src/files/volumes/raw/raw.js';
import { parseRawLayout } from '../../../src/files/volumes/raw/raw-layout.js';
import type { VolumeReader } from '../../../src/files/volumes/source.js';
import { readVolumeSource } from '../../../src/files/volumes/volume-formats.js';
import { type Elements, sliceElements, writeDicom } from '../dicom/write-dicom.js';
import { ascii, encode } from './nrrd/write-nrrd.js';
import { writePar } from './par-rec/write-par.js';
import { writeTiff } from './tiff/write-tiff.js';
import { writeMrc } from './write-mrc.js';

const SIDE = 3;
const VALUES = Float32Array.from({ length: SIDE ** 3 }, (_, index) => index);
VALUES[4] = Number.POSITIVE_INFINITY;
VALUES[20] = Number.NEGATIVE_INFINITY;
const DATA = new Uint8Array(VALUES.buffer);

async function writeHdf5(): Promise<Uint8Array> {
  const { FS } = await h5wasm.ready;
  const file = new h5wasm.File('/infinite.h5', 'w');
  file.create_dataset({ name: 'values', data: VALUES, shape: [SIDE, SIDE, SIDE] });
  file.close();
  return FS.readFile('/infinite.h5');
}

const vtk = ascii(
  `# vtk DataFile Version 3.0\nt\nBINARY\nDATASET STRUCTURED_POINTS\nDIMENSIONS 3 3 3\nSPACING 1 1 1\nORIGIN 0 0 0\nPOINT_DATA 27\nSCALARS v float 1\nLOOKUP_TABLE default\n`,
);
const pages = [0, 1, 2].map((page) => DATA.subarray(4 * 9 * page, 4 * 9 * (page + 1)));
const files: Readonly<Record<string, () => Uint8Array | Promise<Uint8Array>>> = {
  'a.vtk': () => Buffer.concat([vtk, Buffer.from(DATA).swap32()]),
  'a.mrc': () => writeMrc(SIDE, DATA),
  'a.tif': () => writeTiff({ width: SIDE, height: SIDE, pages, bits: 32, sampleFormat: 3 }),
  'a.h5': writeHdf5,
  'a.raw': () => DATA,
};
const readers: Readonly<Record<string, VolumeReader>> = {
  'a.raw': createRawReader(parseRawLayout('3x3x3:float32:le')),
};

describe.each(Object.entries(files))('%s', (name, write) => {
  it('has NaN in their place, and keeps the others', async () => {
    const bytes = await write();
    const before = bytes.slice();
    const readSibling = async (): Promise<never> => {
      throw new InputError('is not there');
    };
    const { volume, notes } = await (readers[name] ?? readVolumeSource)({ name, bytes, gunzip, readSibling }, {});
    expect(notes).toContain('holds 2 infinite values, which are taken for missing, as NaN is');
    const expected = Float32Array.from(VALUES, (value) => (Number.isFinite(value) ? value : Number.NaN));
    expect(Array.from(volume.voxels)).toEqual(Array.from(expected));
    expect(bytes).toEqual(before);
  });
});

/** Scaled beyond what floats hold. */
const SLOPE = 1e38;

it('is so of images of Philips that their slopes make too large', async () => {
  const par = writePar([{ slice: 1, index: 0, offcentre: [0, 0, 0], scaling: [0, SLOPE] }]);
  const rec = encode(
    Array.from({ length: 20 }, (_, index) => (index === 7 ? 1000 : index % 3)),
    'uint16',
  );
  const { volume, notes } = await readVolumeSource({ name: 'a.PAR', bytes: par, gunzip, readSibling: async () => rec });
  expect(notes).toContain('holds 1 infinite value, which is taken for missing, as NaN is');
  expect(Number.isNaN(volume.voxels[7])).toBe(true);
});

const readDicom = (elements: Elements) => {
  const bytes = writeDicom({ ...sliceElements(0), '00280010 US': [3], '00280011 US': [4], ...elements });
  return readVolumeSource({ name: 'a.dcm', bytes, gunzip, readSibling: async () => bytes });
};

it('is so of DICOM slices that are scaled beyond doubles, and of none that are scaled beyond floats', async () => {
  const pixels = Array.from({ length: 12 }, (_, index) => (index === 7 ? 1000 : index % 3));
  const scaled = (slope: number) =>
    readDicom({ '00281053 DS': String(slope), '00281052 DS': '0', '7FE00010 OW': pixels });
  const double = await scaled(SLOPE);
  expect(double.notes.join()).not.toContain('infinite');
  expect(Array.from(double.volume.voxels)).toEqual(pixels.map((value) => value * SLOPE));
  const beyond = await scaled(1e306);
  expect(beyond.notes).toContain('holds 1 infinite value, which is taken for missing, as NaN is');
  const expected = pixels.map((value, index) => (index === 7 ? Number.NaN : value * 1e306));
  expect(Array.from(beyond.volume.voxels)).toEqual(expected);
});

it.each([
  ['single', '7FE00008 OF', 'float32', 32],
  ['double', '7FE00009 OD', 'float64', 64],
] as const)('is so of DICOM slices of %s precision', async (_, element, type, bits) => {
  const values = Array.from({ length: 12 }, (_, index) => index / 4);
  [values[3], values[8]] = [Infinity, -Infinity];
  const float = { '00281052 DS': '', '00281053 DS': '', '00280100 US': [bits], '7FE00010 OW': '' };
  const bits32 = { '00280101 US': '', '00280102 US': '', '00280103 US': '' };
  const { volume, notes } = await readDicom({ ...float, ...bits32, [element]: encode(values, type) });
  expect(notes).toContain('holds 2 infinite values, which are taken for missing, as NaN is');
  expect(Array.from(volume.voxels)).toEqual(values.map((value) => (Number.isFinite(value) ? value : Number.NaN)));
});
