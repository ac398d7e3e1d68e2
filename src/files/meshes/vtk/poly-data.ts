/** Reads VTK's PolyData and unstructured grids, legacy (.vtk), XML (.vtp, .vtu) and in files of pieces (.pvtp, .pvtu): https://docs.vtk.org/en/latest/vtk_file_formats/index.html. */
import { InputError } from '../../../errors.js';
import type { Strokes } from '../../../mesh/generators/create-strokes.js';
import { mergeMeshes } from '../../../mesh/merge-meshes.js';
import type { Mesh } from '../../../mesh/mesh.js';
import { recenter } from '../../../mesh/recenter.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { childOf, childrenOf, type XmlElement } from '../../bytes/text/xml.js';
import type { FileSource } from '../../volumes/source.js';
import { decodeVtkArray, type VtkArray } from '../../vtk/vtk-array.js';
import { readVtkAttributes, type VtkAttributes } from '../../vtk/vtk-attributes.js';
import { isVtkXml } from '../../vtk/vtk-data-set.js';
import { VtkLegacy } from '../../vtk/vtk-legacy.js';
import { VtkPieces } from '../../vtk/vtk-pieces.js';
import { openVtkXml, type VtkXml } from '../../vtk/vtk-xml.js';
import {
  allVertices,
  cutPolygons,
  drawStrokes,
  finishMesh,
  type MeshReader,
  NoTriangles,
  noteLeftOut,
  turnToNamedSpace,
} from '../mesh-file.js';
import { type BoundaryFaces, findBoundaryFaces, isCopy, isRemoved } from './boundary-faces.js';
import { ghostsOf, readPolyDataAttributes } from './poly-data-attributes.js';
import { type CellList, CellTriangles, cellsOf } from './poly-data-cells.js';
import { dropSharedFaces } from './shared-faces.js';

interface PolyData {
  readonly points: VtkArray;
  readonly triangles: CellTriangles;
  /** Cells that are points or lines. */
  readonly leftOut: number;
  readonly strokes: () => Pick<Strokes, 'points' | 'lines'>;
  /** Tuples of arrays on cells. */
  readonly cellCount: number;
  /** The outside of a grid, whose polygons are not its cells. */
  readonly outside?: Pick<BoundaryFaces, 'faces' | 'cellOf' | 'ofSolid'>;
  /** Lines for the user. */
  readonly notes?: readonly string[];
  readonly attributes: VtkAttributes;
}

/**
 * Reads polygons and strips of triangles, with normals, colours and values of points or cells. Surfaces that 3D Slicer marks
 * as RAS become LPS.
 */
export const readPolyData: MeshReader = (source) => {
  const { name, bytes } = source;
  return nameInErrors(name, async () => {
    const pieces = isVtkXml(bytes) ? await readXml(source) : [readLegacy(bytes)];
    const notes: string[] = noteLeftOut(
      pieces.reduce((sum, { leftOut }) => sum + leftOut, 0),
      'points and lines',
    );
    const meshes = pieces.map((piece) => createPiece(piece, bytes.length, notes));
    const filled = meshes.filter(({ triangles }) => triangles.length > 0);
    const vertices = meshes.reduce((sum, { positions }) => sum + positions.length / 3, 0);
    const title = new TextDecoder('iso-8859-1').decode(bytes.subarray(0, 512));
    if (filled.length === 0) {
      throw new NoTriangles(vertices, () => turnToNamedSpace(drawStrokes(joinStrokes(pieces, meshes)), title));
    }
    const file = finishMesh(filled.length === 1 ? filled[0]! : mergeMeshes(filled), notes);
    return turnToNamedSpace(file, title);
  });
};

/** Points and lines of all pieces; all their points where nothing says which. */
function joinStrokes(pieces: readonly PolyData[], meshes: readonly Mesh[]): Strokes {
  let first = 0;
  const parts = pieces.map((piece, index) => {
    const strokes = piece.strokes();
    const { positions } = meshes[index]!;
    const from = first;
    first += positions.length / 3;
    const shift = (list: ArrayLike<number>) => Array.from(list, (vertex) => from + vertex);
    return { points: shift(strokes.points), lines: shift(strokes.lines) };
  });
  const [points, lines] = [parts.flatMap((part) => part.points), parts.flatMap((part) => part.lines)];
  const [only] = meshes;
  return {
    positions: Float64Array.from(
      meshes.flatMap(({ positions, origin }) => Array.from(positions, (at, index) => at + origin[index % 3]!)),
    ),
    points: points.length + lines.length > 0 ? Uint32Array.from(points) : allVertices(first),
    lines: Uint32Array.from(lines),
    ...(meshes.length === 1 && { vertexColors: only!.vertexColors, values: only!.values }),
  };
}

