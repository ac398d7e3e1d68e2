/** DICOM files are read as volumes in every encoding, and their samples as values. */
import { describe, expect, test } from 'vitest';
import { readDicomFolder as read, readDicom } from '../../../src/files/dicom/dicom.js';
import { isDicom } from '../../../src/files/dicom/is-dicom.js';
import { readVolumeFolder } from '../../../src/files/volumes/volume-formats.js';
import { sourceOf } from '../volumes/nrrd/write-nrrd.js';
import { EXPECTED, expectSeries, slice } from './expect-series.js';
import {
  COLUMNS,
  DEPTH,
  type DicomForm,
  type Elements,
  folderOf,
  ROWS,
  SYNTAX,
  seriesFolder,
  sliceElements,
  valueAt,
  writeDicom,
  writeSlice,
} from './write-dicom.js';

describe('encodings', () => {
  const forms: readonly [string, DicomForm][] = [
    ['explicit', {}],
    ['implicit', { explicit: false }],
    ['big-endian', { littleEndian: false }],
    ['deflated', { deflated: true }],
    ['without preamble, explicit', { preamble: false }],
    ['without preamble, implicit', { preamble: false, explicit: false }],
    ['without preamble, big-endian', { preamble: false, littleEndian: false }],
    ['sequences of undefined length', { undefinedLengths: true }],
    ['implicit, sequences of undefined length', { undefinedLengths: true, explicit: false }],
  ];
  const nested: Elements = {
    '00081140 SQ': [{ '00081150 UI': '1.2', '00081199 SQ': [{ '00081155 UI': '3' }, {}] }, { '00081150 UI': '4' }],
  };
  test.each(forms)('%s', async (_, form) => {
    const folder = seriesFolder(DEPTH, () => nested, form);
    for (const { read: readBytes } of folder.files) expect(isDicom(await readBytes(0, 132))).toBe(true);
    expectSeries((await read(folder, {})).volume);
  });

  test('64-bit elements before the pixels', async () => {
    const offsets = { '7FE00001 OV': new Uint8Array(8), '7FE00002 OV': new Uint8Array(8) };
    expectSeries(
      (
        await read(
          seriesFolder(DEPTH, () => offsets),
          {},
        )
      ).volume,
    );
  });

  test('a header larger than the first read', async () => {
    const long = { '00089999 OB': new Uint8Array(100_000) };
    for (const form of [{}, { explicit: false }, { deflated: true }]) {
      expectSeries(
        (
          await read(
            seriesFolder(DEPTH, () => long, form),
            {},
          )
        ).volume,
      );
    }
  });

  test('a single file, as a volume of one slice', async () => {
    const { volume } = await readDicom(sourceOf(writeSlice(1)), {});
    expect(volume.sizes).toEqual([COLUMNS, ROWS, 1]);
    expect(slice(volume, 0)).toEqual(EXPECTED.slice(COLUMNS * ROWS, 2 * COLUMNS * ROWS));
    expect(volume.indexToWorld.columns[2]).toEqual([0, 0, 2.5]);
  });

  test('run lengths', async () => {
    const count = COLUMNS * ROWS;
    const encode = (k: number) => {
      const values = Array.from({ length: count }, (_, pixel) => valueAt(k, pixel) + 1024);
      const header = new DataView(new ArrayBuffer(64));
      // The high bytes as runs, and the low ones as they are, after a byte that does nothing.
      const runs = Uint8Array.from(values.flatMap((value) => [0, value >> 8]));
      const literal = Uint8Array.from([128, count - 1, ...values.map((value) => value & 255)]);
      header.setUint32(0, 2, true);
      header.setUint32(4, 64, true);
      header.setUint32(8, 64 + runs.length, true);
      return Buffer.concat([new Uint8Array(header.buffer), runs, literal]);
    };
    const files = [0, 1, 2].map((k) => {
      const { '7FE00010 OW': _, ...elements } = sliceElements(k);
      return [`${k}`, writeDicom(elements, { syntax: SYNTAX.rle, fragments: [new Uint8Array(), encode(k)] })] as const;
    });
    expectSeries((await read(folderOf(Object.fromEntries(files)), {})).volume);
  });
});

