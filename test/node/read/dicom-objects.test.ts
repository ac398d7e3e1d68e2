/** DICOM files that are a volume each are inputs of their own where no slices are among them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameOfInput, openInputs } from 'tilecast/node';
import { afterAll, expect, it } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'tilecast-objects-'));
afterAll(() => rmSync(root, { recursive: true }));

/** The start of a file of a class: preamble, and the first elements of its meta information. */
function write(name: string, sopClass: string): string {
  const uid = sopClass.length % 2 === 0 ? sopClass : `${sopClass}\0`;
  const bytes = new Uint8Array(300);
  bytes.set(Buffer.from('DICM'), 128);
  bytes.set(Buffer.from([2, 0, 0, 0, 0x55, 0x4c, 4, 0, 100, 0, 0, 0]), 132);
  bytes.set(Buffer.from([2, 0, 1, 0, 0x4f, 0x42, 0, 0, 2, 0, 0, 0, 0, 1]), 144);
  bytes.set(Buffer.from([2, 0, 2, 0, 0x55, 0x49, uid.length, 0]), 158);
  bytes.set(Buffer.from(uid), 166);
  const path = join(root, name);
  writeFileSync(path, bytes);
  return path;
}

const dose = write('dose.dcm', '1.2.840.10008.5.1.4.1.1.481.2');
const structures = write('structures.dcm', '1.2.840.10008.5.1.4.1.1.481.3');
const segmentation = write('seg.dcm', '1.2.840.10008.5.1.4.1.1.66.4');
const slices = ['1', '2'].map((name) => write(name, '1.2.840.10008.5.1.4.1.1.2'));
const plan = write('plan.dcm', '1.2.840.10008.5.1.4.1.1.481.5');

it.each([
  ['a dose and structures', [dose, structures], [dose, structures]],
  ['all three', [structures, segmentation, dose], [structures, segmentation, dose]],
])('%s are apart', async (_, paths, expected) => {
  expect((await openInputs(paths)).map(nameOfInput)).toEqual(expected);
});

it.each([
  ['slices', slices],
  ['slices, a dose and structures, as *.dcm names them', [...slices, dose, structures]],
  ['a dose and a plan, which is no volume', [dose, plan]],
])('%s are together', async (_, paths) => {
  const opened = await openInputs(paths);
  expect(opened).toHaveLength(1);
  expect('folder' in opened[0]! && opened[0].folder.files).toHaveLength(paths.length);
});
