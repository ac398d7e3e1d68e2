import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findOnlyFile } from '../../../src/files/archive.js';
import { memorySource } from '../../../src/files/bytes/byte-source.js';
import { gunzip } from '../../../src/files/bytes/compression/inflate.js';
import { openZip } from '../../../src/files/bytes/compression/zip.js';
import { FOREIGN_KINDS, findForeignKind } from '../../../src/files/foreign/find-foreign-kind.js';
import { findMeshFormat } from '../../../src/files/meshes/find-mesh-format.js';
import { readMeshSource } from '../../../src/files/meshes/mesh-formats.js';
import { findVolumeFormat } from '../../../src/files/volumes/find-volume-format.js';
import { readVolumeFolder, readVolumeSource } from '../../../src/files/volumes/volume-formats.js';
import { openInputs } from '../../../src/node/read/open-input.js';
import { writeZip } from '../bytes/compression/write-zip.js';
import { FOREIGN_FILES } from './write-foreign.js';

const sourceOf = (name: string, bytes: Uint8Array) => ({
  name,
  bytes,
  readSibling: () => Promise.reject(new Error('names no other')),
  gunzip,
});

it.each(FOREIGN_FILES)('names %s by its content, whatever its name', async (name, bytes) => {
  const sentence = new RegExp(`^scan\\.\\w+: is ${name.replace(/[.()]/g, '\\$&')}, which tilecast does not read; \\w`);
  for (const file of ['scan.abc', 'scan.hdr', 'scan.tif', 'scan.raw', 'scan.dcm']) {
    if (name.includes('gzipped') && file !== 'scan.abc') continue;
    await expect(readVolumeSource(sourceOf(file, bytes)), file).rejects.toThrow(sentence);
  }
  if (!name.includes('gzipped')) await expect(readMeshSource(sourceOf('scan.abc', bytes))).rejects.toThrow(sentence);
});

it('has more than a hundred kinds, each with help', () => {
  expect(FOREIGN_KINDS.length).toBeGreaterThan(100);
  for (const { name, help } of FOREIGN_KINDS) {
    expect(name).toMatch(/^an? \S/);
    expect(help.length, name).toBeGreaterThan(15);
  }
});

it('takes none of the samples for a kind that is not read, nor one of what is read for another', () => {
  const samples = readdirSync('volumes').filter((name) => /\.(?:nrrd|ply|png|json)$/.test(name));
  expect(samples.length).toBeGreaterThan(5);
  for (const sample of samples) {
    const bytes = readFileSync(join('volumes', sample));
    expect(findForeignKind(bytes), sample).toBeUndefined();
  }
  for (const [name, bytes] of FOREIGN_FILES) {
    if (name.includes('gzipped')) continue;
    expect(findVolumeFormat({ name: 'a.hdr', bytes }), name).toBeUndefined();
    expect(findMeshFormat({ name: 'a.stl', bytes }), name).toBeUndefined();
  }
});

it('finds nothing in noise and zeros', () => {
  const noise = new Uint8Array(5000);
  let state = 12345;
  for (let round = 0; round < 300; round++) {
    for (let at = 0; at < 300; at++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      noise[at] = state >>> 24;
    }
    expect(findForeignKind(noise), `round ${round}`).toBeUndefined();
  }
  for (const size of [0, 1, 2, 100, 5000]) expect(findForeignKind(new Uint8Array(size))).toBeUndefined();
});

it('names data without a header by their names, and data sets of vtk.js by the names of their files', async () => {
  const voxels = new Uint8Array(100);
  const refusal = (name: string) => readVolumeSource(sourceOf(name, voxels)).catch(({ message }: Error) => message);
  expect(await refusal('pdata/1/2dseq')).toMatch(/^pdata\/1\/2dseq: is a Bruker ParaVision scan, .*brkraw makes NIfTI/);
  expect(await refusal('not2dseq')).not.toMatch(/Bruker/);
  const file = (name: string) => memorySource(name, voxels);
  const files = [file('a.vti/index.json'), file(`a.vti/data/${'0a'.repeat(16)}.gz`)];
  await expect(readVolumeFolder({ name: 'a.vtkjs', files })).rejects.toThrow(
    /^a\.vtkjs: is a data set of vtk\.js, which/,
  );
});

