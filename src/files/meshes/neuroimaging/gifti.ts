/** Reads GIfTI surfaces and values on them: https://www.nitrc.org/projects/gifti, version 1.0 of 2011. */
import { InputError } from '../../../errors.js';
import { colorBytes, packColor } from '../../../mesh/attributes/colors.js';
import type { MeshLabel, MeshValues } from '../../../mesh/attributes/values.js';
import { recenter } from '../../../mesh/recenter.js';
import { Budget } from '../../bytes/budget.js';
import { inflateZlib } from '../../bytes/compression/inflate.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { decodeBase64 } from '../../bytes/text/base64.js';
import { childOf, childrenOf, parseXml, textOf, type XmlElement } from '../../bytes/text/xml.js';
import { decodeAscii } from '../../volumes/nrrd/decode-nrrd-text.js';
import { decodeVoxels, type Endianness, type ScalarType, scalarSizeBytes } from '../../volumes/samples/voxels.js';
import type { FileSource } from '../../volumes/source.js';
import { finishMesh, type MeshReader, turnRasToLps } from '../mesh-file.js';
import type { ValuesReader } from '../mesh-values.js';

const TYPES: Readonly<Record<string, ScalarType>> = {
  NIFTI_TYPE_UINT8: 'uint8',
  NIFTI_TYPE_INT32: 'int32',
  NIFTI_TYPE_FLOAT32: 'float32',
  NIFTI_TYPE_FLOAT64: 'float64',
};

/** Encodings by the names of their codes in the library of GIfTI's authors, which some writers put in the file. */
const ENCODING_CODES: Readonly<Record<string, string>> = {
  GIFTI_ENCODING_ASCII: 'ASCII',
  GIFTI_ENCODING_B64BIN: 'Base64Binary',
  GIFTI_ENCODING_B64GZ: 'GZipBase64Binary',
  GIFTI_ENCODING_EXTBIN: 'ExternalFileBinary',
};

interface GiftiArray {
  readonly intent: string;
  readonly name: string | undefined;
  /** The part of the body, as CIFTI names it. */
  readonly structure: string | undefined;
  readonly rows: number;
  readonly columns: number;
  /** Row by row. */
  readonly numbers: ArrayLike<number>;
}

/** Reads points, triangles, colours and values. Coordinates, which are RAS, become LPS. */
export const readGifti: MeshReader = (source) =>
  nameInErrors(source.name, async () => {
    const { arrays, labels } = await readContent(source);
    const points = arrays.find(({ intent }) => intent === 'POINTSET');
    const faces = arrays.find(({ intent }) => intent === 'TRIANGLE');
    if (!points || !faces) {
      throw new InputError(
        'holds values on the vertices of a surface, and no surface; name the file of the surface itself',
      );
    }
    if (points.columns !== 3 || faces.columns !== 3) {
      throw new InputError(
        `has ${points.columns} numbers per point and ${faces.columns} per triangle; three of each are right`,
      );
    }
    const colors = arrays.find(({ intent, rows }) => /^RGBA?_VECTOR$/.test(intent) && rows === points.rows);
    const surface = finishMesh(
      {
        ...recenter(Float64Array.from(points.numbers)),
        triangles: Uint32Array.from(faces.numbers),
        vertexColors: colors && readColors(colors),
        values: listValues(arrays, labels).filter(({ values }) => values.length === points.rows),
      },
      [],
    );
    const { structure } = points;
    return { ...turnRasToLps(surface), ...(structure !== undefined && { structure }) };
  });

/** Reads the values of files such as .func.gii and .shape.gii, which have no surface. */
export const readGiftiValues: ValuesReader = (source) =>
  nameInErrors(source.name, async () => {
    const { arrays, labels } = await readContent(source);
    return listValues(arrays, labels);
  });

const NO_VALUES = /^(?:POINTSET|TRIANGLE|NODE_INDEX|RGBA?_VECTOR|VECTOR)$/;

/** Arrays of a file: times of a series may be many more. */
const ARRAYS_MAX = 64;

function listValues(arrays: readonly GiftiArray[], labels: readonly MeshLabel[]): MeshValues[] {
  const values = arrays.filter(({ intent, columns }) => !NO_VALUES.test(intent) && columns === 1);
  return values.map(({ name, intent, numbers }, index) => ({
    name: name || (values.length > 1 ? `${intent.toLowerCase()} ${index + 1}` : intent.toLowerCase()),
    on: 'vertices',
    values: Float32Array.from(numbers),
    ...(intent === 'LABEL' && labels.length > 0 && { labels }),
  }));
}

/** Fractions of 1, or bytes. */
function readColors({ rows, columns, numbers }: GiftiArray): Uint8Array {
  const scale = Array.from(numbers).some((number) => number > 1) ? 1 : 255;
  const channel = (row: number, index: number) => scale * numbers[columns * row + index]!;
  return colorBytes(
    Uint32Array.from({ length: rows }, (_, row) => packColor(channel(row, 0), channel(row, 1), channel(row, 2))),
  );
}

interface GiftiContent {
  readonly arrays: readonly GiftiArray[];
  /** The regions that arrays of labels have. */
  readonly labels: readonly MeshLabel[];
}

async function readContent(source: FileSource): Promise<GiftiContent> {
  const root = parseXml(source.bytes);
  if (root.name !== 'GIFTI') throw new InputError('is no GIfTI file; its root element would be GIFTI');
  const budget = new Budget(source.bytes.length);
  const arrays: GiftiArray[] = [];
  for (const element of childrenOf(root, 'DataArray').slice(0, ARRAYS_MAX)) {
    arrays.push(await readArray(source, element, budget));
  }
  return { arrays, labels: readLabels(root) };
}

