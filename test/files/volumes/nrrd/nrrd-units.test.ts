import { expect, test } from 'vitest';
import { findFlatLayout } from '../../../../src/files/stores/flat/flat-layout.js';
import { readNrrd } from '../../../../src/files/volumes/nrrd/nrrd.js';

const write = (lines: readonly string[]) =>
  new TextEncoder().encode(
    ['NRRD0004', 'type: uint8', 'dimension: 3', 'sizes: 2 2 2', 'encoding: raw', ...lines, '', '01234567'].join('\n'),
  );

const read = (lines: readonly string[]) =>
  readNrrd(
    {
      name: 'scan.nrrd',
      bytes: write(lines),
      readSibling: async () => new Uint8Array(),
      gunzip: async (bytes) => bytes,
    },
    {},
  );

const OBLIQUE = ['space: RAS', 'space directions: (2,0,0) (0,3,4) (0,-400,300)', 'space origin: (1,2,500)'];

test('axes of a space in several lengths are scaled to the unit of the first, with their directions and origin', async () => {
  const { volume, unit, notes } = await read([...OBLIQUE, 'space units: "mm" "mm" "um"']);
  expect(volume.indexToWorld.columns.flat()).toEqual(
    [-2, 0, 0, 0, -3, 0.004, 0, 400, 0.3].map((value) => expect.closeTo(value, 9)),
  );
  expect(volume.indexToWorld.origin).toEqual([-1, -2, 0.5].map((value) => expect.closeTo(value, 9)));
  expect(unit).toBe('millimeter');
  expect(notes).toEqual(['has axes in "mm", "mm", "um"; the world here is in millimeters']);
});

test('a file without a space has units of its own axes', async () => {
  const { volume, unit, notes } = await read(['spacings: 1 2 3', 'units: "um" "um" "mm"']);
  expect(volume.indexToWorld.columns.flat()).toEqual(
    [1, 0, 0, 0, 2, 0, 0, 0, 3000].map((value) => expect.closeTo(value, 9)),
  );
  expect(unit).toBe('micrometer');
  expect(notes).toEqual(['has axes in "um", "um", "mm"; the world here is in micrometers']);
});

test.each([
  ['"mm" "mm" "mm"', 'millimeter', []],
  ['"mm" "millimeter" "mm"', 'millimeter', []],
  ['"um" "um" "um"', 'micrometer', ['measures lengths in micrometers, and so does the world here']],
  ['"mm" "mm" "degrees"', undefined, ['has axes in "mm", "mm", "degrees", taken for one unit']],
  ['"" "" ""', undefined, []],
])('space units: %s scale nothing', async (units, unit, notes) => {
  const found = await read([...OBLIQUE, `space units: ${units}`]);
  expect(found.volume.indexToWorld.columns).toEqual([
    [-2, 0, 0],
    [0, -3, 4],
    [0, 400, 300],
  ]);
  expect(found.unit).toBe(unit);
  expect(found.notes).toEqual(notes);
});

test('a large file that is read in pieces has the same place and unit', async () => {
  const lines = [...OBLIQUE, 'space units: "mm" "mm" "um"'];
  const layout = findFlatLayout(write(lines))!;
  const { volume, unit, notes } = await read(lines);
  expect(layout.indexToWorld).toEqual(volume.indexToWorld);
  expect([layout.unit, layout.notes]).toEqual([unit, notes]);
});
