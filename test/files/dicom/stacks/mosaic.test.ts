/** Mosaics and grids: slices that lie side by side in one picture are unfolded to their places, or refused. */
import { describe, expect, test } from 'vitest';
import { listDicomSeries, readDicomFolder as read } from '../../../../src/files/dicom/dicom.js';
import { readCsaNumbers, readCsaTexts } from '../../../../src/files/dicom/headers/csa-header.js';
import { slice } from '../expect-series.js';
import { COLUMNS, type DicomForm, type Elements, folderOf, ROWS, valueAt, writeSlice } from '../write-dicom.js';

const COUNT = 5;

/** Five slices of valueAt(k + 10 · time, …), `across` in a row, and nothing in the places that are left. */
function folded(across: number, down: number, time: number): number[] {
  const pixels = new Array<number>(COLUMNS * across * ROWS * down).fill(0);
  for (let k = 0; k < COUNT; k++) {
    for (let pixel = 0; pixel < COLUMNS * ROWS; pixel++) {
      const i = (k % across) * COLUMNS + (pixel % COLUMNS);
      const j = Math.floor(k / across) * ROWS + Math.floor(pixel / COLUMNS);
      pixels[j * COLUMNS * across + i] = valueAt(k + 10 * time, pixel) + 1024;
    }
  }
  return pixels;
}

/** A CSA header of the first kind, whose lengths have the number of the first tag's items added, or of the second. */
function csaHeader(texts: Readonly<Record<string, readonly string[]>>, second = true): Uint8Array {
  const word = (value: number) => [...new Uint8Array(Uint32Array.from([value]).buffer)];
  const chars = (text: string, length: number) => [...Buffer.from(text.padEnd(length, '\0'), 'latin1')];
  const entries = Object.entries(texts);
  const firstItems = entries[0]![1].length;
  const tags = entries.flatMap(([name, values]) => [
    ...chars(name, 64),
    ...[...word(values.length), ...chars('FD', 4), ...word(4), ...word(values.length), ...word(77)],
    ...values.flatMap((value) => {
      const size = value.length + 1;
      const sizes = second ? [size, size, 77, size] : [size + firstItems, size, 77, size];
      return [...sizes.flatMap(word), ...chars(value, Math.ceil(size / 4) * 4)];
    }),
  ]);
  return Uint8Array.from([
    ...(second ? chars('SV10\x04\x03\x02\x01', 8) : []),
    ...word(entries.length),
    ...word(77),
    ...tags,
  ]);
}

/** The mosaic's position is that of a picture of its size around the middle of the first slice. */
const mosaic = (time: number, changes: Elements = {}): Elements => ({
  '00080008 CS': 'ORIGINAL\\PRIMARY\\M\\ND\\MOSAIC',
  '00080060 CS': 'MR',
  '00180088 DS': '2.5',
  '00080032 TM': `1200${10 + time}`,
  '00080018 UI': `4.5.${time}`,
  '00190010 LO': 'SIEMENS MR HEADER',
  '0019100A US': [COUNT],
  '00200032 DS': `${-10 - (0.5 * COLUMNS * 2) / 2}\\${20 - (0.75 * ROWS * 2) / 2}\\30`,
  '00280010 US': [ROWS * 3],
  '00280011 US': [COLUMNS * 3],
  '7FE00010 OW': folded(3, 3, time),
  ...changes,
});
const folderWith = (...files: readonly Elements[]) =>
  folderOf(Object.fromEntries(files.map((changes, index) => [`${index}`, writeSlice(0, changes)])));
const expectedSlice = (k: number) => Array.from({ length: COLUMNS * ROWS }, (_, pixel) => valueAt(k, pixel));

