/** Errors of DICOM files are told in one line, and no damage costs more memory than the file is large. */
import { describe, expect, test } from 'vitest';
import { memorySource } from '../../../src/files/bytes/byte-source.js';
import { readDicom, readDicomFolder } from '../../../src/files/dicom/dicom.js';
import { expectToSurvive } from '../corrupt.js';
import { expectInputError } from '../volumes/compare-volumes.js';
import { sourceOf } from '../volumes/nrrd/write-nrrd.js';
import { type Elements, folderOf, seriesFolder, sliceElements, writeDicom, writeSlice } from './write-dicom.js';

const NAME = 'some/folder';

const message = (changes: Elements) =>
  expectInputError(readDicomFolder(folderOf({ one: writeSlice(0, changes) }), {}), NAME);

describe('compressed frames of a small file', () => {
  const JPEG_2000 = '1.2.840.10008.1.2.4.90';
  const refusal = (side: number, frames: number) => {
    const { '7FE00010 OW': _, ...elements } = sliceElements(0, {
      ...{ '00080016 UI': '1.2.840.10008.5.1.4.1.1.7.2', '00280008 IS': String(frames) },
      ...{ '00280010 US': [side], '00280011 US': [side] },
    });
    const fragments = [new Uint8Array(), ...Array.from({ length: frames }, () => new Uint8Array(4))];
    return expectInputError(
      readDicomFolder(folderOf({ one: writeDicom(elements, { syntax: JPEG_2000, fragments }) }), {}),
      NAME,
    );
  };

  test('are not decoded where they would take the memory of the machine', async () => {
    expect(await refusal(8192, 1)).toMatch(
      /too much memory: reading 8192 × 8192 × 1 pixels would take 2281701376 bytes/,
    );
    expect(await refusal(1024, 500)).toMatch(/too much memory: reading 1024 × 1024 × 500 pixels/);
  });

  test('are not decoded where that would take long', async () => {
    expect(await refusal(1024, 129)).toMatch(/too much work: decoding 1024 × 1024 × 129 pixels would take too long/);
    expect(await refusal(1024, 128)).toMatch(/cannot be read|damaged|is broken/);
  });
});

describe('a header', () => {
  const FLAWS: readonly [string, Elements, RegExp][] = [
    ['no rows', { '00280010 US': '' }, /lacks Rows/],
    ['no columns', { '00280011 US': [0] }, /lacks Columns, or has it as 0/],
    ['no bits', { '00280100 US': '' }, /lacks Bits Allocated/],
    ['packed bits', { '00280100 US': [12] }, /Bits Allocated 12; 1, 8, 16, 32 can be read/],
    ['bits that do not fit', { '00280101 US': [17] }, /Bits Stored 17 and High Bit 11 in 16 Bits Allocated/],
    ['too many samples', { '00280002 US': [4] }, /4 Samples per Pixel; 1 and 3/],
    [
      'more rows than data',
      { '00280010 US': [60000] },
      /40 bytes of pixels, but its sizes ask for 600000; get a whole copy/,
    ],
    ['more frames than data', { '00280008 IS': '1000000' }, /bytes of pixels, but its sizes ask for 40000000/],
    ['beyond all frames', { '00280008 IS': '99999999999' }, /Number of Frames 99999999999/],
    [
      'colours that are unknown',
      {
        '00280002 US': [3],
        '00280004 CS': 'HSV',
        '00280010 US': [1],
        '00280100 US': [8],
        '00280101 US': [8],
        '00280102 US': [7],
      },
      /colours as HSV, which cannot be read/,
    ],
    [
      'a palette that is too short',
      { '00280004 CS': 'PALETTE COLOR', '00281101 US': [256, 0, 16], '00281201 OW': [1, 2] },
      /palette of 2 entries, but its descriptor says 256/,
    ],
  ];
  test.each(FLAWS)('%s', async (_, changes, expected) => {
    expect(await message(changes)).toMatch(expected);
  });

  test.each([0, 1, 2])('no position, in slice %i of three', async (unplaced) => {
    const folder = seriesFolder(3, (k) => (k === unplaced ? { '00200032 DS': '' } : {}));
    const { volume, notes } = await readDicomFolder(folder, {});
    // It is a series of its own, since nothing says where it is among the others.
    expect(volume.sizes[2]).toBe(2);
    expect(notes.join()).toMatch(/has 2 series; took the largest/);
  });

  test('no image at all', async () => {
    const text = new TextEncoder().encode('Nothing of DICOM here. '.repeat(20));
    const said = await expectInputError(readDicomFolder(folderOf({ a: text, b: new Uint8Array() }), {}), NAME);
    expect(said).toBe('some/folder: has no DICOM image among its 2 files: 2 files of another format');
    expect(await message({ '7FE00010 OW': '' })).toMatch(/has no DICOM image among its 1 files/);
  });

  test('cut short anywhere', async () => {
    const bytes = writeSlice(0);
    for (let length = 0; length < bytes.length; length += 7) {
      await expectInputError(readDicomFolder(folderOf({ one: bytes.subarray(0, length) }), {}), NAME);
    }
  });

  test('one of several that is damaged is left out and said', async () => {
    const folder = seriesFolder();
    const broken = memorySource('some/folder/broken', writeSlice(5, { '00280100 US': [12] }));
    const { volume, notes } = await readDicomFolder({ ...folder, files: [...folder.files, broken] }, {});
    expect(volume.sizes[2]).toBe(3);
    expect(notes.join()).toMatch(/left out a file: some\/folder\/broken: has Bits Allocated 12/);
  });

  test('no such time or component', async () => {
    const read = (selection: object) => expectInputError(readDicomFolder(seriesFolder(), selection), NAME);
    expect(await read({ time: 1 })).toMatch(/has no time 1; right for --time is nothing but 0/);
    expect(await read({ component: 1 })).toMatch(/has no component 1;/);
  });

  test('sequences that are too deep', async () => {
    const said = await expectInputError(readDicomFolder(folderOf({ one: nestDeeply(3000) }), {}), NAME);
    expect(said).toMatch(/has sequences more than 64 deep; the file is damaged/);
  });
});

/** Sequences of undefined length within each other, at the start of the data set. */
function nestDeeply(depth: number): Uint8Array {
  const sequence = Uint8Array.from([8, 0, 0x40, 0x11, 0x53, 0x51, 0, 0, 0xff, 0xff, 0xff, 0xff]);
  const item = Uint8Array.from([0xfe, 0xff, 0, 0xe0, 0xff, 0xff, 0xff, 0xff]);
  const form = { preamble: false };
  const nest = Array.from({ length: depth }, () => [sequence, item]).flat();
  const first = writeDicom({ '00080016 UI': '1.2' }, form);
  return new Uint8Array(Buffer.concat([first, ...nest, writeSlice(0, {}, form)]));
}

test('damage of any kind', async () => {
  const nested: Elements = { '00081140 SQ': [{ '00081150 UI': '1.2', '00081199 SQ': [{ '00081155 UI': '3' }] }] };
  const files = [
    {},
    { explicit: false },
    { littleEndian: false },
    { undefinedLengths: true },
    { deflated: true },
    { preamble: false },
  ].map((form) => writeSlice(0, { ...nested, '00280120 US': [1000] }, form));
  const name = 'head.dcm';
  const read = (bytes: Uint8Array) => readDicom({ ...sourceOf(bytes), name }, {});
  const volumes = await expectToSurvive(files, 1000, read, { seed: 81, rounds: 3000, name });
  expect(volumes).toBeGreaterThan(500);
});
