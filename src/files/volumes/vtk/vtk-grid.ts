/** Regular grids of VTK's files, legacy and XML, whose values may be on their points or in their cells. */
import { InputError } from '../../../errors.js';
import { type Affine, transformPoint } from '../../../math/affine.js';
import type { Vec3 } from '../../../math/vec3.js';
import type { MemoryAccount } from '../../bytes/memory-account.js';
import { childOf, childrenOf, type XmlElement } from '../../bytes/text/xml.js';
import { decodeVtkArray, parseNumbers, type VtkArray } from '../../vtk/vtk-array.js';
import { readVtkAttributes } from '../../vtk/vtk-attributes.js';
import { VtkLegacy } from '../../vtk/vtk-legacy.js';
import { openVtkXml, type VtkXml } from '../../vtk/vtk-xml.js';

/** An array that is read when it is wanted. */
export interface GridArray {
  readonly name: string;
  readonly read: () => Promise<VtkArray> | VtkArray;
}

export interface VtkGrid {
  /** Values along i, j and k. */
  readonly sizes: Vec3;
  readonly indexToWorld: Affine;
  /** The arrays of all points or, if there are none, of all cells; scalars first. */
  readonly arrays: readonly GridArray[];
  readonly onCells: boolean;
}

interface Points {
  readonly sizes: Vec3;
  readonly indexToWorld: Affine;
}

/** Steps between coordinates may differ by this much of their mean. */
const UNEVEN_MAX = 1e-4;

/** @param memory takes values that are not the file's own bytes. @throws InputError if it holds no regular grid. */
export function readLegacyGrid(bytes: Uint8Array, memory?: MemoryAccount): VtkGrid {
  const file = new VtkLegacy(bytes, memory);
  const { points, keyword } = readLegacyPoints(file);
  const attributes = readVtkAttributes(file, keyword);
  const grid = (arrays: readonly VtkArray[]) => arrays.map((array) => ({ name: array.name, read: () => array }));
  return placeArrays(points, grid(attributes.points), grid(attributes.cells));
}

function readLegacyPoints(file: VtkLegacy): { points: Points; keyword: string | undefined } {
  let sizes: Vec3 = [0, 0, 0];
  let spacing: Vec3 = [1, 1, 1];
  let origin: Vec3 = [0, 0, 0];
  const coordinates: VtkArray[] = [];
  let keyword = file.keyword();
  for (; keyword !== undefined && !/^(?:POINT|CELL)_DATA$/.test(keyword); keyword = file.keyword()) {
    const three = () => file.numbers(3, keyword!) as unknown as Vec3;
    if (keyword === 'DIMENSIONS') sizes = three();
    else if (keyword === 'SPACING' || keyword === 'ASPECT_RATIO') spacing = three();
    else if (keyword === 'ORIGIN') origin = three();
    else if (/^[XYZ]_COORDINATES$/.test(keyword)) {
      const count = file.count(keyword);
      coordinates.push(file.readArray(file.word('a type'), count));
    } else if (keyword === 'FIELD') file.readFieldData();
    else throw notRegular(file.dataSet);
  }
  if (file.dataSet === 'RECTILINEAR_GRID') return { points: placeCoordinates(coordinates), keyword };
  if (file.dataSet !== 'STRUCTURED_POINTS') throw notRegular(file.dataSet);
  return { points: { sizes, indexToWorld: placePoints(spacing, origin) }, keyword };
}

/** @param memory takes values that are not the file's own bytes. @throws InputError if it holds no regular grid. */
export async function readXmlGrid(bytes: Uint8Array, memory?: MemoryAccount): Promise<VtkGrid> {
  const file = openVtkXml(bytes, memory);
  const { type, dataSet } = file;
  if (type !== 'ImageData' && type !== 'RectilinearGrid') throw notRegular(type);
  const pieces = childrenOf(dataSet, 'Piece');
  if (pieces.length !== 1) throw new InputError(`has ${pieces.length} pieces; files of one can be read`);
  const extent = parseNumbers(pieces[0]!.attributes.get('Extent'), 6, 'Extent');
  const sizes = [0, 1, 2].map((axis) => extent[2 * axis + 1]! - extent[2 * axis]! + 1) as unknown as Vec3;
  const start = [0, 1, 2].map((axis) => extent[2 * axis]!) as unknown as Vec3;
  const points =
    type === 'ImageData'
      ? { sizes, indexToWorld: placeImage(dataSet, start) }
      : await readCoordinates(file, pieces[0]!, sizes);
  const pointCount = points.sizes.reduce((count, size) => count * size, 1);
  const cellCount = cellSizes(points.sizes).reduce((count, size) => count * size, 1);
  return placeArrays(
    points,
    listArrays(file, childOf(pieces[0]!, 'PointData'), pointCount),
    listArrays(file, childOf(pieces[0]!, 'CellData'), cellCount),
  );
}

