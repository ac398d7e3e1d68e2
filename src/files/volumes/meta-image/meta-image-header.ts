/** The header of a MetaImage file: https://docs.itk.org/en/latest/learn/metaio.html. */
import { InputError } from '../../../errors.js';
import type { Vec3 } from '../../../math/vec3.js';
import type { Volume } from '../../../volume/volume.js';
import { quote } from '../nrrd/nrrd-fields.js';
import { acrossSlice } from '../samples/across-slice.js';
import type { SampleAxis } from '../samples/select-samples.js';
import type { Endianness, ScalarType } from '../samples/voxels.js';
import { splitMetaImageFields } from './meta-image-fields.js';

export type MetaImageEncoding = 'raw' | 'compressed' | 'ascii';

export interface MetaImageHeader {
  readonly type: ScalarType;
  readonly encoding: MetaImageEncoding;
  readonly endianness: Endianness;
  /** Fastest first. */
  readonly axes: readonly SampleAxis[];
  readonly placement: Pick<Volume, 'indexToWorld' | 'anatomical'>;
  /** The name of the world's unit; undefined where the header says none that is known. */
  readonly unit: string | undefined;
  /** The value of ElementDataFile, and the lines after it. */
  readonly dataFile: string;
  readonly listedFiles: readonly string[];
  /** Start of the data in the file with the header, if they are in it. */
  readonly dataStart: number;
  /** Bytes before the data in each data file; −1: the data are the last bytes. */
  readonly headerSizeBytes: number;
  /** Undefined: to the end of the file. */
  readonly compressedSizeBytes: number | undefined;
  readonly notes: readonly string[];
}

type Values = ReadonlyMap<string, string>;

/** METAIO's MET_MAX_DIMENSION of 10, which bounds its matrix of 100 numbers. */
const DIMENSION_MAX = 10;

/** Several times what that takes; it bounds the time that a malformed value takes. */
const VALUE_LENGTH_MAX = 4096;

/** MET_LONG has 4 bytes in every file, whatever the C type of that name has. */
const TYPES: Readonly<Record<string, ScalarType>> = {
  MET_CHAR: 'int8',
  MET_ASCII_CHAR: 'int8',
  MET_UCHAR: 'uint8',
  MET_SHORT: 'int16',
  MET_USHORT: 'uint16',
  MET_INT: 'int32',
  MET_UINT: 'uint32',
  MET_LONG: 'int32',
  MET_ULONG: 'uint32',
  MET_LONG_LONG: 'int64',
  MET_ULONG_LONG: 'uint64',
  MET_FLOAT: 'float32',
  MET_DOUBLE: 'float64',
};

/** The names of MetaIO's units. */
const DISTANCE_UNITS: ReadonlyMap<string, string> = new Map([
  ['um', 'micrometer'],
  ['mm', 'millimeter'],
  ['cm', 'centimeter'],
]);

const INTEGER = /^[-+]?\d{1,15}$/;
const REAL = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/** @throws InputError, without the file's name, for whatever is no header of scalar samples in three dimensions, or in the two of one slice. */
export function parseMetaImageHeader(bytes: Uint8Array): MetaImageHeader {
  const { values, dataFile, listedFiles, dataStart } = splitMetaImageFields(bytes);
  const objectType = values.get('ObjectType');
  if (objectType !== undefined && objectType !== 'Image') {
    throw new InputError(`has the ObjectType ${quote(objectType)}; a volume is an Image`);
  }
  const dimension = parseInteger(values, 'NDims', 1, DIMENSION_MAX);
  const sizes = parseIntegers(values, 'DimSize', dimension);
  if (dimension < 2) throw new InputError(`has NDims ${dimension}, ${sizes.join(' × ')}; a volume needs 3, a slice 2`);
  const encoding = parseEncoding(values);
  const headerSizeBytes = parseInteger(values, 'HeaderSize', -1, Number.MAX_SAFE_INTEGER, 0);
  if (headerSizeBytes === -1 && encoding !== 'raw') {
    throw new InputError(`has HeaderSize -1 and ${encoding} data; only the start of plain binary data follows from it`);
  }
  const unit = DISTANCE_UNITS.get((values.get('DistanceUnits') ?? '').toLowerCase());
  const compressedSizeBytes = parseInteger(values, 'CompressedDataSize', 0, Number.MAX_SAFE_INTEGER, 0);
  return {
    type: parseType(values),
    encoding,
    // decodeAscii makes little-endian scalars.
    endianness: encoding !== 'ascii' && parseByteOrder(values) ? 'big' : 'little',
    axes: listAxes(values, sizes),
    placement: placeInWorld(values, dimension),
    unit,
    dataFile,
    listedFiles,
    dataStart,
    headerSizeBytes,
    compressedSizeBytes: compressedSizeBytes === 0 ? undefined : compressedSizeBytes,
    notes: [...describeIntensity(values), ...noteUnit(unit)],
  };
}

function listAxes(values: Values, sizes: readonly number[]): SampleAxis[] {
  const channels = parseInteger(values, 'ElementNumberOfChannels', 1, Number.MAX_SAFE_INTEGER, 1);
  return [
    { size: channels, role: 'component', label: 'ElementNumberOfChannels' },
    ...sizes.map((size, axis) => {
      return { size, role: axis < 3 ? ('space' as const) : ('time' as const), label: `DimSize ${axis + 1}` };
    }),
    ...(sizes.length === 2 ? [{ size: 1, role: 'space' as const, label: 'the slice' }] : []),
  ];
}

