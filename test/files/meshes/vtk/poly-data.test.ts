/** VTK's PolyData: cells of all kinds, values of points and cells, Slicer's RAS, and lists that lie. */
import { expect, test } from 'vitest';
import { readPolyData } from '../../../../src/files/meshes/vtk/poly-data.js';
import { findVolumeFormat } from '../../../../src/files/volumes/find-volume-format.js';
import { expectInputError } from '../../volumes/compare-volumes.js';
import { ascii, sourceOf } from '../../volumes/nrrd/write-nrrd.js';
import { writeLegacyPolyData, writeXmlPolyData } from '../write-meshes.js';

const NAME = 'folder/thing.vtk';
const read = (bytes: Uint8Array) => readPolyData({ ...sourceOf(bytes), name: NAME });
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const SHAPE = {
  vertices: [
    [0, 0, 1],
    [1, 0, 2],
    [1, 1, 3],
    [0, 1, 4],
  ] as const,
  faces: [
    [0, 1, 2, 3],
    [0, 2, 1],
  ],
};

test('values of points are on vertices, and those of cells on the triangles that they became', async () => {
  const { mesh, notes } = await read(writeLegacyPolyData(SHAPE));
  expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3, 0, 2, 1]);
  expect(mesh.values).toEqual([
    { name: 'height', on: 'vertices', values: Float32Array.of(1, 2, 3, 4) },
    // The first cell is a point.
    { name: 'number', on: 'triangles', values: Float32Array.of(0, 0, 1) },
  ]);
  expect(notes).toEqual(['left out 1 points and lines']);
});

test('strips follow the polygons', async () => {
  const { mesh } = await read(writeXmlPolyData(SHAPE, [3, 2, 1, 0]));
  expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3, 0, 2, 1, 3, 2, 1, 1, 2, 0]);
});

test('surfaces that 3D Slicer marks as RAS become LPS', async () => {
  const marked = textOf(writeLegacyPolyData(SHAPE)).replace('made for a test', '3D Slicer output. SPACE=RAS');
  expect([...(await read(ascii(marked))).mesh.positions.slice(3, 6)]).toEqual([-1, 0, 2]);
});

test('a .vtk of PolyData is no volume', () => {
  expect(findVolumeFormat({ name: NAME, bytes: writeLegacyPolyData(SHAPE) })).toBeUndefined();
});

test.each<[string, (text: string) => string, RegExp]>([
  ['other data sets', (text) => text.replace('POLYDATA', 'STRUCTURED_GRID'), /is VTK's STRUCTURED_GRID/],
  ['polygons that go on', (text) => text.replace('\n4 0 1', '\n9 0 1'), /POLYGONS of 9 corners/],
  ['no points', (text) => text.replace('POINTS', 'POINT'), /has no POINTS/],
  ['points alone', (text) => text.replace(/POLYGONS[^P]*/, ''), /4 vertices but no triangles/],
])('%s are refused', async (_, change, message) => {
  expect(await expectInputError(read(ascii(change(textOf(writeLegacyPolyData(SHAPE))))), NAME)).toMatch(message);
});

test.each(['constructor', '__proto__', 'ImageData'])('XML of the data set %s is refused by its name', async (type) => {
  const text = `<VTKFile type="${type}"><${type}><Piece></Piece></${type}></VTKFile>`;
  expect(await expectInputError(read(ascii(text)), NAME)).toMatch(`is VTK's ${type}; surfaces are PolyData`);
});
