/** Parallel grids and surfaces of VTK: pieces in files of their own, cells that are copies of others', and pieces that do not fit. */
import { expect, it } from 'vitest';
import { InputError } from '../../../../src/errors.js';
import { gunzip } from '../../../../src/files/bytes/compression/inflate.js';
import { readMeshSource } from '../../../../src/files/meshes/mesh-formats.js';
import { cornersOf } from '../../../mesh/measure-mesh.js';
import { expectSilence } from '../../expect-silence.js';
import { expectInputError } from '../../volumes/compare-volumes.js';
import { ascii } from '../../volumes/nrrd/write-nrrd.js';

expectSilence();

const read = (
  name: string,
  text: string,
  files: ReadonlyMap<string, string>,
  onRead: (file: string) => void = () => {},
) =>
  readMeshSource({
    name,
    bytes: ascii(text),
    gunzip,
    readSibling: async (file) => {
      onRead(file);
      const found = files.get(file);
      if (found === undefined) throw new InputError(`${file} is not there`);
      return ascii(found);
    },
  });

const array = (name: string, type: string, numbers: readonly number[], components = 1) =>
  `<DataArray Name="${name}" type="${type}" format="ascii" NumberOfComponents="${components}">${numbers.join(' ')}</DataArray>`;

/** Cubes of side 1 from x = `first` on, with their place as value; the ghosts of each may be given. */
function cubes(first: number, count: number, ghosts?: readonly number[]): string {
  const places = Array.from({ length: count }, (_, index) => first + index);
  const points = places.flatMap((x) =>
    [0, 1].flatMap((z) => [0, 1].flatMap((y) => [0, 1].map((dx) => [x + dx, y, z]))),
  );
  // Voxels of a grid share their corners: the points of both sides of a face are one.
  const index = new Map<string, number>();
  const unique = points.filter((point) => !index.has(`${point}`) && index.set(`${point}`, index.size));
  const corners = points.map((point) => index.get(`${point}`)!);
  return `<VTKFile type="UnstructuredGrid" byte_order="LittleEndian"><UnstructuredGrid>
    <Piece NumberOfPoints="${unique.length}" NumberOfCells="${count}">
    <PointData>${array(
      'x',
      'Float32',
      unique.map(([x]) => x!),
    )}</PointData>
    <CellData>${array('place', 'Float32', places)}${ghosts ? array('vtkGhostType', 'UInt8', ghosts) : ''}</CellData>
    <Points>${array('Points', 'Float32', unique.flat(), 3)}</Points>
    <Cells>${array('connectivity', 'Int32', corners)}
    ${array(
      'offsets',
      'Int32',
      places.map((_, cell) => 8 * (cell + 1)),
    )}
    ${array('types', 'UInt8', Array(count).fill(11))}</Cells></Piece></UnstructuredGrid></VTKFile>`;
}

/** A square at a height, whose second half may be a copy of another piece's. */
const square = (z: number, ghosts?: readonly number[]) =>
  `<VTKFile type="PolyData" byte_order="LittleEndian"><PolyData><Piece NumberOfPoints="4" NumberOfPolys="2">
   <CellData>${array('place', 'Float32', [z, z + 0.5])}${ghosts ? array('vtkGhostType', 'UInt8', ghosts) : ''}</CellData>
   <Points>${array('Points', 'Float32', [0, 0, z, 1, 0, z, 1, 1, z, 0, 1, z], 3)}</Points>
   <Polys>${array('connectivity', 'Int32', [0, 1, 2, 0, 2, 3])}${array('offsets', 'Int32', [3, 6])}</Polys></Piece></PolyData></VTKFile>`;

const whole = (kind: 'PolyData' | 'UnstructuredGrid', sources: readonly string[]) =>
  `<?xml version="1.0"?><VTKFile type="P${kind}" byte_order="LittleEndian"><P${kind} GhostLevel="0">
   <PPoints><PDataArray type="Float32" Name="Points" NumberOfComponents="3"/></PPoints>
   ${sources.map((source) => `<Piece Source="${source}"/>`).join('')}</P${kind}></VTKFile>`;

const EMPTY = `<VTKFile type="UnstructuredGrid" byte_order="LittleEndian"><UnstructuredGrid>
  <Piece NumberOfPoints="0" NumberOfCells="0"><PointData></PointData><CellData></CellData>
  <Points>${array('Points', 'Float32', [], 3)}</Points>
  <Cells>${array('connectivity', 'Int32', [])}${array('offsets', 'Int32', [])}${array('types', 'UInt8', [])}</Cells></Piece>
  </UnstructuredGrid></VTKFile>`;

/** The area of the faces across x at a place, and of all. */
function areas(mesh: Parameters<typeof cornersOf>[0], place: number) {
  const corners = cornersOf(mesh);
  let [across, all] = [0, 0];
  for (let triangle = 0; triangle < mesh.triangles.length / 3; triangle++) {
    const at = (corner: number, axis: number) => corners[9 * triangle + 3 * corner + axis]!;
    const side = (corner: number) =>
      [0, 1, 2].map((axis) => at(corner, axis) - at(0, axis)) as [number, number, number];
    const [a, b] = [side(1), side(2)];
    const area = Math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]) / 2;
    all += area;
    if ([0, 1, 2].every((corner) => at(corner, 0) === place)) across += area;
  }
  return { across, all };
}