/** More labels than atlases have. */
const LABELS_MAX = 1 << 16;

/** Names and colours of labels; what has no opacity, as the unknown, has no colour. */
export function readLabels(root: XmlElement): readonly MeshLabel[] {
  const table = childOf(root, 'LabelTable');
  const elements = table ? childrenOf(table, 'Label').slice(0, LABELS_MAX) : [];
  return elements.flatMap((element): MeshLabel[] => {
    const number = (name: string) => Number(element.attributes.get(name) ?? Number.NaN);
    const label = element.attributes.has('Key') ? number('Key') : number('Index');
    if (!Number.isInteger(label)) return [];
    const color = [number('Red'), number('Green'), number('Blue')] as const;
    const isSeen = color.every((channel) => channel >= 0 && channel <= 1) && !(number('Alpha') === 0);
    const name = textOf(element).trim();
    return [{ label, name: name === '' ? `Label ${label}` : name, ...(isSeen && { color }) }];
  });
}

async function readArray(source: FileSource, element: XmlElement, budget: Budget): Promise<GiftiArray> {
  const attribute = (name: string) => element.attributes.get(name) ?? '';
  const intent = attribute('Intent').replace('NIFTI_INTENT_', '');
  const type = TYPES[attribute('DataType')];
  if (!type)
    throw new InputError(`has an array of ${attribute('DataType')}; ${Object.keys(TYPES).join(', ')} are read`);
  const dimensions = Number(attribute('Dimensionality'));
  const sizes = [0, 1].map((axis) => (axis < dimensions ? Number(attribute(`Dim${axis}`)) : 1)) as [number, number];
  const [rows, columns] = sizes;
  if (!(dimensions >= 1 && dimensions <= 2) || !sizes.every((size) => Number.isSafeInteger(size) && size >= 0)) {
    throw new InputError(`has an array of ${attribute('Dimensionality')} dimensions of ${sizes.join(' × ')}`);
  }
  const sizeBytes = rows * columns * scalarSizeBytes(type);
  budget.spendBytes(3 * sizeBytes, `an array of ${rows} × ${columns}`);
  const endianness: Endianness = attribute('Endian') === 'BigEndian' ? 'big' : 'little';
  const encoding = attribute('Encoding');
  const isText = (ENCODING_CODES[encoding] ?? encoding) === 'ASCII';
  const bytes = await readBytes(source, element, type, sizeBytes);
  if (bytes.length < sizeBytes)
    throw new InputError(`has ${bytes.length} bytes for an array of ${sizeBytes}; get a whole copy`);
  const numbers = decodeVoxels(bytes.subarray(0, sizeBytes), type, isText ? 'little' : endianness);
  const byColumns = attribute('ArrayIndexingOrder') === 'ColumnMajorOrder' && columns > 1;
  return {
    intent,
    name: findEntry(element, 'Name'),
    structure: nameStructure(findEntry(element, 'AnatomicalStructurePrimary')),
    // MATLAB's toolbox writes values of vertices as one row.
    ...(rows === 1 && !NO_VALUES.test(intent) ? { rows: columns, columns: 1 } : { rows, columns }),
    numbers: byColumns ? transpose(numbers, rows, columns) : numbers,
  };
}

async function readBytes(
  source: FileSource,
  element: XmlElement,
  type: ScalarType,
  sizeBytes: number,
): Promise<Uint8Array> {
  const written = element.attributes.get('Encoding') ?? '';
  const encoding = ENCODING_CODES[written] ?? written;
  const text = childOf(element, 'Data')?.text ?? new Uint8Array();
  if (encoding === 'ASCII') return decodeAscii(text, type, sizeBytes / scalarSizeBytes(type));
  if (encoding === 'Base64Binary') return decodeBase64(text, sizeBytes);
  // Named after gzip, but zlib's format.
  if (encoding === 'GZipBase64Binary') return inflateZlib(decodeBase64(text, text.length), sizeBytes);
  if (encoding === 'ExternalFileBinary') {
    const start = Number(element.attributes.get('ExternalFileOffset') || 0);
    const file = await source.readSibling(element.attributes.get('ExternalFileName') ?? '');
    return file.subarray(start, start + sizeBytes);
  }
  throw new InputError(
    `has an array in ${encoding || 'no encoding'}, which is not read; wb_command -gifti-convert BASE64_BINARY makes one that is`,
  );
}

/** An entry of an array's metadata. */
function findEntry(element: XmlElement, name: string): string | undefined {
  const metadata = childOf(element, 'MetaData');
  const entry = metadata && childrenOf(metadata, 'MD').find((md) => textOfChild(md, 'Name') === name);
  return entry && textOfChild(entry, 'Value');
}

/** CIFTI's name of a part of the body: GIfTI's CortexLeft is its CORTEX_LEFT. */
const nameStructure = (structure: string | undefined) =>
  structure?.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase() || undefined;

function textOfChild(element: XmlElement, name: string): string {
  const child = childOf(element, name);
  return child ? textOf(child).trim() : '';
}

function transpose(numbers: ArrayLike<number>, rows: number, columns: number): Float64Array {
  const turned = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) turned[columns * row + column] = numbers[rows * column + row]!;
  }
  return turned;
}