/**
 * The world of points that start at an index.
 * @param along nine numbers, the columns of which are the axes' directions.
 */
export function placeImage(
  { attributes }: XmlElement,
  start: Vec3,
  along: string = attributes.get('Direction') ?? '1 0 0 0 1 0 0 0 1',
): Affine {
  const origin = parseNumbers(attributes.get('Origin') ?? '0 0 0', 3, 'Origin') as unknown as Vec3;
  const spacing = parseNumbers(attributes.get('Spacing') ?? '1 1 1', 3, 'Spacing') as unknown as Vec3;
  const direction = parseNumbers(along, 9, 'Direction');
  const columns = [0, 1, 2].map((axis) =>
    [0, 1, 2].map((row) => direction[3 * row + axis]! * spacing[axis]!),
  ) as unknown as Affine['columns'];
  return { columns, origin: transformPoint({ columns, origin }, start) };
}

async function readCoordinates(file: VtkXml, piece: XmlElement, sizes: Vec3): Promise<Points> {
  const arrays = childrenOf(childOf(piece, 'Coordinates') ?? piece, 'DataArray');
  const read = arrays.slice(0, 3).map((array, axis) => file.readArray(array, sizes[axis]!));
  return placeCoordinates(await Promise.all(read));
}

function listArrays(file: VtkXml, data: XmlElement | undefined, tuples: number): GridArray[] {
  if (!data) return [];
  const scalars = data.attributes.get('Scalars');
  const arrays = childrenOf(data, 'DataArray').map((element) => ({
    name: element.attributes.get('Name') ?? '',
    read: () => file.readArray(element, tuples),
  }));
  return arrays.sort((a, b) => Number(b.name === scalars) - Number(a.name === scalars));
}

function placePoints(spacing: Vec3, origin: Vec3): Affine {
  const [x, y, z] = spacing;
  return {
    columns: [
      [x, 0, 0],
      [0, y, 0],
      [0, 0, z],
    ],
    origin,
  };
}

function placeCoordinates(arrays: readonly VtkArray[]): Points {
  if (arrays.length !== 3) throw new InputError(`has the coordinates of ${arrays.length} axes; 3 would be right`);
  const axes = arrays.map((array) => decodeVtkArray(array));
  const steps = axes.map((values, axis) => {
    const step = values.length > 1 ? (values.at(-1)! - values[0]!) / (values.length - 1) : 1;
    const uneven = values.some(
      (value, index) => !(Math.abs(value - values[0]! - index * step) <= UNEVEN_MAX * Math.abs(step)),
    );
    if (!uneven && step !== 0) return step;
    throw new InputError(`has coordinates of uneven steps along ${'xyz'[axis]}; resample it to a regular grid`);
  });
  return {
    sizes: axes.map(({ length }) => length) as unknown as Vec3,
    indexToWorld: placePoints(steps as unknown as Vec3, axes.map((values) => values[0] ?? 0) as unknown as Vec3),
  };
}

/** A grid that is flat along an axis has one cell there. */
const cellSizes = (sizes: Vec3) => sizes.map((size) => Math.max(size - 1, 1)) as unknown as Vec3;

/** Cells' values are half a step from the points. */
export function placeArrays(points: Points, ofPoints: readonly GridArray[], ofCells: readonly GridArray[]): VtkGrid {
  const onCells = ofPoints.length === 0 && ofCells.length > 0;
  if (!onCells) return { ...points, arrays: ofPoints, onCells };
  const toCentre = points.sizes.map((size) => (size > 1 ? 0.5 : 0)) as unknown as Vec3;
  return {
    sizes: cellSizes(points.sizes),
    indexToWorld: { ...points.indexToWorld, origin: transformPoint(points.indexToWorld, toCentre) },
    arrays: ofCells,
    onCells,
  };
}

const notRegular = (kind: string) =>
  new InputError(
    `is VTK's ${kind}; volumes are STRUCTURED_POINTS, ImageData or rectilinear grids of even steps, which ParaView's Resample To Image makes of it`,
  );