function parseType(values: Values): ScalarType {
  const value = required(values, 'ElementType');
  const type = TYPES[value.toUpperCase().replace(/_ARRAY$/, '')];
  if (type) return type;
  throw new InputError(
    `has the ElementType ${quote(value)}, which cannot be read; ${Object.keys(TYPES).join(', ')} can`,
  );
}

function parseEncoding(values: Values): MetaImageEncoding {
  if (!parseBoolean(values, 'BinaryData', true)) return 'ascii';
  return parseBoolean(values, 'CompressedData', false) ? 'compressed' : 'raw';
}

/** Whether the most significant byte comes first. */
function parseByteOrder(values: Values): boolean {
  return parseBoolean(values, 'BinaryDataByteOrderMSB', parseBoolean(values, 'ElementByteOrderMSB', false));
}

/**
 * Index space to the world, as ITK has it: each row of the matrix is the direction of an axis. AnatomicalOrientation counts as
 * a remark on that matrix and the world as LPS, like in ITK; without one, the world is not anatomical. Nor is it that of a file
 * of two dimensions, whose slice is put in z = 0: where it lay in a body is lost.
 */
function placeInWorld(values: Values, dimension: number): MetaImageHeader['placement'] {
  const matrix = parseReals(values, ['TransformMatrix', 'Rotation', 'Orientation'], dimension ** 2);
  const spacings = parseReals(values, ['ElementSpacing', 'ElementSize'], dimension);
  const origin = parseReals(values, ['ImagePosition', 'Origin', 'Offset', 'Position'], dimension);
  const column = (axis: number): Vec3 => {
    const component = (of: number) => {
      if (of >= dimension) return 0;
      const direction = matrix ? matrix[axis * dimension + of]! : axis === of ? 1 : 0;
      // Adding zero makes zeros of negative ones.
      return direction * (spacings?.[axis] ?? 1) + 0;
    };
    return [component(0), component(1), component(2)];
  };
  const [i, j] = [column(0), column(1)];
  return {
    indexToWorld: {
      columns: [i, j, dimension > 2 ? column(2) : acrossSlice(i, j)],
      origin: [origin?.[0] ?? 0, origin?.[1] ?? 0, origin?.[2] ?? 0],
    },
    anatomical: dimension > 2 && /^[RLAPIS]{3}$/i.test(values.get('AnatomicalOrientation') ?? ''),
  };
}

function describeIntensity(values: Values): string[] {
  const [slope = 1] = parseReals(values, ['ElementToIntensityFunctionSlope'], 1) ?? [];
  const [offset = 0] = parseReals(values, ['ElementToIntensityFunctionOffset'], 1) ?? [];
  if (slope === 1 && offset === 0) return [];
  return [
    `says that intensity is value · ${slope} + ${offset}; values are taken as they are stored, as ITK takes them`,
  ];
}

function required(values: Values, name: string): string {
  const value = values.get(name);
  if (value === undefined) throw new InputError(`has no "${name}" in its header; every MetaImage must say it`);
  return value;
}

function parseBoolean(values: Values, name: string, otherwise: boolean): boolean {
  const value = values.get(name);
  if (value === undefined) return otherwise;
  if (/^(?:t|true|1)$/i.test(value)) return true;
  if (/^(?:f|false|0)$/i.test(value)) return false;
  throw new InputError(`has ${name} ${quote(value)}; True or False would be right`);
}

/** An integer from `min` to `max`, which the header must have unless there is a value to take otherwise. */
function parseInteger(values: Values, name: string, min: number, max: number, otherwise?: number): number {
  const value = values.get(name);
  if (value === undefined && otherwise !== undefined) return otherwise;
  const number = INTEGER.test(required(values, name)) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  const right = max === Number.MAX_SAFE_INTEGER ? `from ${min} on` : `from ${min} to ${max}`;
  throw new InputError(`has ${name} ${quote(value!)}; an integer ${right} would be right`);
}

/** Parses as many positive integers as there are dimensions. */
function parseIntegers(values: Values, name: string, count: number): number[] {
  const words = splitWords(required(values, name));
  const numbers = words.map((word) => (INTEGER.test(word) ? Number(word) : Number.NaN));
  if (numbers.length === count && numbers.every((number) => number > 0)) return numbers;
  throw new InputError(`has ${name} ${quote(values.get(name)!)}; ${count} positive integers would be right`);
}

/** `count` finite numbers of the first of the named fields that the header has. */
function parseReals(values: Values, names: readonly string[], count: number): number[] | undefined {
  const name = names.find((name) => values.has(name));
  if (name === undefined) return undefined;
  const words = splitWords(values.get(name)!);
  const numbers = words.map((word) => (REAL.test(word) ? Number(word) : Number.NaN));
  if (numbers.length === count && numbers.every(Number.isFinite)) return numbers;
  const right = count === 1 ? 'a number' : `${count} numbers`;
  throw new InputError(`has ${name} ${quote(values.get(name)!)}; ${right} would be right`);
}

function splitWords(value: string): string[] {
  return value.length > VALUE_LENGTH_MAX ? [] : value.split(/\s+/);
}

const noteUnit = (unit: string | undefined): string[] =>
  unit === undefined || unit === 'millimeter' ? [] : [`measures lengths in ${unit}s, and so does the world here`];
