/** The header of an NRRD file, as https://teem.sourceforge.net/nrrd/format.html defines it. */
import nrrd, { type ParsedNrrd } from 'nrrd-js';
import { InputError } from '../../../errors.js';
import type { Vec3 } from '../../../math/vec3.js';
import { type Endianness, type ScalarType, scalarSizeBytes } from '../samples/voxels.js';
import { type NrrdDataFiles, parseDataFiles } from './nrrd-data-files.js';
import { quote, splitFields } from './nrrd-fields.js';
import type { SegmentLayers } from './segments.js';

export type NrrdEncoding = 'raw' | 'ascii' | 'hex' | 'gzip' | 'bzip2';

/** A header's fields of one axis; numbers that it does not say are NaN. */
export interface NrrdAxis {
  readonly size: number;
  /** Lower case; undefined where the header does not say. */
  readonly kind: string | undefined;
  /** The step from sample to sample in the header's space; null where it has none. */
  readonly direction: readonly number[] | null;
  readonly spacing: number;
  readonly min: number;
  readonly max: number;
  readonly center: string | undefined;
}

export interface NrrdHeader {
  readonly type: ScalarType;
  readonly encoding: NrrdEncoding;
  /** Byte order of the decoded data. */
  readonly endianness: Endianness;
  /** Fastest first. */
  readonly axes: readonly NrrdAxis[];
  /** The factors of x, y and z that make LPS of an anatomical space; undefined for any other. */
  readonly toLps: Vec3 | undefined;
  readonly origin: readonly number[] | undefined;
  /** Units of the space's axes, or of the file's where it names no space. */
  readonly units: readonly string[];
  readonly lineSkip: number;
  /** −1: the data are the last bytes. */
  readonly byteSkip: number;
  readonly segments: SegmentLayers;
  /** Start of the data in the file with the header, if they are in it. */
  readonly dataStart: number;
  /** The files that hold the data, if they are not in the one with the header. */
  readonly dataFiles: NrrdDataFiles | undefined;
}

type Values = ReadonlyMap<string, string>;

/** NRRD_DIM_MAX of Teem, the format's reference implementation. */
const DIMENSION_MAX = 16;

/** Several times what 16 axes of 4 coordinates need; it bounds the time that a malformed value takes. */
const VALUE_LENGTH_MAX = 4096;

const TYPES: Readonly<Record<ScalarType, readonly string[]>> = {
  int8: ['signed char', 'int8', 'int8_t'],
  uint8: ['uchar', 'unsigned char', 'uint8', 'uint8_t'],
  int16: ['short', 'short int', 'signed short', 'signed short int', 'int16', 'int16_t'],
  uint16: ['ushort', 'unsigned short', 'unsigned short int', 'uint16', 'uint16_t'],
  int32: ['int', 'signed int', 'int32', 'int32_t'],
  uint32: ['uint', 'unsigned int', 'uint32', 'uint32_t'],
  int64: ['longlong', 'long long', 'long long int', 'signed long long', 'signed long long int', 'int64', 'int64_t'],
  uint64: ['ulonglong', 'unsigned long long', 'unsigned long long int', 'uint64', 'uint64_t'],
  float32: ['float'],
  float64: ['double'],
};

const ENCODINGS: Readonly<Record<NrrdEncoding, readonly string[]>> = {
  raw: ['raw'],
  ascii: ['ascii', 'text', 'txt'],
  hex: ['hex'],
  gzip: ['gzip', 'gz'],
  bzip2: ['bzip2', 'bz2'],
};

const ENDIANNESSES: Readonly<Record<Endianness, readonly string[]>> = { little: ['little'], big: ['big'] };

const SPACES = {
  ras: ['right-anterior-superior', 'ras', 'right-anterior-superior-time', 'rast'],
  las: ['left-anterior-superior', 'las', 'left-anterior-superior-time', 'last'],
  lps: ['left-posterior-superior', 'lps', 'left-posterior-superior-time', 'lpst'],
  other: ['scanner-xyz', '3d-right-handed', '3d-left-handed'].flatMap((name) => [name, `${name}-time`]),
} as const;

