/** DICOM series are read as volumes: every encoding, the geometry that positions make, and what files leave out. */
import { describe, expect, test } from 'vitest';
import { listDicomSeries, readDicom, readDicomFolder } from '../../../src/files/dicom/dicom.js';
import { isDicom } from '../../../src/files/dicom/is-dicom.js';
import { readVolumeFolder } from '../../../src/files/volumes/volume-formats.js';
import { labelAt } from '../../../src/volume/mask.js';
import type { Volume } from '../../../src/volume/volume.js';
import { sourceOf } from '../volumes/nrrd/write-nrrd.js';
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

const EXPECTED = Array.from({ length: COLUMNS * ROWS * DEPTH }, (_, index) =>
  valueAt(Math.floor(index / (COLUMNS * ROWS)), index % (COLUMNS * ROWS)),
);

function expectSeries({ sizes, voxels, indexToWorld, anatomical }: Volume): void {
  expect(sizes).toEqual([COLUMNS, ROWS, DEPTH]);
  expect([...voxels]).toEqual(EXPECTED);
  expect(voxels).toBeInstanceOf(Int16Array);
  expect(indexToWorld).toEqual({
    columns: [
      [0.5, 0, 0],
      [0, 0.75, 0],
      [0, 0, 2.5],
    ],
    origin: [-10, 20, 30],
  });
  expect(anatomical).toBe(true);
}

const read = (...args: Parameters<typeof readDicomFolder>) => readDicomFolder(...args);
const slice = (volume: Volume, k: number) => [...volume.voxels.slice(k * COLUMNS * ROWS, (k + 1) * COLUMNS * ROWS)];

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
});

describe('positions', () => {
  const position =
    (...z: number[]) =>
    (k: number): Elements => ({ '00200032 DS': `-10\\20\\${z[k]}` });

  test('a missing slice is interpolated and said', async () => {
    const { volume, notes } = await read(folderOf({ a: writeSlice(0), b: writeSlice(1), d: writeSlice(3) }), {});
    expect(volume.sizes[2]).toBe(4);
    expect(slice(volume, 2)).toEqual(Array.from({ length: COLUMNS * ROWS }, (_, pixel) => valueAt(2, pixel)));
    expect(notes).toContain('lacks 1 of 4 slices, which were interpolated');
  });

  test('uneven spacings are resampled and said', async () => {
    const { volume, notes } = await read(seriesFolder(4, position(0, 1, 2.5, 3.5)), {});
    expect(volume.sizes[2]).toBe(5);
    expect(notes.join()).toMatch(
      /4 slices unevenly spaced, by 1 mm to 1.5 mm; they were resampled to 5 slices 0.875 mm apart/,
    );
    // Slice 2 is at 1.75 mm, half of the way from the second to the third.
    expect(slice(volume, 2)[0]).toBe(valueAt(1.5, 0));
  });

  test('a tilted gantry shears the volume, and moves no voxel', async () => {
    const { volume, notes } = await read(
      seriesFolder(DEPTH, (k) => ({ '00200032 DS': `-10\\${20 - 0.5 * k}\\${30 + 2.5 * k}` })),
      {},
    );
    expect(volume.indexToWorld.columns[2]).toEqual([0, -0.5, 2.5]);
    expect([...volume.voxels]).toEqual(EXPECTED);
    expect(notes.join()).toMatch(/gantry tilted by 11\.3°/);
  });

  test('positions that decrease along the normal are turned around with their slices', async () => {
    const { volume } = await read(seriesFolder(DEPTH, position(0, -2, -4)), {});
    expect(volume.indexToWorld.origin[2]).toBe(-4);
    expect(slice(volume, 0)).toEqual(EXPECTED.slice(2 * COLUMNS * ROWS));
  });

  test('copies of files and doubled slices are left out and said', async () => {
    const files = {
      ...{ a: writeSlice(0), b: writeSlice(1), c: writeSlice(2), copy: writeSlice(1) },
      double: writeSlice(0, { '00080018 UI': '9.9', '00200013 IS': '999', '00281052 DS': '0' }),
    };
    const { volume, notes } = await read(folderOf(files), {});
    expectSeries(volume);
    expect(notes).toContain('left out 1 files that are there twice');
    expect(notes).toContain('left out 1 slices where there is another at the same position');
  });

  test('a slice without a position is apart from those that have one', async () => {
    const folder = seriesFolder(DEPTH + 1, (k) => (k === DEPTH ? { '00200032 DS': '' } : {}));
    const { volume, notes } = await read(folder, {});
    expectSeries(volume);
    expect(notes.join()).toMatch(/has 2 series; took the largest/);
    expect((await listDicomSeries(folder)).series).toHaveLength(2);
  });

  test('no position: the order of the numbers, no anatomy', async () => {
    const { volume } = await read(
      seriesFolder(DEPTH, (k) => ({ '00200032 DS': '', '00200037 DS': '', '00200013 IS': String(k) })),
      {},
    );
    expect(volume.anatomical).toBe(false);
    expect([...volume.voxels]).toEqual(EXPECTED);
    expect(volume.indexToWorld.columns[2]).toEqual([0, 0, 2.5]);
  });
});