function createPiece(
  { points, triangles, attributes, cellCount, outside, notes: said = [] }: PolyData,
  sizeBytes: number,
  notes: string[],
): Mesh {
  const positions = Float64Array.from(decodeVtkArray(points));
  const cut = triangles.finish();
  notes.push(...cutPolygons(positions, cut, sizeBytes));
  const ofPoints = readPolyDataAttributes(attributes.points, 'vertices', positions.length / 3);
  notes.push(...said);
  const pick = outside ? cut.cells.map((face) => outside.cellOf[face]!) : cut.cells;
  const ofCells = readPolyDataAttributes(attributes.cells, 'triangles', cellCount, pick);
  return {
    ...recenter(positions),
    triangles: cut.triangles,
    normals: ofPoints.normals,
    vertexColors: ofPoints.colors,
    faceColors: ofPoints.colors ? undefined : ofCells.colors,
    values: [...ofPoints.values, ...ofCells.values],
  };
}

/** The vertices of cells, and the pairs that lines join. */
const listPoints = (list: CellList) => cellsOf(list).flat();
const listLines = (list: CellList) =>
  cellsOf(list).flatMap((cell) => cell.slice(1).flatMap((vertex, at) => [cell[at]!, vertex]));
const toStrokes = (points: CellList[], lines: CellList[]) => () => ({
  points: Uint32Array.from(points.flatMap(listPoints)),
  lines: Uint32Array.from(lines.flatMap(listLines)),
});

const KINDS = { VERTICES: 'skip', LINES: 'skip', POLYGONS: 'addPolygons', TRIANGLE_STRIPS: 'addStrips' } as const;

function readLegacy(bytes: Uint8Array): PolyData {
  const file = new VtkLegacy(bytes);
  if (file.dataSet !== 'POLYDATA' && file.dataSet !== 'UNSTRUCTURED_GRID') {
    throw new InputError(`is VTK's ${file.dataSet}; surfaces are POLYDATA, or those of an UNSTRUCTURED_GRID`);
  }
  let keyword = file.keyword();
  if (keyword === 'FIELD') {
    file.readFieldData();
    keyword = file.keyword();
  }
  if (keyword !== 'POINTS') throw new InputError('has no POINTS after its DATASET, which a surface has');
  const count = file.count('the number of points');
  const points = file.readArray(file.word('the type of the points'), count, 3, 'points');
  if (file.dataSet === 'UNSTRUCTURED_GRID') return readLegacyCellsOfGrid(file, points);
  const triangles = new CellTriangles();
  const [verts, lines]: [CellList[], CellList[]] = [[], []];
  let [leftOut, cellCount] = [0, 0];
  for (keyword = file.keyword(); keyword !== undefined && keyword in KINDS; keyword = file.keyword()) {
    const kind = KINDS[keyword as keyof typeof KINDS];
    const list = readLegacyCells(file, keyword);
    cellCount += list.ends.length;
    if (kind === 'skip') {
      leftOut += list.ends.length;
      triangles.skip(list.ends.length);
      (keyword === 'LINES' ? lines : verts).push(list);
    } else triangles[kind](list);
  }
  const strokes = toStrokes(verts, lines);
  return { points, triangles, leftOut, strokes, cellCount, attributes: readVtkAttributes(file, keyword) };
}

function readLegacyCellsOfGrid(file: VtkLegacy, points: VtkArray): PolyData {
  const cells = file.keyword();
  if (cells !== 'CELLS') throw new InputError('has no CELLS after its POINTS, which an unstructured grid has');
  const list = readLegacyCells(file, cells);
  if (file.keyword() !== 'CELL_TYPES') throw new InputError('has no CELL_TYPES after its CELLS; get a whole copy');
  const count = file.count('the number of CELL_TYPES');
  const types = decodeVtkArray(file.readArray('int', count, 1, 'CELL_TYPES'));
  return surfaceOf(list, types, points, readVtkAttributes(file, file.keyword()));
}

/** The faces that solid cells do not share, and the flat cells. */
function surfaceOf(list: CellList, types: ArrayLike<number>, points: VtkArray, attributes: VtkAttributes): PolyData {
  if (types.length < list.ends.length) throw new InputError(`has ${types.length} types for ${list.ends.length} cells`);
  const found = findBoundaryFaces({ ...list, types, ghosts: ghostsOf(attributes.cells) });
  return {
    points,
    triangles: trianglesOf(found.faces),
    leftOut: found.thin,
    strokes: toStrokes([], []),
    cellCount: list.ends.length,
    outside: found,
    notes: noteCells(found),
    attributes,
  };
}