const TO_LPS: Readonly<Record<keyof typeof SPACES, Vec3 | undefined>> = {
  ras: [-1, -1, 1],
  las: [1, -1, 1],
  lps: [1, 1, 1],
  other: undefined,
};

const SIZE = '0*[1-9]\\d*';
const REAL = '[-+]?(?:(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:e[-+]?\\d+)?|nan|inf(?:inity)?)';
const VECTOR = `(?:none|\\(${REAL}(?:,${REAL})*\\))`;

/** A field that nrrd-js reads, and what it must look like: nrrd-js itself takes "12abc" for 12. */
interface NumericField {
  readonly name: string;
  readonly item: string;
  readonly meaning: string;
  readonly perAxis?: boolean;
}

const NUMERIC_FIELDS: readonly NumericField[] = [
  { name: 'dimension', item: '\\d+', meaning: 'an integer' },
  { name: 'space dimension', item: '\\d+', meaning: 'an integer' },
  { name: 'line skip', item: '\\d+', meaning: 'an integer from 0' },
  { name: 'byte skip', item: '(?:\\d+|-1)', meaning: 'an integer from -1' },
  { name: 'sizes', item: SIZE, meaning: 'a positive integer for each axis', perAxis: true },
  { name: 'spacings', item: REAL, meaning: 'a number for each axis', perAxis: true },
  { name: 'axis mins', item: REAL, meaning: 'a number for each axis', perAxis: true },
  { name: 'axis maxs', item: REAL, meaning: 'a number for each axis', perAxis: true },
  { name: 'space directions', item: VECTOR, meaning: 'a vector like (1,0,0), or none, for each axis', perAxis: true },
  { name: 'space origin', item: VECTOR, meaning: 'a vector like (1,0,0)' },
];

/** @throws InputError, without the file's name, for whatever is no header of scalar samples. */
export function parseNrrdHeader(bytes: Uint8Array): NrrdHeader {
  const { values, segments, listedFiles, dataStart } = splitFields(bytes);
  const type = lookUp(TYPES, 'type', required(values, 'type'));
  const encoding = lookUp(ENCODINGS, 'encoding', required(values, 'encoding'));
  const numbers = parseNumbers(values);
  const space = values.get('space');
  const kinds = parseWords(values, 'kinds', numbers.sizes.length);
  const centers = parseWords(values, 'centers', numbers.sizes.length);
  checkVectors(numbers, space);
  return {
    type,
    encoding,
    endianness: parseEndianness(values, type, encoding),
    axes: numbers.sizes.map((size, axis) => ({
      size,
      kind: kinds[axis],
      direction: existing(numbers.spaceDirections?.[axis]),
      spacing: numbers.spacings?.[axis] ?? Number.NaN,
      min: numbers.axisMins?.[axis] ?? Number.NaN,
      max: numbers.axisMaxs?.[axis] ?? Number.NaN,
      center: centers[axis],
    })),
    toLps: space === undefined ? undefined : TO_LPS[lookUp(SPACES, 'space', space)],
    origin: existing(numbers.spaceOrigin) ?? undefined,
    units: parseUnits(values.get(numbers.spaceDirections ? 'spaceunits' : 'units')),
    lineSkip: numbers.lineSkip ?? 0,
    byteSkip: numbers.byteSkip ?? 0,
    segments,
    dataStart,
    dataFiles: parseDataFiles(values.get('datafile'), listedFiles),
  };
}

function required(values: Values, name: string): string {
  const value = values.get(name);
  if (value === undefined) throw new InputError(`has no "${name}" in its header; every NRRD must say it`);
  return value;
}

/** The key of `table` that has `value` among its names. */
function lookUp<Key extends string>(
  table: Readonly<Record<Key, readonly string[]>>,
  field: string,
  value: string,
): Key {
  const keys = Object.keys(table) as Key[];
  const key = keys.find((key) => table[key].includes(value.toLowerCase()));
  if (key) return key;
  const known = keys.map((key) => table[key][0]).join(', ');
  throw new InputError(`has the ${field} ${quote(value)}, which cannot be read; ${known} can`);
}