describe('series', () => {
  const other = { '0020000E UI': '1.2.4', '00200011 IS': '3', '0008103E LO': 'Scout', '00080060 CS': 'MR' };
  const folder = folderOf({
    'notes.txt': new TextEncoder().encode('No DICOM at all, though long enough.'.repeat(10)),
    empty: new Uint8Array(),
    ...Object.fromEntries([0, 1, 2].map((k) => [`head/${k}`, writeSlice(k)])),
    ...Object.fromEntries([3, 4].map((k) => [`scout/${k}`, writeSlice(k, other)])),
  });

  test('are listed without whose they are', async () => {
    const { series, notes } = await listDicomSeries(folder);
    expect(
      series.map(({ number, modality, description, uid, files }) => [number, modality, description, uid, files]),
    ).toEqual([
      [1, 'MR', 'Scout', '1.2.4', 2],
      [2, 'CT', 'Head', '1.2.3', 3],
    ]);
    expect(series[1]).toMatchObject({
      sizes: [COLUMNS, ROWS, DEPTH],
      spacing: [0.5, 0.75, 2.5],
      origin: [-10, 20, 30],
      times: 1,
    });
    expect(JSON.stringify(series)).not.toContain('Doe');
    expect(notes).toEqual(['left out 2 files that are no DICOM images']);
    const identified = await listDicomSeries(folder, { identify: true });
    expect(identified.series[0]!.patient).toMatchObject({ name: 'Doe^Jane' });
  });

  test('are chosen by number, UID or description; else the largest, which is said', async () => {
    const { volume, notes } = await read(folder, {});
    expectSeries(volume);
    expect(notes).toContain('has 2 series; took the largest, 2 (CT, Head); --series takes another');
    for (const series of ['2', '1.2.3', 'head', 'CT']) {
      const chosen = await read(folder, { series });
      expectSeries(chosen.volume);
      expect(chosen.notes.join()).not.toMatch(/took the largest/);
    }
    expect((await read(folder, { series: 'scout' })).volume.sizes[2]).toBe(2);
    for (const series of ['3', '0', '1.2.5', 'foot', '']) {
      await expect(read(folder, { series: series || 'nothing' })).rejects.toThrow(
        /has no series .*; --series takes 1 to 2/,
      );
    }
  });

  test('of several orientations and echoes are divided, and named by what differs', async () => {
    const files = Object.fromEntries(
      [0, 1, 2].flatMap((k) => [
        [`a${k}`, writeSlice(k, { '00180081 DS': '10' })],
        [`b${k}`, writeSlice(k, { '00180081 DS': '20', '00080018 UI': `2.${k}` })],
        [`c${k}`, writeSlice(k, { '00180081 DS': '20', '00080018 UI': `3.${k}`, '00200037 DS': '0\\1\\0\\0\\0\\-1' })],
      ]),
    );
    const { series } = await listDicomSeries(folderOf(files));
    expect(series.map(({ part }) => part).sort()).toEqual([
      'axial, echo time 10 ms',
      'axial, echo time 20 ms',
      'sagittal, echo time 20 ms',
    ]);
  });

  test('of several times have them in their order', async () => {
    const files = Object.fromEntries(
      [0, 1, 2].flatMap((k) =>
        [0, 1].map((time) => [
          `${k} ${time}`,
          writeSlice(k, {
            '00080018 UI': `2.${k}.${time}`,
            '00200100 IS': String(2 - time),
            '00281052 DS': String(time),
          }),
        ]),
      ),
    );
    const { volume, notes } = await read(folderOf(files), { time: 1 });
    expect(volume.voxels[0]).toBe(valueAt(0, 0) + 1024);
    expect((await read(folderOf(files), {})).volume.voxels[0]).toBe(valueAt(0, 0) + 1025);
    expect(notes.join()).toMatch(/2 points in time; took time 1/);
  });

  test('progress counts headers, then slices', async () => {
    const told: string[] = [];
    await read(seriesFolder(), {}, (done, total) => told.push(`${done}/${total}`));
    expect(told).toEqual(['1/3', '2/3', '3/3', '1/3', '2/3', '3/3']);
  });
});

