/**
 * Reads CIFTI-2: values of the points of several surfaces, and of voxels, in one matrix of NIfTI-2 whose extension says which is which
 * (https://www.nitrc.org/projects/cifti/).
 */
import { InputError } from '../../../errors.js';
import type { MeshLabel, MeshValues } from '../../../mesh/attributes/values.js';
import { Budget } from '../../bytes/budget.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { childOf, childrenOf, parseXml, textOf, type XmlElement } from '../../bytes/text/xml.js';
import { checkScaling, findType } from '../../volumes/nifti/nifti-header.js';
import { decodeVoxels, type Endianness, scalarSizeBytes } from '../../volumes/samples/voxels.js';
import type { ValuesReader } from '../mesh-values.js';
import { readLabels } from './gifti.js';
import { isCifti } from './is-cifti.js';

/** Matrices of CIFTI have their dimensions behind four of one. */
const FIRST_DIMENSION = 5;
const HEADER_BYTES = 540;
/** The number of extensions that hold CIFTI's XML. */
const CIFTI_CODE = 32;

/** Points of a surface that have values, and the row of each in the matrix. */
interface SurfacePoints {
  /** As the file names it, such as CORTEX_LEFT. */
  readonly structure: string;
  /** Points of the whole surface. */
  readonly vertexCount: number;
  readonly vertices: Uint32Array;
  readonly rows: Uint32Array;
}

/** Maps of a file: times of a series may be many more. */
const MAPS_MAX = 64;
/** More points than any surface of people has. */
const VERTICES_MAX = 1 << 24;

/** Reads the maps of each surface: dscalar, dlabel and dtseries files, and those of parcels. Points without values have NaN. */
export const readCifti: ValuesReader = ({ name, bytes }) =>
  nameInErrors(name, async () => {
    if (!isCifti(bytes)) throw new InputError('is no CIFTI file');
    const { matrix, columns, rows, xml } = readMatrix(bytes);
    const budget = new Budget(bytes.length);
    const [ofMaps, ofPoints] = [findMap(xml, 0), findMap(xml, 1)];
    const surfaces = listSurfaces(ofPoints, budget);
    if (surfaces.length === 0)
      throw new InputError(
        'has values of voxels, and none of points on surfaces; wb_command -cifti-separate makes NIfTI of them',
      );
    const maps = listMaps(ofMaps, Math.min(columns, MAPS_MAX));
    return maps.flatMap(({ title, labels }, map) =>
      surfaces.map(({ structure, vertexCount, vertices, rows: own }): MeshValues => {
        budget.spendBytes(4 * vertexCount, `values of ${vertexCount} points`);
        const values = new Float32Array(vertexCount).fill(Number.NaN);
        for (const [index, vertex] of vertices.entries()) {
          const row = own[index]!;
          if (row >= rows) throw new InputError(`names row ${row} of a matrix that has ${rows}`);
          values[vertex] = matrix[map + columns * row]!;
        }
        return { name: title, on: 'vertices', values, structure, ...(labels && { labels }) };
      }),
    );
  });

/** The matrix, of which the maps are the columns, with its scaling applied. */
function readMatrix(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const little = view.getInt32(0, true) === HEADER_BYTES;
  const sizeAt = (dimension: number) => Number(view.getBigInt64(16 + 8 * dimension, little));
  const [columns, rows] = [sizeAt(FIRST_DIMENSION), sizeAt(FIRST_DIMENSION + 1)];
  const others = sizeAt(0) > FIRST_DIMENSION + 1 ? sizeAt(FIRST_DIMENSION + 2) : 1;
  if (!(columns > 0 && rows > 0 && others === 1 && Number.isSafeInteger(columns * rows))) {
    throw new InputError(`has a matrix of ${columns} × ${rows} × ${others} values; one of maps × points can be read`);
  }
  const { type, complex } = findType(view.getInt16(12, little));
  if (complex) throw new InputError('has complex values; real ones can be read');
  const start = Number(view.getBigInt64(168, little));
  const end = start + columns * rows * scalarSizeBytes(type);
  if (!(start >= HEADER_BYTES && end <= bytes.length)) {
    throw new InputError(
      `has ${bytes.length} bytes, and its matrix of ${columns} × ${rows} ends at ${end}; get a whole copy`,
    );
  }
  const { slope, intercept } = checkScaling(view.getFloat64(176, little), view.getFloat64(184, little));
  const endianness: Endianness = little ? 'little' : 'big';
  const stored = decodeVoxels(bytes.subarray(start, end), type, endianness);
  const isScaled = slope !== 1 || intercept !== 0;
  const matrix = isScaled ? Float32Array.from(stored, (value) => slope * value + intercept) : stored;
  return { matrix, columns, rows, xml: parseXml(findExtension(bytes, view, little, start)) };
}