function trianglesOf(faces: CellList): CellTriangles {
  const triangles = new CellTriangles();
  triangles.addPolygons(faces);
  return triangles;
}

function noteCells({ curved, unread }: BoundaryFaces): string[] {
  const kinds = [...unread].map(([type, count]) => `${count} of type ${type}`).join(', ');
  return [
    ...(curved > 0 ? [`took ${curved} curved cells for straight ones between their corners`] : []),
    ...(unread.size > 0 ? [`left out cells whose shape is not known: ${kinds}`] : []),
  ];
}

/** Up to version 5.0 each cell's number of corners stands before them; then offsets and corners are two arrays. */
function readLegacyCells(file: VtkLegacy, what: string): CellList {
  const [first, second] = [file.count(`the number of ${what}`), file.count(`the numbers of ${what}`)];
  if (file.version > 5) {
    const [offsets, corners] = [first, second].map((tuples) => {
      file.word('OFFSETS or CONNECTIVITY');
      return decodeVtkArray(file.readArray(file.word('the type of offsets'), tuples, 1, what));
    });
    return { corners: corners!, ends: offsets!.subarray(1) };
  }
  // Each cell has a number of corners at least.
  if (first > second) throw new InputError(`has ${second} numbers for ${first} ${what}; get a whole copy`);
  const numbers = decodeVtkArray(file.readArray('int', second, 1, what));
  const corners = new Int32Array(Math.max(second - first, 0));
  const ends = new Uint32Array(first);
  let [from, to] = [0, 0];
  for (let cell = 0; cell < first; cell++) {
    const size = numbers[from++] ?? -1;
    if (!(size >= 0 && from + size <= second)) throw new InputError(`has ${what} of ${size} corners; get a whole copy`);
    for (let corner = 0; corner < size; corner++) corners[to++] = numbers[from++]!;
    ends[cell] = to;
  }
  return { corners, ends };
}

type ReadPiece = (file: VtkXml, piece: XmlElement) => Promise<PolyData>;

const XML_PIECES: ReadonlyMap<string, ReadPiece> = new Map<string, ReadPiece>([
  ['PolyData', (file, piece) => readXmlPiece(file, piece)],
  ['UnstructuredGrid', (file, piece) => readXmlGridPiece(file, piece)],
]);

async function readXml(source: FileSource): Promise<PolyData[]> {
  const file = openVtkXml(source.bytes);
  const partType = PARTS.get(file.type);
  if (partType !== undefined) return readParts(source, file, partType);
  return readXmlPieces(file);
}

/** Data sets whose pieces are files, and what those hold. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['PPolyData', 'PolyData'],
  ['PUnstructuredGrid', 'UnstructuredGrid'],
]);

async function readParts(source: FileSource, { dataSet }: VtkXml, type: string): Promise<PolyData[]> {
  const parts = new VtkPieces(source, dataSet);
  const pieces: PolyData[] = [];
  for (const element of parts.elements) {
    const read = await parts.read(element, (bytes) => {
      const part = openVtkXml(bytes);
      if (part.type !== type) throw new InputError(`is VTK's ${part.type}; pieces of it are ${type}`);
      return readXmlPieces(part);
    });
    const sizeBytes = read.reduce((sum, piece) => sum + sizeOf(piece), 0);
    parts.budget.spendBytes(sizeBytes, 'its pieces');
    pieces.push(...read);
  }
  return openPieces(pieces);
}

/** Grids without the faces between them; surfaces as they are. */
function openPieces(pieces: readonly PolyData[]): PolyData[] {
  const open = dropSharedFaces(
    pieces.flatMap(({ points, outside }) => (outside ? [{ ...outside, points: decodeVtkArray(points) }] : [])),
  );
  return pieces.map((piece, index) => {
    const { outside } = piece;
    const { faces, cellOf } = open[index] ?? {};
    if (!outside || !faces || !cellOf) return piece;
    return { ...piece, outside: { ...outside, faces, cellOf }, triangles: trianglesOf(faces) };
  });
}

const sizeOf = ({ points, attributes }: PolyData): number =>
  [points, ...attributes.points, ...attributes.cells].reduce((sum, { bytes }) => sum + bytes.length, 0);