describe('files of several frames', () => {
  const frames = [2, 0, 1];
  const groups = (k: number): Elements => ({
    '00209113 SQ': [{ '00200032 DS': `-10\\20\\${30 + 2.5 * k}` }],
    '00209111 SQ': [{ '00209128 UL': [1] }],
  });
  const enhanced = (form: DicomForm): Uint8Array => {
    const {
      '00200032 DS': _,
      '00200037 DS': __,
      '00281052 DS': ___,
      '00280030 DS': ____,
      ...elements
    } = sliceElements(0);
    const stored = frames.flatMap((k) =>
      Array.from({ length: COLUMNS * ROWS }, (_, pixel) => valueAt(k, pixel) + 1024),
    );
    const shared = {
      '00209116 SQ': [{ '00200037 DS': '1\\0\\0\\0\\1\\0' }],
      '00289110 SQ': [{ '00280030 DS': '0.75\\0.5', '00180088 DS': '2.5' }],
      '00289145 SQ': [{ '00281052 DS': '-1024', '00281053 DS': '1' }],
    };
    const changes = {
      '00280008 IS': '3',
      '52009229 SQ': [shared],
      '52009230 SQ': frames.map(groups),
      '7FE00010 OW': stored,
    };
    return writeDicom({ ...elements, ...changes }, form);
  };

  test.each([{}, { explicit: false }, { undefinedLengths: true }, { littleEndian: false }])(
    'with functional groups, %o',
    async (form) => {
      expectSeries((await read(folderOf({ one: enhanced(form) }), {})).volume);
    },
  );

  test('whose positions follow from the first', async () => {
    const stored = [0, 1, 2].flatMap((k) =>
      Array.from({ length: COLUMNS * ROWS }, (_, pixel) => valueAt(k, pixel) + 1024),
    );
    const spaced = { '00280008 IS': '3', '00180088 DS': '2.5', '7FE00010 OW': stored };
    expectSeries((await read(folderOf({ one: writeSlice(0, spaced) }), {})).volume);
    const dose = { '00280008 IS': '3', '3004000C DS': '0\\2.5\\5', '7FE00010 OW': stored };
    expectSeries((await read(folderOf({ one: writeSlice(0, dose) }), {})).volume);
  });
});

describe('segmentations', () => {
  const inside = (segment: number, k: number, pixel: number) => (pixel * 5 + k + segment) % 3 === 0;
  const segmentation = (frames: readonly (readonly [segment: number, k: number])[]): Uint8Array => {
    const bits = frames.flatMap(([segment, k]) =>
      Array.from({ length: COLUMNS * ROWS }, (_, pixel) => Number(inside(segment, k, pixel))),
    );
    const bytes = new Uint8Array(Math.ceil(bits.length / 8));
    for (const [index, bit] of bits.entries()) bytes[index >> 3]! |= bit << (index & 7);
    return writeSlice(0, {
      ...{ '00080016 UI': '1.2.840.10008.5.1.4.1.1.66.4', '00080060 CS': 'SEG', '00620001 CS': 'BINARY' },
      ...{
        '00280008 IS': String(frames.length),
        '00280100 US': [1],
        '00280101 US': [1],
        '00280102 US': [0],
        '00200032 DS': '',
      },
      '00620002 SQ': [
        { '00620004 US': [1], '00620005 LO': 'Bone', '0062000D US': [35579, 53665, 50858] },
        { '00620004 US': [2], '00620005 LO': 'Air' },
      ],
      '52009229 SQ': [{ '00289110 SQ': [{ '00180088 DS': '2.5', '00280030 DS': '0.75\\0.5' }] }],
      '52009230 SQ': frames.map(([segment, k]) => ({
        '00209113 SQ': [{ '00200032 DS': `-10\\20\\${30 + 2.5 * k}` }],
        '0062000A SQ': [{ '0062000B US': [segment] }],
      })),
      ...{ '7FE00010 OW': '', '7FE00010 OB': bytes },
    });
  };

  test('are labels with names and colours, and slices without any are empty', async () => {
    const { volume, labels } = await read(
      folderOf({
        seg: segmentation([
          [2, 4],
          [1, 0],
          [1, 1],
        ]),
      }),
      {},
    );
    expect(volume.sizes).toEqual([COLUMNS, ROWS, 5]);
    expect(volume.indexToWorld.columns[2]).toEqual([0, 0, 2.5]);
    for (let k = 0; k < 5; k++) {
      for (let pixel = 0; pixel < COLUMNS * ROWS; pixel++) {
        const segment = k < 2 ? 1 : 2;
        const expected = k !== 2 && k !== 3 && inside(segment, k, pixel) ? segment : 0;
        expect(labelAt(volume, [pixel % COLUMNS, Math.floor(pixel / COLUMNS), k])).toBe(expected);
      }
    }
    expect(labels!.map(({ label, name }) => [label, name])).toEqual([
      [1, 'Bone'],
      [2, 'Air'],
    ]);
    // CIELab of what sRGB calls red.
    for (const [channel, value] of [1, 0, 0].entries()) expect(labels![0]!.color![channel]).toBeCloseTo(value, 2);
  });

  test('that overlap give the last, or whole ones where single ones are asked for', async () => {
    const folder = folderOf({
      seg: segmentation([
        [1, 0],
        [2, 0],
      ]),
    });
    const both = await read(folder, {});
    const count = (volume: Volume, label: number) => [...volume.voxels].filter((value) => value === label).length;
    const pixels = Array.from({ length: COLUMNS * ROWS }, (_, pixel) => pixel);
    expect(count(both.volume, 2)).toBe(pixels.filter((pixel) => inside(2, 0, pixel)).length);
    const single = await read(folder, { labels: [1] });
    expect(count(single.volume, 1)).toBe(pixels.filter((pixel) => inside(1, 0, pixel)).length);
  });
});