it('joins the pieces of a grid, of which some are empty, with their values', async () => {
  const files = new Map([
    ['p/0.vtu', cubes(0, 2)],
    ['p/1.vtu', EMPTY],
    ['p/2.vtu', cubes(5, 1)],
  ]);
  const { mesh, notes } = await read('a.pvtu', whole('UnstructuredGrid', [...files.keys()]), files);
  expect(notes).toEqual([]);
  expect(areas(mesh, 5)).toEqual({ across: 1, all: 16 });
  const values = (name: string) => new Set(mesh.values!.find((value) => value.name === name)!.values);
  expect(values('place')).toEqual(new Set([0, 1, 5]));
  expect(values('x')).toEqual(new Set([0, 1, 2, 5, 6]));
});

it('shows no face between pieces, whose points are their own', async () => {
  const files = new Map([
    ['0.vtu', cubes(0, 2)],
    ['1.vtu', cubes(2, 1)],
    ['2.vtu', cubes(3, 2)],
  ]);
  const { mesh } = await read('a.pvtu', whole('UnstructuredGrid', [...files.keys()]), files);
  expect(areas(mesh, 2)).toEqual({ across: 0, all: 22 });
  expect([...new Set(mesh.values!.find(({ name }) => name === 'place')!.values)]).toEqual([0, 1, 2, 3, 4]);
  // The same piece again is seen from the same side.
  expect(areas((await read('a.pvtu', whole('UnstructuredGrid', ['0.vtu', '0.vtu']), files)).mesh, 0).all).toBe(20);
});

it('shows no face between pieces that have copies of each other’s cells, and copies once', async () => {
  const files = new Map([
    ['0.vtu', cubes(0, 3, [0, 0, 1])],
    ['1.vtu', cubes(1, 3, [1, 0, 0])],
  ]);
  const { mesh } = await read('a.pvtu', whole('UnstructuredGrid', [...files.keys()]), files);
  expect(areas(mesh, 2)).toEqual({ across: 0, all: 18 });
  expect(mesh.values!.map(({ name }) => name)).toEqual(['x', 'place']);
  // A cell that is hidden leaves a hole, which its neighbours' faces line.
  const hidden = new Map([['0.vtu', cubes(0, 3, [0, 32, 0])]]);
  expect(areas((await read('a.pvtu', whole('UnstructuredGrid', ['0.vtu']), hidden)).mesh, 1)).toEqual({
    across: 1,
    all: 12,
  });
});

it('joins the pieces of a surface, and leaves out copies', async () => {
  const files = new Map([
    ['0.vtp', square(0)],
    ['1.vtp', square(1, [0, 1])],
  ]);
  const { mesh } = await read('a.pvtp', whole('PolyData', [...files.keys()]), files);
  expect(areas(mesh, -1).all).toBe(1.5);
  expect(mesh.values!.map(({ name, values }) => [name, ...values])).toEqual([['place', 0, 0.5, 1]]);
});

it('reads each piece once', async () => {
  const reads: string[] = [];
  const files = new Map([
    ['0.vtp', square(0)],
    ['1.vtp', square(1)],
  ]);
  await read('a.pvtp', whole('PolyData', [...files.keys()]), files, (file) => reads.push(file));
  expect(reads).toEqual(['0.vtp', '1.vtp']);
});

it.each([
  ['a piece that is not there', whole('PolyData', ['0.vtp', '9.vtp']), /^a\.pvtp: 9\.vtp is not there$/],
  ['no pieces', whole('PolyData', []), /names no pieces; get a whole copy/],
  ['a piece without a file', whole('PolyData', ['']), /has a piece without a Source/],
  [
    'itself as a piece',
    whole('PolyData', ['a.pvtp']),
    /piece "a\.pvtp": is VTK's PPolyData; pieces of it are PolyData$/,
  ],
  [
    'pieces of another kind',
    whole('UnstructuredGrid', ['0.vtp']),
    /piece "0\.vtp": is VTK's PolyData; pieces of it are UnstructuredGrid$/,
  ],
  ['a damaged piece', whole('PolyData', ['bad.vtp']), /piece "bad\.vtp": has no Piece/],
  [
    'a piece that is named far more often than its bytes warrant',
    whole('PolyData', new Array(100_000).fill('0.vtp')),
    /asks for too much (?:work: reading its pieces|memory)/,
  ],
] as const)('refuses %s', async (_, text, message) => {
  const files = new Map([
    ['0.vtp', square(0)],
    ['a.pvtp', text],
    ['bad.vtp', '<VTKFile type="PolyData"><PolyData></PolyData></VTKFile>'],
  ]);
  expect(await expectInputError(read('a.pvtp', text, files), 'a.pvtp')).toMatch(message);
});
