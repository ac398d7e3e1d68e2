/** DICOM series: the geometry that their slices' positions make, which files belong to one, and how one is chosen. */
import { describe, expect, test } from 'vitest';
import { listDicomSeries, readDicomFolder as read } from '../../../../src/files/dicom/dicom.js';
import { EXPECTED, expectSeries, slice } from '../expect-series.js';
import { COLUMNS, DEPTH, type Elements, folderOf, ROWS, seriesFolder, valueAt, writeSlice } from '../write-dicom.js';

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

  test('blocks that are far apart are series of their own, and nothing is invented between them', async () => {
    const folder = seriesFolder(12, (k) => ({ '00200032 DS': `-10\\20\\${k < 7 ? 2.5 * k : 2.5 * k + 95}` }));
    const { volume, notes } = await read(folder, {});
    expect(volume.sizes[2]).toBe(7);
    expect(slice(volume, 6)).toEqual(Array.from({ length: COLUMNS * ROWS }, (_, pixel) => valueAt(6, pixel)));
    expect(notes).toContain('has a gap of 97.5 mm among its slices; is block 1 of 2');
    expect(notes.join()).toMatch(
      /has 2 series; took the largest, 1 \(CT, Head, block 1 of 2\); --series takes another/,
    );
    const other = await read(folder, { series: 'block 2' });
    expect([other.volume.sizes[2], other.volume.indexToWorld.origin[2]]).toEqual([5, 112.5]);
    const { series } = await listDicomSeries(folder);
    expect(series.map(({ part, files }) => [part, files])).toEqual([
      ['block 1 of 2', 7],
      ['block 2 of 2', 5],
    ]);
  });

  test('a slice that is far from all others is left out and said', async () => {
    for (const z of [
      [0, 2.5, 5, 300],
      [-300, 0, 2.5, 5],
    ]) {
      const { volume, notes } = await read(seriesFolder(4, position(...z)), {});
      expect(volume.sizes[2]).toBe(3);
      expect(volume.indexToWorld.origin[2]).toBe(0);
      expect(notes.join()).toMatch(/has a gap of (295|300) mm among its slices; left out 1 that are alone/);
    }
  });

  test('slices that are there twice, a little apart, divide nothing', async () => {
    const { volume, notes } = await read(seriesFolder(6, position(0, 1, 1.05, 2, 3, 4)), {});
    expect(volume.indexToWorld.columns[2][2] * (volume.sizes[2] - 1)).toBeCloseTo(4);
    expect(notes.join()).toMatch(/unevenly spaced/);
  });

  test('slices that are missing are told of a series as of its volume', async () => {
    const folder = folderOf({ a: writeSlice(0), b: writeSlice(1), d: writeSlice(3) });
    const { series } = await listDicomSeries(folder);
    expect(series[0]!.notes).toEqual(['lacks 1 of 4 slices, which were interpolated']);
    expect((await listDicomSeries(seriesFolder())).series[0]!.notes).toEqual([]);
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

  test('no position: the order of Slice Location, else of the numbers, no anatomy; which is said', async () => {
    const none = (k: number): Elements => ({ '00200032 DS': '', '00200037 DS': '', '00200013 IS': String(k) });
    const byNumber = await read(seriesFolder(DEPTH, none), {});
    expect(byNumber.notes).toEqual(['has slices without positions; they are in the order of Instance Number']);
    // Numbers that decrease, and places as far apart as slices are thick.
    const located = (k: number) => ({ ...none(-k), '00201041 DS': String(-7 + 2.5 * k) });
    const byLocation = await read(seriesFolder(DEPTH, located), {});
    expect(byLocation.notes).toEqual(['has slices without positions; they are in the order of Slice Location']);
    // The same for all says nothing.
    const same = await read(
      seriesFolder(DEPTH, (k) => ({ ...none(k), '00201041 DS': '5' })),
      {},
    );
    expect(same.notes).toEqual(byNumber.notes);
    for (const { volume } of [byNumber, byLocation, same]) {
      expect(volume.anatomical).toBe(false);
      expect([...volume.voxels]).toEqual(EXPECTED);
      expect(volume.indexToWorld.columns[2]).toEqual([0, 0, 2.5]);
    }
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
    expect(notes).toEqual(['left out 2 files that are no DICOM images: 2 files of another format']);
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
    expect(notes.join()).toMatch(/2 points in time \(by temporal position\); took time 1/);
  });

  test.each([
    ['00181060 DS', ['0', '400'], 'trigger time, 0 and 400 ms'],
    ['00189087 FD', [[0], [1000]], 'b-value, 0 and 1000 s/mm²'],
  ] as const)('points in time say what they differ by: %s', async (key, values, said) => {
    const files = [0, 1].flatMap((time) =>
      [0, 1].map((k) => [`${k} ${time}`, writeSlice(k, { '00080018 UI': `2.${k}.${time}`, [key]: values[time]! })]),
    );
    const folder = folderOf(Object.fromEntries(files));
    expect((await read(folder, {})).notes.join()).toContain(`has 2 points in time (by ${said}); took time 0`);
    const { series } = await listDicomSeries(folder);
    expect(series[0]!.notes).toContain(`has 2 points in time, by ${said}`);
  });

  test.each<[string, (value: number) => Elements]>([
    ['Siemens', (value) => ({ '00190010 LO': 'SIEMENS MR HEADER', '0019100C IS': String(value) })],
    ['GE', (value) => ({ '00430010 LO': 'GEMS_PARM_01', '00431039 IS': `${1e9 + value}\\8\\0\\0` })],
    ['Philips', (value) => ({ '20010011 LO': 'Philips Imaging DD 001', '20011103 FL': [value] })],
    ['United Imaging', (value) => ({ '00650010 LO': 'Image Private Header', '00651009 FD': [value] })],
  ])("points in time say the b-values of %s's own attributes, in the order of acquisition", async (_, elements) => {
    const values = [800, 0, 1500];
    const files = values.flatMap((value, time) =>
      [0, 1].map((k) => [
        `${k} ${time}`,
        writeSlice(k, {
          ...{ '00080018 UI': `2.${k}.${time}`, '00200012 IS': String(time + 1), '00281052 DS': String(time) },
          ...elements(value),
        }),
      ]),
    );
    const folder = folderOf(Object.fromEntries(files));
    const { volume, notes } = await read(folder, { time: 2 });
    expect(notes.join()).toContain('has 3 points in time (by b-value, 0, 800 and 1500 s/mm²); took time 2');
    expect(volume.voxels[0]).toBe(valueAt(0, 0) + 1026);
  });

  test('what is no image is named', async () => {
    const other = (uid: string) => writeSlice(0, { '00080016 UI': uid, '7FE00010 OW': '' });
    const folder = folderOf({
      ...{ a: writeSlice(0), b: writeSlice(1) },
      ...{ c: other('1.2.840.10008.5.1.4.1.1.88.22'), d: other('1.2.840.10008.5.1.4.1.1.88.33') },
      ...{ e: other('1.2.840.10008.5.1.4.1.1.104.1'), f: new TextEncoder().encode('%PDF-1.7 and so on') },
      ...{ g: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0), h: new TextEncoder().encode('read me') },
      ...{ i: other('1.2.3.4') },
    });
    expect((await read(folder, {})).notes).toContain(
      'left out 7 files that are no DICOM images: 2 PDF documents, 2 reports, 1 DICOM file without an image (CT), 1 file of another format, 1 picture',
    );
  });

  test('progress counts headers, then slices', async () => {
    const told: string[] = [];
    await read(seriesFolder(), {}, (done, total) => told.push(`${done}/${total}`));
    expect(told).toEqual(['1/3', '2/3', '3/3', '1/3', '2/3', '3/3']);
  });
});
