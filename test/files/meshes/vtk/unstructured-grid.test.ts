/** Surfaces of VTK's unstructured grids, XML and legacy: closed, outward, of the right area, with values of points and cells. */
import { expect, it } from 'vitest';
import { gunzip } from '../../../../src/files/bytes/compression/inflate.js';
import { readMeshSource } from '../../../../src/files/meshes/mesh-formats.js';
import type { Mesh } from '../../../../src/mesh/mesh.js';
import { findClosedness } from '../../../../src/mesh/topology/closedness.js';
import { areaVector, cornersOf } from '../../../mesh/measure-mesh.js';
import { expectSilence } from '../../expect-silence.js';
import { expectInputError } from '../../volumes/compare-volumes.js';
import { ascii } from '../../volumes/nrrd/write-nrrd.js';

expectSilence();

const read = (name: string, text: string) =>
  readMeshSource({ name, bytes: ascii(text), gunzip, readSibling: () => Promise.reject(new Error('names no files')) });

interface Grid {
  readonly points: readonly (readonly number[])[];
  /** Type and corners of each. */
  readonly cells: readonly (readonly [type: number, ...corners: number[]])[];
}

function writeVtu({ points, cells }: Grid): string {
  let end = 0;
  const array = (name: string, type: string, numbers: readonly number[], components = 1) =>
    `<DataArray Name="${name}" type="${type}" format="ascii" NumberOfComponents="${components}">${numbers.join(' ')}</DataArray>`;
  return `<?xml version="1.0"?><VTKFile type="UnstructuredGrid" byte_order="LittleEndian"><UnstructuredGrid>
    <Piece NumberOfPoints="${points.length}" NumberOfCells="${cells.length}">
    <PointData>${array(
      'height',
      'Float32',
      points.map(([, , z]) => z!),
    )}</PointData>
    <CellData>${array(
      'id',
      'Float32',
      cells.map((_, cell) => cell),
    )}</CellData>
    <Points>${array('Points', 'Float32', points.flat(), 3)}</Points>
    <Cells>${array(
      'connectivity',
      'Int32',
      cells.flatMap(([, ...corners]) => corners),
    )}
    ${array(
      'offsets',
      'Int32',
      cells.map(([, ...corners]) => (end += corners.length)),
    )}
    ${array(
      'types',
      'UInt8',
      cells.map(([type]) => type),
    )}</Cells></Piece></UnstructuredGrid></VTKFile>`;
}

const writeLegacy = ({ points, cells }: Grid) =>
  `# vtk DataFile Version 3.0\ngrid\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS ${points.length} float\n${points.flat().join(' ')}\n` +
  `CELLS ${cells.length} ${cells.flat().length}\n${cells.map(([, ...corners]) => [corners.length, ...corners].join(' ')).join('\n')}\n` +
  `CELL_TYPES ${cells.length}\n${cells.map(([type]) => type).join(' ')}\nCELL_DATA ${cells.length}\nSCALARS id float 1\nLOOKUP_TABLE default\n${cells.map((_, cell) => cell).join(' ')}\n`;

const [TETRA, VOXEL, HEXA, WEDGE, PYRAMID] = [10, 11, 12, 13, 14] as const;
/** Two cubes beside each other: points by x, then y, then z. */
const points = [0, 1].flatMap((z) => [0, 1].flatMap((y) => [0, 1, 2].map((x) => [x, y, z])));
const at = (x: number, y: number, z: number) => x + 3 * y + 6 * z;
const square = (x: number, z: number) => [at(x, 0, z), at(x + 1, 0, z), at(x + 1, 1, z), at(x, 1, z)];
const cube = (x: number) => [...square(x, 0), ...square(x, 1)];

const GRIDS: Readonly<Record<string, Grid>> = {
  hexahedra: {
    points,
    cells: [
      [HEXA, ...cube(0)],
      [HEXA, ...cube(1)],
    ],
  },
  voxels: {
    points,
    cells: [0, 1].map(
      (x) => [VOXEL, ...[0, 1].flatMap((z) => [at(x, 0, z), at(x + 1, 0, z), at(x, 1, z), at(x + 1, 1, z)])] as const,
    ),
  },
  wedges: {
    points,
    cells: [0, 1].flatMap((x) =>
      [
        [0, 1, 2],
        [0, 2, 3],
      ].map((corners) => [WEDGE, ...[1, 0].flatMap((z) => corners.map((corner) => square(x, z)[corner]!))] as const),
    ),
  },
  'pyramids about a middle': {
    points: [...points, [0.5, 0.5, 0.5]],
    cells: [
      ...[
        [0, 1, 2, 3],
        [7, 6, 5, 4],
        [0, 4, 5, 1],
        [1, 5, 6, 2],
        [2, 6, 7, 3],
        [3, 7, 4, 0],
      ].map((face) => [PYRAMID, ...face.map((corner) => cube(0)[corner]!), 12] as const),
      [HEXA, ...cube(1)],
    ],
  },
  tetrahedra: {
    points,
    cells: [0, 1].flatMap((x) =>
      [
        [0, 1, 2, 6],
        [0, 2, 3, 6],
        [0, 3, 7, 6],
        [0, 7, 4, 6],
        [0, 4, 5, 6],
        [0, 5, 1, 6],
      ].map((corners) => [TETRA, ...corners.map((corner) => cube(x)[corner]!)] as const),
    ),
  },
};