function findExtension(bytes: Uint8Array, view: DataView, little: boolean, end: number): Uint8Array {
  for (let at = HEADER_BYTES + 4; at + 8 <= end; ) {
    const [sizeBytes, code] = [view.getInt32(at, little), view.getInt32(at + 4, little)];
    if (sizeBytes < 8 || at + sizeBytes > end) break;
    // Zeros fill it up.
    if (code === CIFTI_CODE) return bytes.subarray(at + 8, at + sizeBytes);
    at += sizeBytes;
  }
  throw new InputError('says that it is a CIFTI file, and has no description of its matrix; get a whole copy');
}

/** The description of a dimension of the matrix. */
function findMap(root: XmlElement, dimension: 0 | 1): XmlElement {
  const version = root.attributes.get('Version') ?? '';
  if (root.name !== 'CIFTI' || !version.startsWith('2')) {
    throw new InputError(`is CIFTI ${version}; wb_command -file-convert -cifti-version-convert makes CIFTI-2 of it`);
  }
  const maps = childOf(root, 'Matrix');
  const found =
    maps &&
    childrenOf(maps, 'MatrixIndicesMap').find(({ attributes }) =>
      (attributes.get('AppliesToMatrixDimension') ?? '').split(',').map(Number).includes(dimension),
    );
  if (!found) throw new InputError(`says nothing of dimension ${dimension} of its matrix`);
  return found;
}

const kindOf = (map: XmlElement) => (map.attributes.get('IndicesMapToDataType') ?? '').replace('CIFTI_INDEX_TYPE_', '');
const structureOf = ({ attributes }: XmlElement) =>
  (attributes.get('BrainStructure') ?? '').replace('CIFTI_STRUCTURE_', '');

function listSurfaces(map: XmlElement, budget: Budget): SurfacePoints[] {
  const kind = kindOf(map);
  if (kind === 'BRAIN_MODELS') return listModels(map, budget);
  if (kind === 'PARCELS') return listParcels(map, budget);
  throw new InputError(`has a matrix of maps × ${kind || 'nothing'}; maps × points or parcels can be read`);
}

function listModels(map: XmlElement, budget: Budget): SurfacePoints[] {
  const models = childrenOf(map, 'BrainModel').filter(({ attributes }) =>
    (attributes.get('ModelType') ?? '').endsWith('SURFACE'),
  );
  return models.map((model) => {
    const vertexCount = readCount(model);
    const first = Number(model.attributes.get('IndexOffset'));
    const vertices = readVertices(childOf(model, 'VertexIndices'), vertexCount, budget);
    return { structure: structureOf(model), vertexCount, vertices, rows: vertices.map((_, index) => first + index) };
  });
}

/** Points of a parcel share its row. */
function listParcels(map: XmlElement, budget: Budget): SurfacePoints[] {
  const parcels = childrenOf(map, 'Parcel');
  return childrenOf(map, 'Surface').map((surface) => {
    const [structure, vertexCount] = [structureOf(surface), readCount(surface)];
    const [vertices, rows]: [number[], number[]] = [[], []];
    for (const [row, parcel] of parcels.entries()) {
      for (const element of childrenOf(parcel, 'Vertices')) {
        if (structureOf(element) !== structure) continue;
        for (const vertex of readVertices(element, vertexCount, budget)) {
          vertices.push(vertex);
          rows.push(row);
        }
      }
    }
    return { structure, vertexCount, vertices: Uint32Array.from(vertices), rows: Uint32Array.from(rows) };
  });
}

function readCount({ attributes }: XmlElement): number {
  const count = Number(attributes.get('SurfaceNumberOfVertices'));
  if (Number.isSafeInteger(count) && count > 0 && count <= VERTICES_MAX) return count;
  throw new InputError(`has a surface of ${attributes.get('SurfaceNumberOfVertices')} points`);
}

function readVertices(element: XmlElement | undefined, vertexCount: number, budget: Budget): Uint32Array {
  const text = element ? textOf(element).trim() : '';
  budget.spendBytes(8 * text.length, 'numbers of points');
  const vertices = text === '' ? [] : text.split(/\s+/).map(Number);
  for (const vertex of vertices) {
    if (Number.isInteger(vertex) && vertex >= 0 && vertex < vertexCount) continue;
    throw new InputError(`names point ${vertex} of a surface that has ${vertexCount}`);
  }
  return Uint32Array.from(vertices);
}

interface NamedMap {
  readonly title: string;
  readonly labels: readonly MeshLabel[] | undefined;
}

function listMaps(map: XmlElement, count: number): NamedMap[] {
  const named = childrenOf(map, 'NamedMap');
  if (kindOf(map) === 'SERIES') return Array.from({ length: count }, (_, time) => nameMap(`time ${time}`));
  if (named.length < count) throw new InputError(`names ${named.length} of its ${count} maps`);
  return named.slice(0, count).map((element, index) => {
    const title = childOf(element, 'MapName');
    const labels = readLabels(element);
    return nameMap((title && textOf(title).trim()) || `map ${index + 1}`, labels);
  });
}

const nameMap = (title: string, labels: readonly MeshLabel[] = []): NamedMap => ({
  title,
  labels: labels.length > 0 ? labels : undefined,
});
