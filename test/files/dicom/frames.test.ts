/** DICOM files of several frames: functional groups, and segmentations. */
import { describe, expect, test } from 'vitest';
import { readDicomFolder as read } from '../../../src/files/dicom/dicom.js';
import { labelAt } from '../../../src/volume/mask.js';
import type { Volume } from '../../../src/volume/volume.js';
import { expectSeries } from './expect-series.js';
import {
  COLUMNS,
  type DicomForm,
  type Elements,
  folderOf,
  ROWS,
  sliceElements,
  valueAt,
  writeDicom,
  writeSlice,
} from './write-dicom.js';

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