async function readXmlPieces(file: VtkXml): Promise<PolyData[]> {
  const readPiece = XML_PIECES.get(file.type);
  if (!readPiece) {
    throw new InputError(`is VTK's ${file.type}; surfaces are PolyData, or those of an UnstructuredGrid`);
  }
  const pieces: PolyData[] = [];
  for (const piece of childrenOf(file.dataSet, 'Piece')) pieces.push(await readPiece(file, piece));
  if (pieces.length === 0) throw new InputError(`has no Piece, which every ${file.type} has`);
  return pieces;
}

const countIn = (piece: XmlElement, name: string): number => {
  const value = Number(piece.attributes.get(name) ?? 0);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new InputError(`has ${name} of ${value}; an integer of at least 0 would be right`);
};

async function readXmlPoints(file: VtkXml, piece: XmlElement, count: number): Promise<VtkArray> {
  const [array] = childrenOf(childOf(piece, 'Points') ?? piece, 'DataArray');
  if (!array) throw new InputError('has no array of Points, which a surface has');
  const points = await file.readArray(array, count);
  if (points.components !== 3) throw new InputError(`has points of ${points.components} numbers; three are right`);
  return points;
}

async function readXmlGridPiece(file: VtkXml, piece: XmlElement): Promise<PolyData> {
  const [pointCount, cellCount] = [countIn(piece, 'NumberOfPoints'), countIn(piece, 'NumberOfCells')];
  const points = await readXmlPoints(file, piece, pointCount);
  const cells = childOf(piece, 'Cells');
  const typesArray =
    cells && childrenOf(cells, 'DataArray').find(({ attributes }) => attributes.get('Name') === 'types');
  if (!typesArray) throw new InputError('has no types of its Cells; get a whole copy');
  const list = await readXmlCells(file, cells, cellCount);
  const types = decodeVtkArray(await file.readArray(typesArray, cellCount));
  return surfaceOf(list, types, points, {
    points: await readArrays(file, childOf(piece, 'PointData'), pointCount),
    cells: await readArrays(file, childOf(piece, 'CellData'), cellCount),
  });
}

async function readXmlPiece(file: VtkXml, piece: XmlElement): Promise<PolyData> {
  const pointCount = countIn(piece, 'NumberOfPoints');
  const [verts, lines, strips, polys] = ['NumberOfVerts', 'NumberOfLines', 'NumberOfStrips', 'NumberOfPolys'].map(
    (name) => countIn(piece, name),
  ) as [number, number, number, number];
  const points = await readXmlPoints(file, piece, pointCount);
  const cellCount = verts + lines + strips + polys;
  const attributes = {
    points: await readArrays(file, childOf(piece, 'PointData'), pointCount),
    cells: await readArrays(file, childOf(piece, 'CellData'), cellCount),
  };
  const ghosts = ghostsOf(attributes.cells);
  const triangles = new CellTriangles((cell) => isCopy(ghosts?.[cell]) || isRemoved(ghosts?.[cell]));
  triangles.skip(verts + lines);
  triangles.addPolygons(await readXmlCells(file, childOf(piece, 'Polys'), polys));
  triangles.addStrips(await readXmlCells(file, childOf(piece, 'Strips'), strips));
  // Read where they are all there is.
  const hasSurface = strips + polys > 0;
  const strokes = hasSurface
    ? toStrokes([], [])
    : toStrokes(
        [await readXmlCells(file, childOf(piece, 'Verts'), verts)],
        [await readXmlCells(file, childOf(piece, 'Lines'), lines)],
      );
  return { points, triangles, leftOut: verts + lines, strokes, cellCount, attributes };
}

async function readXmlCells(file: VtkXml, element: XmlElement | undefined, cells: number): Promise<CellList> {
  if (!element || cells === 0) return { corners: [], ends: [] };
  const array = (name: string) => {
    const found = childrenOf(element, 'DataArray').find(({ attributes }) => attributes.get('Name') === name);
    if (!found) throw new InputError(`has no array ${name} in its ${element.name}`);
    return found;
  };
  const ends = decodeVtkArray(await file.readArray(array('offsets'), cells));
  const last = ends[cells - 1]!;
  if (!(Number.isSafeInteger(last) && last >= 0))
    throw new InputError(`has an offset of ${last} in its ${element.name}`);
  return { corners: decodeVtkArray(await file.readArray(array('connectivity'), last)), ends };
}

async function readArrays(file: VtkXml, data: XmlElement | undefined, tuples: number): Promise<VtkArray[]> {
  const arrays: VtkArray[] = [];
  for (const element of data ? childrenOf(data, 'DataArray') : []) {
    // Texts are of no use to a picture.
    if (element.attributes.get('type') !== 'String') arrays.push(await file.readArray(element, tuples));
  }
  return arrays;
}
