/** Files beside an NRRD header that are compressed, or have headers of their own: read right, or refused with what to do. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeFolder, runCli } from '../../../cli/run-cli.js';
import { writeNifti } from '../nifti/write-nifti.js';
import { ascii, encode, headerOf, rampOf, read } from './write-nrrd.js';

const VALUES = rampOf('int16');
const RAW = encode(VALUES, 'int16');
const NIFTI = new Uint8Array(writeNifti(VALUES, 'int16'));
/** Random data, which gzip does not make shorter: they would be read as if they were none. */
const NOISE = Uint8Array.from(RAW, (_, at) => (at * 2_654_435_761) >>> 24);

const zipped = (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes));
const readBeside = (fields: Readonly<Record<string, string>>, data: Uint8Array) =>
  read(ascii(headerOf({ ...fields, 'data file': 'data' })), { data });

describe('a file of gzip beside a header', () => {
  it('is read where the header says so, behind a header of its own too', async () => {
    expect([...(await readBeside({ encoding: 'gzip' }, zipped(RAW))).volume.voxels]).toEqual(VALUES);
    for (const skip of ['352', '-1']) {
      const fields = { encoding: 'gzip', 'byte skip': skip };
      expect([...(await readBeside(fields, zipped(NIFTI))).volume.voxels]).toEqual(VALUES);
    }
    expect([...(await readBeside({ 'byte skip': '-1' }, NIFTI)).volume.voxels]).toEqual(VALUES);
  });

  it.each([
    [
      'raw',
      zipped(RAW),
      /data file "data": is compressed by gzip, though .* "encoding: raw"; make that "encoding: gzip"/,
    ],
    ['raw', zipped(NOISE), /is compressed by gzip, though the header says "encoding: raw"/],
    ['ascii', zipped(ascii(VALUES.join(' '))), /is compressed by gzip, though the header says "encoding: ascii"/],
    ['gzip', RAW, /data file "data": is not compressed by gzip, though the header says so; make that "encoding: raw"/],
    ['gzip', zipped(NIFTI), /is a NIfTI file, which begins with a header of its own; add "byte skip: -1"/],
    ['raw', NIFTI, /is a NIfTI file, which begins with a header of its own; add "byte skip: -1"/],
  ])('is refused where it is other than the header says: %s', async (encoding, data, message) => {
    await expect(readBeside({ encoding }, data)).rejects.toThrow(message);
  });

  it('is no file of gzip that begins with its mark alone', async () => {
    const marked = RAW.slice();
    marked.set([0x1f, 0x8b, 8, 0xff]);
    expect((await readBeside({}, marked)).volume.voxels.length).toBe(VALUES.length);
  });
});

it('is refused by commands that read large files piece by piece', () => {
  const folder = joinPath(makeFolder(), 'pieces');
  mkdirSync(folder);
  writeFileSync(joinPath(folder, 'a.nhdr'), `${headerOf({ 'data file': 'a.raw' })}\n`);
  writeFileSync(joinPath(folder, 'a.raw'), zipped(NOISE));
  const out = joinPath(folder, 'out.png');
  const { status, stderr } = runCli(['slices', joinPath(folder, 'a.nhdr'), '-o', out]);
  expect([status, stderr]).toEqual([2, expect.stringMatching(/is compressed by gzip.*make that "encoding: gzip"\n$/)]);
});
