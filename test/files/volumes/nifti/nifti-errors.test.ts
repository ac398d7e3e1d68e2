/** Whatever is wrong with a NIfTI file must be said in one line, soon, and without memory for what it claims. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isNifti } from '../../../../src/files/volumes/nifti/is-nifti.js';
import { readNifti } from '../../../../src/files/volumes/nifti/nifti.js';
import type { VolumeFile, VolumeSelection } from '../../../../src/files/volumes/source.js';
import { expectToSurvive } from '../../corrupt.js';
import { expectSilence } from '../../expect-silence.js';
import { expectInputError } from '../compare-volumes.js';
import { ascii, attach, encode, finishRead, join, rampOf, sourceOf } from '../nrrd/write-nrrd.js';
import { type NiftiFields, niftiHeader, writeNifti } from './write-nifti.js';

const VALUES = rampOf('int16');
const FORMS = [1, 2].flatMap((version) =>
  (['little', 'big'] as const).map((endianness) => ({ version: version as 1 | 2, endianness })),
);
const NAME = 'some/folder/head.nii';

expectSilence();

function readFile(
  bytes: Uint8Array,
  selection: VolumeSelection = {},
  name = NAME,
  siblings: Readonly<Record<string, Uint8Array>> = {},
): Promise<VolumeFile> {
  return finishRead(name, readNifti({ ...sourceOf(bytes, siblings), name }, selection), selection);
}

const gzip = (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes));

async function expectMessage(bytes: Uint8Array, message: RegExp | string): Promise<void> {
  for (const file of [bytes, gzip(bytes)]) {
    const said = await expectInputError(readFile(file), NAME);
    if (typeof message === 'string') expect(said).toBe(`${NAME}: ${message}`);
    else expect(said).toMatch(message);
  }
}

describe('the header', () => {
  const FLAWS: readonly [string, NiftiFields, RegExp][] = [
    ['no dimension', { dim: [0, 5, 4, 3] }, /0 dimensions; NIfTI allows 1 to 7/],
    ['too many', { dim: [8, 5, 4, 3] }, /8 dimensions/],
    ['a negative number of them', { dim: [-3, 5, 4, 3] }, /-\d+ dimensions;/],
    ['too few', { dim: [1, 5, 4, 3] }, /1 dimensions, 5; a volume needs 3, a slice 2/],
    ['a size of 0', { dim: [3, 5, 0, 3] }, /dim\[2\] 0; a positive integer would be right/],
    ['a negative size', { dim: [4, 5, 4, 3, -1] }, /dim\[4\] -\d+;/],
    [
      'unknown type',
      { datatype: 7 },
      /the datatype 7, which cannot be read; uint8, int16, .*uint64, RGB, RGBA, complex64, complex128 can/,
    ],
    ['no type', { datatype: 0 }, /the datatype 0, which/],
    ['bits', { datatype: 1 }, /the datatype 1 \(binary\), which/],
    ['128-bit numbers', { datatype: 1536 }, /the datatype 1536 \(float128\), which/],
    ['data before their time', { voxOffset: 100 }, /vox_offset 100; an integer of at least (348|540) would be right/],
    ['a negative place of the data', { voxOffset: -352 }, /vox_offset -\d+;/],
    [
      'data beyond the end',
      { voxOffset: 1_000_000 },
      /0 bytes of data, but its sizes and type ask for 120|cannot hold/,
    ],
    [
      'an infinite slope',
      { slope: Number.POSITIVE_INFINITY },
      /scl_slope Infinity and scl_inter 0; both must be finite/,
    ],
    ['an intercept of NaN', { slope: 2, intercept: Number.NaN }, /scl_slope 2 and scl_inter NaN;/],
    ['flat spacings', { pixdim: [1, 1, 0, 1] }, /axes must be finite and span space/],
    ['spacings of NaN', { pixdim: [1, Number.NaN, 1, 1] }, /axes must be finite and span space/],
    ['an empty sform', { sformCode: 1 }, /axes must be finite and span space/],
    [
      'an sform of NaN',
      { sformCode: 1, sform: [1, 0, 0, Number.NaN, 0, 1, 0, 0, 0, 0, 1, 0] },
      /origin must be finite/,
    ],
    ['a qform of NaN', { qformCode: 1, qform: [Number.NaN, 0, 0, 0, 0, 0] }, /axes must be finite and span space/],
  ];
  test.each(FLAWS)('%s', async (_, fields, message) => {
    for (const form of FORMS) await expectMessage(writeNifti(VALUES, 'int16', { ...form, ...fields }), message);
  });

  test('a vox_offset that is no integer', async () => {
    const bytes = writeNifti(VALUES, 'int16');
    new DataView(bytes.buffer).setFloat32(108, 352.5, true);
    await expectMessage(bytes, 'has vox_offset 352.5; an integer of at least 348 would be right');
  });

  test('a wrong size of itself', async () => {
    for (const version of [1, 2] as const) {
      const bytes = writeNifti(VALUES, 'int16', { version });
      bytes[0] = 7;
      await expectMessage(bytes, /sizeof_hdr \d+; right in a NIfTI file like this is (348|540)$/);
    }
  });

  test('none', async () => {
    for (const magic of ['\0\0\0\0', 'n+3\0', 'n+1x', 'ni2\0']) {
      const bytes = writeNifti(VALUES, 'int16', { magic });
      expect(isNifti(bytes)).toBe(false);
      await expectMessage(bytes, /is no NIfTI file: it has neither "n\+1" or "ni1" at byte 344 nor "n\+2" or/);
    }
    await expectMessage(attach(), /has \d+ bytes, fewer than the 348 of a NIfTI header; get a whole copy$/);
    await expectMessage(ascii('x'.repeat(1000)), /is no NIfTI file/);
    const second = writeNifti(VALUES, 'int16', { version: 2 }).subarray(0, 500);
    await expectMessage(second, 'has 500 bytes, fewer than the 540 of its NIfTI header; get a whole copy');
    await expectMessage(new Uint8Array(), 'has 0 bytes, fewer than the 348 of a NIfTI header; get a whole copy');
  });
});

describe('the data', () => {
  test.each(FORMS)('too few, wherever they end, version $version, $endianness', async (form) => {
    const bytes = writeNifti(VALUES, 'int16', form);
    for (const file of [bytes, gzip(bytes)]) {
      for (let length = 0; length < file.length; length++)
        await expectInputError(readFile(file.subarray(0, length)), NAME);
    }
    await expectMessage(bytes.subarray(0, -1), 'has 119 bytes of data, but its sizes and type ask for 120');
  });

  test('too few for all points in time, though enough for the one', async () => {
    await expectMessage(
      writeNifti(VALUES, 'int16', { dim: [4, 5, 4, 3, 2] }),
      'has 120 bytes of data, but its sizes and type ask for 240',
    );
  });

  test.each(FORMS)('claims beyond all memory, version $version, $endianness', async (form) => {
    const largest = form.version === 1 ? 32767 : 2 ** 31 - 1;
    const before = process.memoryUsage().arrayBuffers;
    for (const size of [2000, largest]) {
      const bytes = writeNifti(VALUES, 'float64', { ...form, dim: [7, size, size, size, size, size, size, size] });
      await expectMessage(
        bytes,
        /480 bytes of data, but its sizes and type ask|bytes of compressed data, which cannot hold/,
      );
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 26);
  });

  test('a small file that inflates to a huge one', async () => {
    const bomb = gzip(join(writeNifti(VALUES, 'int16'), new Uint8Array(1 << 28)));
    const before = process.memoryUsage().arrayBuffers;
    expect(await expectInputError(readFile(bomb), NAME)).toMatch(/more than the \d+ bytes expected at most/);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 28);
  });

  test('values that are not finite, or too large for float64, or get so by the scaling', async () => {
    const values = VALUES.map((value, index) => (index === 27 ? Infinity : value));
    const { volume, notes } = await readFile(writeNifti(values, 'float32'));
    expect([...volume.voxels]).toEqual(VALUES.map((value, index) => (index === 27 ? Number.NaN : value)));
    expect(notes).toContain('holds 1 infinite value, which is taken for missing, as NaN is');
    await expectMessage(writeNifti(VALUES, 'float32', { slope: 1e38 }), /holds nothing/);
    const large = new Uint8Array(niftiHeader({ datatype: 1024, dim: [3, 1, 1, 1] }).length + 8).fill(0x7f);
    large.set(niftiHeader({ datatype: 1024, dim: [3, 1, 1, 1] }));
    await expectMessage(large, /voxel 0 is 9187201950435737471, which float64 cannot hold exactly/);
  });

  test('no such component or time', async () => {
    const bytes = writeNifti([...VALUES, ...VALUES], 'int16', { dim: [4, 5, 4, 3, 2] });
    expect(await expectInputError(readFile(bytes, { time: 2 }), NAME)).toMatch(
      /has no time 2; right for --time is one of 0 to 1/,
    );
    expect(await expectInputError(readFile(bytes, { component: 1 }), NAME)).toMatch(
      /has no component 1; right for --component is nothing but 0/,
    );
  });

  test('in another file, which is not there, has too few, or has no name that is known', async () => {
    const header = niftiHeader({ magic: 'ni1\0', voxOffset: 0 });
    const message = (name: string, siblings = {}) => expectInputError(readFile(header, {}, name, siblings), name);
    expect(await message('a/head.hdr')).toBe('a/head.hdr: head.img: does not exist; check the path');
    expect(await message('a/head.hdr', { 'head.img': encode(VALUES.slice(1), 'int16') })).toBe(
      'a/head.hdr: data file "head.img": has 118 bytes of data, but its sizes and type ask for 120',
    );
    expect(await message('a/head.nii')).toBe(
      'a/head.nii: is a NIfTI header without data; a name in .hdr says where those are',
    );
  });
});

test('damage of any kind', async () => {
  const plain = FORMS.map((form) =>
    writeNifti(VALUES, 'int16', { ...form, qformCode: 1, qform: [0.1, 0.2, 0.3, 1, 2, 3], slope: 0.5 }),
  );
  const volumes = await expectToSurvive(plain, 600, readFile, { seed: 77, rounds: 3000, name: NAME });
  // Much of a header says nothing about the volume.
  expect(volumes).toBeGreaterThan(1000);
  const compressed = plain.map(gzip);
  await expectToSurvive(compressed, 1000, readFile, { seed: 78, rounds: 1000, name: NAME });
});