function parseEndianness(values: Values, type: ScalarType, encoding: NrrdEncoding): Endianness {
  const value = values.get('endian');
  const endianness = value === undefined ? undefined : lookUp(ENDIANNESSES, 'endian', value);
  if (encoding === 'ascii' || scalarSizeBytes(type) === 1) return 'little';
  if (endianness) return endianness;
  throw new InputError(`has no "endian" in its header; ${encoding} data of type ${type} need it, little or big`);
}

/** One lower-case word for each axis, undefined where it says nothing. */
function parseWords(values: Values, field: string, dimension: number): (string | undefined)[] {
  const value = values.get(field);
  if (value === undefined) return [];
  const words = value.toLowerCase().split(' ');
  checkLength(field, words, dimension);
  return words.map((word) => (word === '???' || word === 'none' ? undefined : word));
}

function checkLength(field: string, items: readonly unknown[], dimension: number): void {
  if (items.length === dimension) return;
  throw new InputError(`has ${items.length} ${field} but dimension ${dimension}; there must be one for each axis`);
}

/** The numeric fields, which are first checked and freed of optional blanks, by way of nrrd-js. */
function parseNumbers(values: Values): ParsedNrrd {
  const dimension = Number(required(values, 'dimension'));
  required(values, 'sizes');
  // nrrd-js always reads data too. Blocks of no bytes have none to read, and one byte keeps it from missing them.
  const lines = ['NRRD0005', 'type: block', 'block size: 0', 'encoding: raw'];
  for (const { name, item, meaning, perAxis } of NUMERIC_FIELDS) {
    const value = values.get(name.replace(' ', ''));
    if (value === undefined) continue;
    const plain = value.toLowerCase().replace(/ ?, ?/g, ',').replaceAll('( ', '(').replaceAll(' )', ')');
    const syntax = new RegExp(perAxis ? `^${item}(?: ${item})*$` : `^${item}$`);
    if (plain.length > VALUE_LENGTH_MAX || !syntax.test(plain)) {
      throw new InputError(`has malformed ${name} ${quote(value)}; right is ${meaning}`);
    }
    if (perAxis) checkLength(name, plain.split(' '), dimension);
    lines.push(`${name}: ${plain}`);
  }
  if (dimension < 1 || dimension > DIMENSION_MAX) {
    throw new InputError(`has dimension ${dimension}; NRRD allows 1 to ${DIMENSION_MAX}`);
  }
  return nrrd.parse(new TextEncoder().encode(`${lines.join('\n')}\n\n.`));
}

/** The vector, unless it is `none` or, which means the same, all NaN. */
function existing(vector: readonly number[] | null | undefined): readonly number[] | null {
  return vector?.some((coordinate) => !Number.isNaN(coordinate)) ? vector : null;
}

/** Vectors have three coordinates, four in a space with time, or two in a plane, which has no name. */
function checkVectors({ spaceDirections = [], spaceOrigin = null, spaceDimension }: ParsedNrrd, space?: string): void {
  const named = space === undefined ? undefined : /t$|-time$/.test(space.toLowerCase()) ? 4 : 3;
  const vectors = [...spaceDirections, spaceOrigin].filter((vector) => vector !== null);
  const dimension = named ?? spaceDimension ?? vectors[0]?.length ?? 3;
  if (spaceDimension !== undefined && spaceDimension !== dimension) {
    throw new InputError(`has space dimension ${spaceDimension} in the space ${space}, which has ${dimension}`);
  }
  if (vectors.length === 0) return;
  if (dimension < 2 || dimension > 4) {
    throw new InputError(
      `has its axes in a space of dimension ${dimension}; volumes need 3, or 4 with time, and slices 2`,
    );
  }
  const wrong = vectors.find((vector) => vector.length !== dimension);
  if (wrong) throw new InputError(`has the vector (${wrong.join(',')}) in a space of dimension ${dimension}`);
}

/** The texts in quotes of a field such as `space units`. */
const parseUnits = (value = '') => Array.from(value.matchAll(/"([^"]*)"/g), ([, text]) => text!.trim());