it('takes no piece of VTK for a list of them', () => {
  const kindOf = (type: string) =>
    findForeignKind(new TextEncoder().encode(`<?xml version="1.0"?>\n<VTKFile type="${type}">`));
  for (const type of ['PolyData', 'PPolyData', 'PUnstructuredGrid', 'PImageData'])
    expect(kindOf(type), type).toBeUndefined();
  for (const type of ['PRectilinearGrid', 'Collection', 'vtkMultiBlockDataSet'])
    expect(kindOf(type)?.name).toMatch(/several pieces/);
});

it('says that text is text', async () => {
  const reading = (text: string, name = 'scan.raw') =>
    readVolumeSource(sourceOf(name, new TextEncoder().encode(text))).then(
      () => 'read',
      ({ message }: Error) => message,
    );
  const sentence = / is text of no kind that tilecast reads; tilecast info --formats lists what it does read$/;
  for (const text of ['a: 1\nb: 2\n', '# Größe\n\nhello\r\n', `${'é'.repeat(2047)}\n${'é'.repeat(9)}`]) {
    expect(await reading(text), text.slice(0, 20)).toMatch(sentence);
  }
  for (const text of ['a'.repeat(5000), 'a\0b\n', '\u0007\n']) expect(await reading(text)).toMatch(/--raw/);
});

it('takes no bare voxels of one value for a SPIDER image', () => {
  for (const value of [1, 3, 256]) {
    expect(findForeignKind(new Uint8Array(new Float32Array(2000).fill(value).buffer))).toBeUndefined();
  }
});

it('ends on texts that patterns could match in many ways', () => {
  const parts = [
    '\n',
    ' ',
    '\r\n',
    '#\n',
    '# a\n\n',
    ';\n',
    '0\n',
    '999\n',
    ' 999\n0\n',
    '**\n',
    '<!-- ',
    '<?xml>',
    '! ',
    '<VTKFile ',
    '$\n',
    ' 1.0',
    '\n 1 1.0 1.0 ',
    'data_a ',
  ];
  for (const part of parts) {
    for (const start of ['', 'VERSION .7 ', 'ISO-10303-21;', '[GENERAL]', '<VTKFile', '# ']) {
      const kind = findForeignKind(new TextEncoder().encode(start + part.repeat(4000)));
      expect(kind?.name, start + part).toBe(start.startsWith('ISO') ? 'a STEP model' : undefined);
    }
  }
});

it('names folders and archives by their files', async () => {
  const zipOf = (names: readonly string[]) =>
    openZip(memorySource('a.zip', writeZip(names.map((name) => ({ name, content: new Uint8Array(9) })))));
  const reading = async (names: readonly string[]) => readVolumeFolder(await zipOf(names));
  await expect(reading(['[Content_Types].xml', 'word/document.xml'])).rejects.toThrow('a.zip: is a Word document, ');
  await expect(reading(['scene.usdc'])).rejects.toThrow('a.zip: is a USD scene, ');
  const slides = await zipOf(['docProps/thumbnail.jpeg', 'ppt/presentation.xml']);
  await expect(findOnlyFile(slides)).rejects.toThrow('a.zip: is a PowerPoint presentation, ');
  const root = mkdtempSync(join(tmpdir(), 'tilecast-bruker-'));
  mkdirSync(join(root, 'pdata', '1'), { recursive: true });
  writeFileSync(join(root, 'acqp'), '##TITLE=Parameter List\n');
  writeFileSync(join(root, 'pdata', '1', '2dseq'), new Uint8Array(100));
  const [input] = await openInputs([root]);
  expect('folder' in input!).toBe(true);
  if ('folder' in input!) await expect(readVolumeFolder(input.folder)).rejects.toThrow('is a Bruker ParaVision scan, ');
});

it('says what files of folders are, and what to do with those of one kind', async () => {
  const [, czi] = FOREIGN_FILES[0]!;
  const [, pdf] = FOREIGN_FILES.find(([name]) => name.includes('PDF'))!;
  const folderOf = (files: readonly (readonly [string, Uint8Array])[]) => ({
    name: 'scans',
    files: files.map(([name, bytes]) => memorySource(name, bytes)),
  });
  const two = readVolumeFolder(
    folderOf([
      ['a', czi],
      ['b', czi],
    ] as const),
  );
  await expect(two).rejects.toThrow(
    'scans: has no DICOM image among its 2 files: 2 Zeiss CZI images; bioformats2raw makes a Zarr store of it, which can be read',
  );
  const mixed = readVolumeFolder(
    folderOf([
      ['a', czi],
      ['b', pdf],
      ['c', new Uint8Array(5)],
    ] as const),
  );
  await expect(mixed).rejects.toThrow(': 1 PDF document, 1 Zeiss CZI image, 1 file of another format');
});