function measure(mesh: Mesh) {
  const corners = cornersOf(mesh);
  let [area, volume] = [0, 0];
  for (let triangle = 0; triangle < mesh.triangles.length / 3; triangle++) {
    const vector = areaVector(corners, triangle);
    area += Math.hypot(...vector) / 2;
    volume += vector.reduce((sum, part, axis) => sum + part * corners[9 * triangle + axis]!, 0) / 6;
  }
  return { area, volume };
}

it.each(Object.entries(GRIDS))('shows the outside of %s', async (name, grid) => {
  for (const [file, text] of [
    ['a.vtu', writeVtu(grid)],
    ['a.vtk', writeLegacy(grid)],
  ] as const) {
    const { mesh, notes } = await read(file, text);
    const { area, volume } = measure(mesh);
    expect(notes).toEqual([]);
    expect(area).toBeCloseTo(10, 5);
    expect(volume, name).toBeCloseTo(2, 5);
    expect(findClosedness(mesh)).toMatchObject({ closed: true, misorientedEdges: 0 });
    const id = mesh.values!.find((values) => values.name === 'id')!;
    expect([id.on, Math.min(...id.values), Math.max(...id.values)]).toEqual(['triangles', 0, grid.cells.length - 1]);
  }
});

it('gives triangles the values of their cells', async () => {
  const { mesh } = await read('a.vtu', writeVtu(GRIDS['hexahedra']!));
  const id = mesh.values!.find((values) => values.name === 'id')!.values;
  const corners = cornersOf(mesh);
  for (const [triangle, cell] of id.entries()) {
    const middle = [0, 3, 6].reduce((sum, corner) => sum + corners[9 * triangle + corner]!, 0) / 3;
    expect(cell).toBe(middle < 1 ? 0 : 1);
  }
});

it('has the pedigree of cells among their values', async () => {
  const text = `${writeLegacy(GRIDS['hexahedra']!)}PEDIGREE_IDS owner int\n7 9\n`;
  const owner = (await read('a.vtk', text)).mesh.values!.find(({ name }) => name === 'owner')!;
  expect([owner.on, new Set(owner.values)]).toEqual(['triangles', new Set([7, 9])]);
});

it('keeps flat cells, and says what it leaves out', async () => {
  const flat = {
    points,
    cells: [
      [5, 0, 1, 3],
      [9, 1, 2, 5, 4],
      [6, 0, 1, 3, 4],
      [3, 0, 1],
      [42, 0, 1, 3, 6],
    ] as const,
  };
  const { mesh, notes } = await read('a.vtu', writeVtu(flat));
  expect(mesh.triangles.length / 3).toBe(5);
  expect(notes).toEqual(['left out 1 points and lines', 'left out cells whose shape is not known: 1 of type 42']);
  const curved = { points, cells: [[24, 0, 1, 3, 6, 2, 4, 5, 7, 8, 9]] as const };
  expect((await read('a.vtu', writeVtu(curved))).notes).toEqual([
    'took 1 curved cells for straight ones between their corners',
  ]);
});

it('refuses grids without types, and cells that end where they cannot', async () => {
  const long = writeVtu({
    points,
    cells: [
      [7, 0, 1, 3],
      [7, 0, 1, 3],
    ],
  }).replace('>3 6<', '>900000000 6<');
  expect(await expectInputError(read('a.vtu', long), 'a.vtu')).toMatch(/has cell 0 from corner 0 to 900000000/);
  const text = writeVtu(GRIDS['voxels']!);
  expect(await expectInputError(read('a.vtu', text.replace('"types"', '"kinds"')), 'a.vtu')).toMatch(
    /has no types of its Cells/,
  );
  const legacy = writeLegacy(GRIDS['voxels']!).replace('CELL_TYPES', 'CELL_KINDS');
  expect(await expectInputError(read('a.vtk', legacy), 'a.vtk')).toMatch(/has no CELL_TYPES/);
});