describe("Siemens's mosaics", () => {
  test.each<DicomForm>([{}, { littleEndian: false }, { explicit: false }])(
    'become slices at their places: %o',
    async (form) => {
      const { volume } = await read(folderOf({ one: writeSlice(0, mosaic(0), form) }), {});
      expect(volume.sizes).toEqual([COLUMNS, ROWS, COUNT]);
      expect(volume.indexToWorld).toEqual({
        columns: [
          [0.5, 0, 0],
          [0, 0.75, 0],
          [0, 0, 2.5],
        ],
        origin: [-10, 20, 30],
      });
      for (let k = 0; k < COUNT; k++) expect(slice(volume, k)).toEqual(expectedSlice(k));
    },
  );

  test('one after another are points in time', async () => {
    const folder = folderWith(mosaic(1), mosaic(0));
    const { series } = await listDicomSeries(folder);
    expect(series).toMatchObject([{ sizes: [COLUMNS, ROWS, COUNT], times: 2, files: 2, notes: [] }]);
    for (const time of [0, 1]) {
      const { volume } = await read(folder, { time });
      for (let k = 0; k < COUNT; k++) expect(slice(volume, k)).toEqual(expectedSlice(k + 10 * time));
    }
  });

  test('have their number and the direction of their slices in the CSA header, of both kinds', async () => {
    for (const second of [true, false]) {
      const header = csaHeader(
        { First: ['1', '2'], NumberOfImagesInMosaic: ['5'], SliceNormalVector: ['0', '0', '-1'] },
        second,
      );
      const changes = {
        '0019100A US': '',
        '00190010 LO': '',
        '00290011 LO': 'SIEMENS CSA HEADER',
        '00291110 OB': header,
      };
      const { volume } = await read(folderWith(mosaic(0, changes)), {});
      expect(volume.indexToWorld.origin).toEqual([-10, 20, 20]);
      for (let k = 0; k < COUNT; k++) expect(slice(volume, COUNT - 1 - k)).toEqual(expectedSlice(k));
    }
  });

  test.each<[Elements, RegExp]>([
    [{ '0019100A US': '' }, /a mosaic of slices whose number it does not say, so that it cannot be unfolded/],
    [{ '0019100A US': [30] }, /mosaic of 30 slices in 15 × 12 pixels, which cannot be unfolded into 6 × 6 equal ones/],
    [{ '0019100A US': [0] }, /mosaic of 0 slices/],
    [{ '00200032 DS': '' }, /does not say where they are/],
  ])('that cannot be unfolded are refused, and never shown as they are: %o', async (changes, message) => {
    await expect(read(folderWith(mosaic(0, changes)), {})).rejects.toThrow(message);
  });

  test('with damaged headers end in nothing or in a refusal', () => {
    const header = csaHeader({ A: ['1'], NumberOfImagesInMosaic: ['5'] });
    expect(readCsaNumbers(header, 'NumberOfImagesInMosaic')).toEqual([5]);
    expect(readCsaTexts(header, 'B')).toEqual([]);
    for (let length = 0; length < header.length - 4; length++) {
      expect(readCsaNumbers(header.subarray(0, length), 'NumberOfImagesInMosaic')).toEqual([]);
    }
    for (let at = 0; at < header.length; at++) {
      const damaged = header.slice();
      damaged[at] = 0xff;
      expect(readCsaTexts(damaged, 'NumberOfImagesInMosaic').length).toBeLessThanOrEqual(1);
    }
  });
});

describe("United Imaging's grids", () => {
  const grid = (changes: Elements = {}): Elements => ({
    ...mosaic(0),
    '00080008 CS': 'ORIGINAL\\PRIMARY\\M\\VFRAME',
    '00190010 LO': '',
    '0019100A US': '',
    '00200032 DS': '',
    '00280010 US': [ROWS * 2],
    '7FE00010 OW': folded(3, 2, 0),
    '00650010 LO': 'Image Private Header',
    '00651050 DS': '5',
    '00651051 SQ': Array.from({ length: COUNT }, (_, k) => ({ '00200032 DS': `-10\\20\\${30 + 2.5 * k}` })),
    ...changes,
  });

  test('become slices, each where the file says', async () => {
    const { volume, notes } = await read(folderWith(grid()), {});
    expect(volume.sizes).toEqual([COLUMNS, ROWS, COUNT]);
    expect(volume.indexToWorld.origin).toEqual([-10, 20, 30]);
    expect(volume.indexToWorld.columns[2]).toEqual([0, 0, 2.5]);
    for (let k = 0; k < COUNT; k++) expect(slice(volume, k)).toEqual(expectedSlice(k));
    expect(notes).toEqual([]);
  });

  test.each<[Elements, RegExp]>([
    [{ '00651051 SQ': [{ '00200032 DS': '1\\2\\3' }] }, /grid of 5 slices that does not say where each is/],
    [{ '00651050 DS': '' }, /grid of slices whose number it does not say/],
  ])('that cannot be unfolded are refused: %o', async (changes, message) => {
    await expect(read(folderWith(grid(changes)), {})).rejects.toThrow(message);
  });
});