describe('samples', () => {
  test('signs, bits above those stored, and a high bit that is not the topmost', async () => {
    const stored = [-2048, -1, 0, 2047];
    const base = { '00281052 DS': '', '00280010 US': [2], '00280011 US': [2], '00280103 US': [1] };
    const low = { ...base, '7FE00010 OW': stored.map((value) => (value & 0xfff) | 0x5000) };
    const high = { ...base, '00280102 US': [15], '7FE00010 OW': stored.map((value) => ((value & 0xfff) << 4) | 5) };
    for (const changes of [low, high]) {
      expect([
        ...(
          await read(
            seriesFolder(1, () => changes),
            {},
          )
        ).volume.voxels,
      ]).toEqual(stored);
    }
  });

  test('a scaling for each slice, in float32', async () => {
    const { volume } = await read(
      seriesFolder(DEPTH, (k) => ({ '00281053 DS': `${0.5 + k}`, '00281052 DS': '0' })),
      {},
    );
    expect(volume.voxels).toBeInstanceOf(Float32Array);
    expect(volume.voxels[2 * COLUMNS * ROWS]).toBe((valueAt(2, 0) + 1024) * 2.5);
  });

  test('values that need more than int16 are found as they come', async () => {
    const { volume } = await read(
      seriesFolder(DEPTH, (k) => ({
        '00280101 US': [16],
        '00280102 US': [15],
        ...(k === 2 && { '00281052 DS': '40000' }),
      })),
      {},
    );
    expect(volume.voxels).toBeInstanceOf(Int32Array);
    expect(slice(volume, 0)).toEqual(EXPECTED.slice(0, COLUMNS * ROWS));
    expect(volume.voxels[2 * COLUMNS * ROWS]).toBe(valueAt(2, 0) + 1024 + 40000);
  });

  test('low values that are bright are inverted, unless they have a unit', async () => {
    const inverse = (modality: string) => () => ({
      '00280004 CS': 'MONOCHROME1',
      '00280101 US': [12],
      '00281052 DS': '0',
      '00080060 CS': modality,
    });
    const { volume, notes } = await read(seriesFolder(DEPTH, inverse('MR')), {});
    expect(volume.voxels[0]).toBe(4095 - (valueAt(0, 0) + 1024));
    expect(notes.join()).toMatch(/MONOCHROME1.*inverted/);
    expect((await read(seriesFolder(DEPTH, inverse('CT')), {})).volume.voxels[0]).toBe(valueAt(0, 0) + 1024);
  });

  test('padding gets the lowest value of the others, also a range of it, and beside slices that are missing', async () => {
    const changes = { '00280120 US': [valueAt(0, 0) + 1024], '00280121 US': [valueAt(0, 2) + 1024] };
    const { volume, notes } = await read(
      seriesFolder(DEPTH, () => changes),
      {},
    );
    expect(slice(volume, 0).slice(0, 4)).toEqual(Array(4).fill(valueAt(0, 3)));
    expect(notes.join()).toMatch(/3 voxels of padding/);
    const gap = await read(
      folderOf({ a: writeSlice(0, changes), b: writeSlice(1, changes), c: writeSlice(3, changes) }),
      {},
    );
    expect(gap.volume.sizes[2]).toBe(4);
    expect(gap.volume.voxels[0]).toBe(valueAt(0, 3));
  });

  test('colours are components, plane by plane or pixel by pixel', async () => {
    const count = COLUMNS * ROWS;
    const sample = (pixel: number, component: number) => (3 * pixel + 50 * component) % 256;
    for (const planar of [0, 1]) {
      const bytes = Uint8Array.from({ length: 3 * count }, (_, index) =>
        planar ? sample(index % count, Math.floor(index / count)) : sample(Math.floor(index / 3), index % 3),
      );
      const changes = {
        ...{ '00280002 US': [3], '00280004 CS': 'RGB', '00280006 US': [planar], '00280100 US': [8] },
        ...{ '00280101 US': [8], '00280102 US': [7], '7FE00010 OW': '', '7FE00010 OB': bytes },
      };
      for (const component of [0, 1, 2]) {
        const { volume, notes } = await read(
          seriesFolder(1, () => changes),
          { component },
        );
        expect([...volume.voxels]).toEqual(Array.from({ length: count }, (_, pixel) => sample(pixel, component)));
        expect(notes.join()).toMatch(/3 components/);
      }
      const { volume } = await readVolumeFolder(seriesFolder(1, () => changes));
      const channels = Array.from({ length: 4 * count }, (_, index) => sample(index >> 2, index & 3));
      expect([...volume.colors!].filter((_, index) => index % 4 < 3)).toEqual(
        channels.filter((_, index) => index % 4 < 3),
      );
    }
  });

  test('chroma that two pixels share is given to both, and odd numbers of bytes in big-endian words are in order', async () => {
    const color = {
      '00280002 US': [3],
      '00280006 US': [0],
      '00280100 US': [8],
      '00280101 US': [8],
      '00280102 US': [7],
    };
    const small = { ...color, '00280010 US': [1], '00280011 US': [4], '00281052 DS': '', '7FE00010 OW': '' };
    const bytes = Uint8Array.from([10, 20, 128, 128, 76, 76, 85, 255]);
    const shared = { ...small, '00280004 CS': 'YBR_FULL_422', '7FE00010 OB': bytes };
    const components = async (changes: Elements, form: DicomForm = {}) =>
      Promise.all(
        [0, 1, 2].map(async (component) => {
          const file = await read(folderOf({ one: writeSlice(0, changes, form) }), { component });
          return [...file.volume.voxels];
        }),
      );
    expect(await components(shared)).toEqual([
      [10, 20, 254, 254],
      [10, 20, 0, 0],
      [10, 20, 0, 0],
    ]);
    await expect(read(folderOf({ one: writeSlice(0, { ...shared, '00280011 US': [3] }) }), {})).rejects.toThrow(
      /YBR_FULL_422 of 3 columns/,
    );
    const whole = Uint8Array.from({ length: 12 }, (_, index) => (index % 3 ? 128 : 50 + index));
    const unshared = { ...shared, '7FE00010 OB': whole };
    expect(await components(unshared)).toEqual([0, 1, 2].map(() => [50, 53, 56, 59]));

    // Two frames of nine bytes, in words whose bytes are swapped.
    const odd = Array.from({ length: 18 }, (_, index) => index + 1);
    const words = Array.from({ length: 9 }, (_, index) => odd[2 * index]! | (odd[2 * index + 1]! << 8));
    const frames = {
      ...{ '00280010 US': [3], '00280011 US': [3], '00280008 IS': '2', '00180088 DS': '2', '00281052 DS': '' },
      ...{ '00280100 US': [8], '00280101 US': [8], '00280102 US': [7], '7FE00010 OW': words },
    };
    const { volume } = await read(folderOf({ one: writeSlice(0, frames, { littleEndian: false }) }), {});
    expect([...volume.voxels]).toEqual(odd);
  });
});
