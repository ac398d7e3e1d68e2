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
  const segmentation = (
    frames: readonly (readonly [segment: number, k: number])[],
    isInside: (segment: number, k: number, pixel: number) => boolean = inside,
  ): Uint8Array => {
    const bits = frames.flatMap(([segment, k]) =>
      Array.from({ length: COLUMNS * ROWS }, (_, pixel) => Number(isInside(segment, k, pixel))),
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

  test('that overlap give the smallest, whatever its number, or whole ones where single ones are asked for', async () => {
    const frames = [0, 1].flatMap((k) => [1, 2].map((segment) => [segment, k] as const));
    for (const small of [1, 2]) {
      // The small one lies in the other, and is the larger of the two in one slice.
      const isInside = (segment: number, k: number, pixel: number) =>
        segment === small ? k === 0 && pixel < 6 : pixel < (k === 0 ? 4 : 20);
      const folder = folderOf({ seg: segmentation(frames, isInside) });
      const both = await read(folder, {});
      const other = 3 - small;
      const slice = (volume: Volume, k: number) => [...volume.voxels].slice(k * COLUMNS * ROWS).slice(0, 8);
      expect(slice(both.volume, 0), `segment ${small}`).toEqual([...new Array(6).fill(small), 0, 0]);
      expect(slice(both.volume, 1)).toEqual(new Array(8).fill(other));
      const [name, otherName] = small === 1 ? ['Bone', 'Air'] : ['Air', 'Bone'];
      expect(both.notes).toContain(
        `has 4 voxels in several segments, such as "${name}" and "${otherName}", which got the smallest; --labels takes single ones`,
      );
      const single = await read(folder, { labels: [other] });
      expect(slice(single.volume, 0)).toEqual([other, other, other, other, 0, 0, 0, 0]);
      expect(single.notes.join()).not.toContain('several segments');
    }
  });
});

describe('films', () => {
  const filmElements = (changes: Elements) =>
    sliceElements(0, {
      ...{ '00080060 CS': 'US', '00280008 IS': '3', '00200032 DS': '', '00200037 DS': '', '00280030 DS': '' },
      '7FE00010 OW': Array.from({ length: 3 * COLUMNS * ROWS }, (_, index) => 1024 + index),
      ...changes,
    });
  const film = (changes: Elements) => writeDicom(filmElements(changes));

  test('are no doses, which are said to be some', async () => {
    const dose = await read(folderOf({ dose: writeSlice(0, { '00080060 CS': 'RTDOSE' }) }), {});
    expect(dose.volume.meaning).toBe('dose');
    expect((await read(folderOf({ slice: writeSlice(0) }), {})).volume.meaning).toBeUndefined();
  });

  test('of ultrasound are points in time, with the spacing of their region', async () => {
    const region = {
      ...{ '00186024 US': [3], '00186026 US': [3], '0018602C FD': [0.05], '0018602E FD': [0.025] },
    };
    for (const time of [{ '00181063 DS': '40' }, { '00181065 DS': '0\\40\\40' }, { '00180040 IS': '25' }]) {
      const folder = folderOf({ clip: film({ ...time, '00186011 SQ': [region, region] }) });
      const { volume, times, notes } = await read(folder, { time: 2 });
      expect([volume.sizes, times, volume.voxels[0]]).toEqual([[COLUMNS, ROWS, 1], 3, 2 * COLUMNS * ROWS]);
      expect(volume.indexToWorld.columns.slice(0, 2)).toEqual([
        [0.5, 0, 0],
        [0, 0.25, 0],
      ]);
      expect(notes).toContain(
        'has 3 points in time (by frames of a film, 40 ms apart); took time 2, --time takes any of 0 to 2',
      );
    }
  });

  test.each([true, false])(
    'of any modality are said by what their frames differ by (little-endian: %s)',
    async (littleEndian) => {
      const write = (pointer: string) => {
        const at = new DataView(new ArrayBuffer(4));
        at.setUint16(0, Number.parseInt(pointer.slice(0, 4), 16), littleEndian);
        at.setUint16(2, Number.parseInt(pointer.slice(4), 16), littleEndian);
        const gated = { '00080060 CS': 'MR', '00181063 DS': '40', '00280009 AT': new Uint8Array(at.buffer) };
        return folderOf({ clip: writeDicom(filmElements(gated), { littleEndian }) });
      };
      const { volume, times } = await read(write('00181063'), {});
      expect([volume.sizes[2], times]).toEqual([1, 3]);
      expect((await read(write('00540080'), {})).volume.sizes[2]).toBe(3);
    },
  );

  test('are none where frames have positions, or where the modality or the times say otherwise', async () => {
    for (const changes of [
      { '00080060 CS': 'CT', '00181063 DS': '40' },
      { '00181063 DS': '' },
      { '00181063 DS': '40', '00200032 DS': '-10\\20\\30', '00200037 DS': '1\\0\\0\\0\\1\\0', '00180088 DS': '2.5' },
    ]) {
      expect((await read(folderOf({ clip: film(changes) }), {})).volume.sizes[2]).toBe(3);
    }
  });

  test('of regions that are not alike have no spacing', async () => {
    const regions = [0.05, 0.06].map((delta) => ({
      ...{ '00186024 US': [3], '00186026 US': [3], '0018602C FD': [delta], '0018602E FD': [delta] },
    }));
    const { notes } = await read(folderOf({ clip: film({ '00181063 DS': '40', '00186011 SQ': regions }) }), {});
    expect(notes).toContain('has no pixel spacing; took 1');
  });
});
