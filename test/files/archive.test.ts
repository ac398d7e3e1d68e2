/** One volume or mesh in a folder or archive is found; of several, the one that is named. */
import { expect, it } from 'vitest';
import { findEntry, findOnlyFile, openEntry } from '../../src/files/archive.js';
import { memorySource } from '../../src/files/bytes/byte-source.js';
import { gunzip } from '../../src/files/bytes/compression/inflate.js';
import { openZip } from '../../src/files/bytes/compression/zip.js';
import { createNpyHeader } from '../../src/files/bytes/npy.js';
import { isDataOfHeader, plainNames } from '../../src/files/bytes/sibling-names.js';
import { readVolumeSource } from '../../src/files/volumes/volume-formats.js';
import { writeZip } from './bytes/compression/write-zip.js';
import { writeSlice } from './dicom/write-dicom.js';
import { writeAfniHeader } from './volumes/afni/write-afni.js';
import { expectInputError } from './volumes/compare-volumes.js';
import { niftiHeader } from './volumes/nifti/write-nifti.js';
import { attach, headerOf } from './volumes/nrrd/write-nrrd.js';

const FIELDS = { type: 'uchar', sizes: '2 2 2' };
const VOXELS = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
const VOLUME = attach(FIELDS, VOXELS);
const PLY = 'ply\nformat ascii 1.0\nend_header\n';
const npy = (...shape: readonly number[]) => createNpyHeader('f4', ...shape);
const open = (files: Readonly<Record<string, string | Uint8Array>>) =>
  openZip(memorySource('a.zip', writeZip(Object.entries(files).map(([name, content]) => ({ name, content })))));

it.each<[string, Readonly<Record<string, string | Uint8Array>>, string]>([
  ['a volume among other files', { 'readme.txt': 'hello', 'scans/ball.nrrd': VOLUME }, 'scans/ball.nrrd'],
  ['a volume by its content', { ball: VOLUME }, 'ball'],
  ['a mesh', { 'knot.ply': PLY }, 'knot.ply'],
  ['the header of a pair', { 'a.hdr': niftiHeader({ magic: 'ni1\0' }), 'a.img': VOXELS }, 'a.hdr'],
  ['the header of another', { 'a+orig.BRIK.gz': VOXELS, 'a+orig.HEAD': writeAfniHeader() }, 'a+orig.HEAD'],
  ['the volume among arrays', { 'affine.npy': npy(4, 4), 'data.npy': npy(2, 2, 2), 'x.npy': npy(7) }, 'data.npy'],
])('finds %s', async (_, files, name) => {
  expect((await findOnlyFile(await open(files)))?.name).toBe(name);
});

it('tells the data of a hundred thousand headers from headers', () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `scan${index}.${index % 2 === 0 ? 'HDR' : 'img.gz'}`);
  const plain = plainNames(names);
  expect(names.filter((name) => isDataOfHeader(name, plain))).toEqual([]);
  const paired = names.map((name) => name.replace(/\d+/, (digits) => String(Number(digits) >> 1)));
  const plainPaired = plainNames(paired);
  expect(paired.filter((name) => isDataOfHeader(name, plainPaired))).toHaveLength(50_000);
});

it('leaves DICOM to be read as a whole, and finds nothing in nothing', async () => {
  expect(await findOnlyFile(await open({ 'ball.nrrd': VOLUME, z: writeSlice(0) }))).toBeUndefined();
  expect(await findOnlyFile(await open({ 'readme.txt': 'hello' }))).toBeUndefined();
});

it('lists several, and takes one by its name', async () => {
  const folder = await open({ 'a.nrrd': VOLUME, 'b/c.ply': PLY });
  const said = await expectInputError(findOnlyFile(folder), 'a.zip');
  expect(said).toMatch(/holds 2 files that can be read: "a\.nrrd", "b\/c\.ply"; name one, such as a\.zip\/a\.nrrd/);
  expect(findEntry(folder, 'b/c.ply').name).toBe('b/c.ply');
  expect(() => findEntry(folder, 'c.ply')).toThrow(/holds no "c\.ply"; it holds "a\.nrrd", "b\/c\.ply"$/);
});

it('reads what a header names from beside it', async () => {
  const header = headerOf({ ...FIELDS, 'data file': '../raw/voxels.raw' });
  const folder = await open({ 'h/ball.nhdr': header, 'raw/voxels.raw': VOXELS });
  const source = await openEntry(folder, findEntry(folder, 'h/ball.nhdr'), gunzip);
  expect(source.name).toBe('a.zip/h/ball.nhdr');
  expect((await readVolumeSource(source)).volume.voxels).toEqual(VOXELS);
  await expectInputError(source.readSibling('../no.raw'), 'a.zip');
});

it('reads nothing of the archive for entries that are empty', async () => {
  const archive = memorySource(
    'a.zip',
    writeZip(Array.from({ length: 50 }, (_, at) => ({ name: `${at}`, content: '' }))),
  );
  let reads = 0;
  const counted = (start: number, end: number) => {
    reads++;
    return archive.read(start, end);
  };
  const { files } = await openZip({ ...archive, read: counted });
  const listing = reads;
  for (const file of files) expect(await file.read(0, 100)).toHaveLength(0);
  expect([files.length, reads - listing]).toEqual([50, 0]);
});
