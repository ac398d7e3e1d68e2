/** The windows that DICOM files ask to be shown in. */
import { describe, expect, it } from 'vitest';
import { readDicomFolder as read } from '../../../../src/files/dicom/dicom.js';
import {
  COLUMNS,
  type Elements,
  folderOf,
  ROWS,
  seriesFolder,
  sliceElements,
  valueAt,
  writeDicom,
} from '../write-dicom.js';

const displayOf = async (changes: Elements | ((k: number) => Elements)) =>
  (await read(seriesFolder(3, typeof changes === 'function' ? changes : () => changes), {})).display;

const BRAIN_AND_BONE = {
  '00281050 DS': '40\\400',
  '00281051 DS': '80\\2000',
  '00281055 LO': 'BRAIN\\BONE',
};

describe('windows of slices', () => {
  it('are all read, with their explanations, and LINEAR ones end one value before their width does', async () => {
    expect(await displayOf(BRAIN_AND_BONE)).toEqual({
      windows: [
        { center: 40, width: 80, range: [0, 79], explanation: 'BRAIN' },
        { center: 400, width: 2000, range: [-600, 1399], explanation: 'BONE' },
      ],
    });
    expect(await displayOf({})).toBeUndefined();
  });

  it.each([
    ['LINEAR', 80, [0, 79]],
    ['LINEAR_EXACT', 80, [0, 80]],
    ['SIGMOID', 80, [0, 80]],
    // Less than LINEAR allows.
    ['LINEAR', 1, [39.5, 40.5]],
    ['LINEAR', 0.5, [39.75, 40.25]],
  ])('follow the function %s over a width of %d', async (curve, width, range) => {
    const elements = { '00281050 DS': '40', '00281051 DS': `${width}`, '00281056 CS': curve };
    const display = await displayOf(elements);
    expect(display?.windows).toMatchObject([{ range }]);
    expect(display?.windows[0]?.isSigmoid ?? false).toBe(curve === 'SIGMOID');
  });

  it('are as many as have both numbers, each once, and no more than sixteen', async () => {
    const many = (count: number, text: (at: number) => string) => Array.from({ length: count }, (_, at) => text(at));
    const short = { '00281050 DS': '40\\400\\50', '00281051 DS': '80\\2000' };
    expect((await displayOf(short))?.windows).toHaveLength(2);
    const twice = { '00281050 DS': '40\\40', '00281051 DS': '80\\80' };
    expect((await displayOf(twice))?.windows).toHaveLength(1);
    const centers = many(50, String).join('\\');
    const hoard = { '00281050 DS': centers, '00281051 DS': many(50, () => '9').join('\\') };
    expect((await displayOf(hoard))?.windows).toHaveLength(16);
  });

  it('are not those of look-up tables, which are left out, and said where there is no window', async () => {
    const table = { '00283010 SQ': [{ '00283002 US': [2, 0, 8] }] };
    const notesOf = async (elements: Elements) =>
      (
        await read(
          seriesFolder(3, () => elements),
          {},
        )
      ).notes.join();
    expect(await notesOf(table)).toMatch(/left out a look-up table of greys \(VOI LUT\); --window/);
    expect(await notesOf({ ...table, ...BRAIN_AND_BONE })).toBe('');
  });

  it('are those of the middle slice where they differ', async () => {
    const display = await displayOf((k) => ({ '00281050 DS': `${100 * k}`, '00281051 DS': '50' }));
    expect(display).toMatchObject({ differs: true, windows: [{ center: 100 }] });
    const some = await displayOf((k) => (k === 2 ? { '00281050 DS': '7', '00281051 DS': '50' } : {}));
    expect(some).toEqual({ windows: [{ center: 7, width: 50, range: [-18, 31] }] });
  });

  it.each(['52009229 SQ', '52009230 SQ'] as const)('stand in functional groups too: %s', async (group) => {
    const windows = {
      '00289132 SQ': [
        { '00281050 DS': '40', '00281051 DS': '80', '00281055 LO': 'BRAIN', '00281056 CS': 'LINEAR_EXACT' },
      ],
    };
    const place = (k: number): Elements => ({ '00209113 SQ': [{ '00200032 DS': `-10\\20\\${30 + 2.5 * k}` }] });
    const isShared = group === '52009229 SQ';
    const stored = [0, 1].flatMap((k) =>
      Array.from({ length: COLUMNS * ROWS }, (_, pixel) => valueAt(k, pixel) + 1024),
    );
    const bytes = writeDicom({
      ...sliceElements(0),
      '00280008 IS': '2',
      '52009229 SQ': [isShared ? windows : {}],
      '52009230 SQ': [0, 1].map((k) => ({ ...place(k), ...(isShared ? {} : windows) })),
      '7FE00010 OW': stored,
    });
    expect((await read(folderOf({ one: bytes }), {})).display).toEqual({
      windows: [{ center: 40, width: 80, range: [0, 80], explanation: 'BRAIN' }],
    });
  });

  it('of MONOCHROME1 follow values that are inverted, and are inverted where values keep their meaning', async () => {
    const mono1 = { '00280004 CS': 'MONOCHROME1', '00281050 DS': '-424', '00281051 DS': '201' };
    // −424 is stored as 600, which becomes 4095 − 600 of 12 bits, less 1024.
    const inverted = await displayOf({ ...mono1, '00080060 CS': 'MR' });
    expect(inverted).toEqual({ windows: [{ center: 2471, width: 201, range: [2371.5, 2571.5] }] });
    expect(await displayOf(mono1)).toMatchObject({ isInverted: true, windows: [{ center: -424 }] });
    expect(await displayOf({ '00280004 CS': 'MONOCHROME1' })).toEqual({ isInverted: true, windows: [] });
  });
});
