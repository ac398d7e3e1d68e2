/** The header of MRtrix's images: https://mrtrix.readthedocs.io/en/latest/getting_started/image_data.html. */
import { InputError } from '../../../errors.js';
import type { Affine } from '../../../math/affine.js';
import { scale, type Vec3 } from '../../../math/vec3.js';
import { quote } from '../nrrd/nrrd-fields.js';
import { rasToLps } from '../ras-to-lps.js';
import type { Scaling } from '../samples/scale-voxels.js';
import type { Endianness, ScalarType } from '../samples/voxels.js';

export interface MrtrixHeader {
  /** Lengths of the axes; three or more. */
  readonly sizes: readonly number[];
  /** Steps in memory along the axes, in samples; negative where the last sample comes first. */
  readonly strides: readonly number[];
  readonly type: ScalarType | 'bit' | 'float16';
  readonly complex: boolean;
  readonly endianness: Endianness;
  readonly scaling: Scaling;
  /** The files with the voxels, the image itself being undefined, and where these start. */
  readonly files: readonly { readonly name: string | undefined; readonly start: number }[];
  readonly indexToWorld: Affine;
}

const AXES_MAX = 16;

/** Bytes that hold a header, with the commands that made the image. */
export const MRTRIX_HEADER_BYTES_MAX = 1 << 22;

const TYPES: Readonly<Record<string, MrtrixHeader['type']>> = {
  ...{ bit: 'bit', int8: 'int8', uint8: 'uint8', int16: 'int16', uint16: 'uint16', int32: 'int32', uint32: 'uint32' },
  ...{ int64: 'int64', uint64: 'uint64', float16: 'float16', float32: 'float32', float64: 'float64' },
};

type Fields = ReadonlyMap<string, readonly string[]>;

/** @throws InputError for whatever is no header of an image. */
export function parseMrtrixHeader(bytes: Uint8Array): MrtrixHeader {
  const fields = splitFields(bytes);
  const sizes = listOf(fields, 'dim').map(Number);
  const wrong = sizes.find((size) => !(Number.isSafeInteger(size) && size > 0));
  if (wrong !== undefined || sizes.length < 2 || sizes.length > AXES_MAX) {
    throw new InputError(
      `has the dim ${listOf(fields, 'dim').join(',')}; two or more positive integers would be right`,
    );
  }
  const spacings = listOf(fields, 'vox').map(Number);
  const strides = stridesOf(listOf(fields, 'layout'), sizes);
  // An image of two dimensions is one slice.
  if (sizes.length === 2) {
    strides.push(sizes[0]! * sizes[1]!);
    sizes.push(1);
    spacings.push(Math.min(...spacings));
  }
  const files = (fields.get('file') ?? []).map(parseFile);
  if (files.length === 0) throw new InputError('has no "file", which says where its voxels are');
  const space = [0, 1, 2].map((axis) => spacings[axis]!);
  if (!space.every((spacing) => Number.isFinite(spacing) && spacing > 0)) {
    throw new InputError(`has the vox ${space.join(',')}; three positive numbers would be right`);
  }
  return {
    ...parseType(fields.get('datatype')?.[0] ?? ''),
    sizes,
    strides,
    scaling: parseScaling(fields.get('scaling')?.[0]),
    files,
    indexToWorld: rasToLps(placeInWorld(fields.get('transform'), sizes, space as unknown as Vec3)),
  };
}

/** A header whose voxels are in another file may end with its own. */
const NAMES_OTHER_FILE = /^[ \t]*file[ \t]*:[ \t]*(?!\.[ \t]*\d*\r?$)\S/m;

function splitFields(bytes: Uint8Array): Fields {
  const text = new TextDecoder().decode(bytes.subarray(0, MRTRIX_HEADER_BYTES_MAX));
  const end = /\r?\nEND\r?(?:\n|$)/.exec(text)?.index ?? (NAMES_OTHER_FILE.test(text) ? text.length : undefined);
  if (end === undefined) throw new InputError('has a header without END; get a whole copy');
  const fields = new Map<string, string[]>();
  for (const line of text.slice(0, end).split('\n').slice(1)) {
    const [, key, value = ''] = /^\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === undefined) continue;
    const values = fields.get(key.toLowerCase()) ?? [];
    values.push(value);
    fields.set(key.toLowerCase(), values);
  }
  return fields;
}

function listOf(fields: Fields, key: string): string[] {
  const text = fields.get(key)?.[0];
  if (text === undefined) throw new InputError(`has no "${key}", which the header of an MRtrix image needs`);
  return text.split(/[\s,]+/).filter((part) => part !== '');
}

/** The layout ranks the axes by their steps, from 0 for the fastest, and gives them a sign. */
function stridesOf(layout: readonly string[], sizes: readonly number[]): number[] {
  const ranks = layout.map((entry) => (/^[-+]?\d{1,2}$/.test(entry) ? Math.abs(Number(entry)) : Number.NaN));
  const order = sizes.map((_, rank) => ranks.indexOf(rank));
  if (ranks.length !== sizes.length || order.includes(-1)) {
    throw new InputError(
      `has the layout ${quote(layout.join(','))}; 0 to ${sizes.length - 1}, each once, would be right`,
    );
  }
  const strides: number[] = new Array(sizes.length);
  let step = 1;
  for (const axis of order) {
    strides[axis] = layout[axis]!.startsWith('-') ? -step : step;
    step *= sizes[axis]!;
  }
  return strides;
}

function parseType(text: string): Pick<MrtrixHeader, 'type' | 'complex' | 'endianness'> {
  const [, complex, name = '', order] = /^(c?)((?:u?int|float)\d{1,2}|bit)(le|be)?$/.exec(text.toLowerCase()) ?? [];
  const type = TYPES[name];
  if (type && !(complex && !name.startsWith('float'))) {
    return { type, complex: complex === 'c', endianness: order === 'be' ? 'big' : 'little' };
  }
  throw new InputError(
    `has the datatype ${quote(text)}, which cannot be read; Bit, Int8 to UInt64, Float16 to Float64 and CFloat16 to CFloat64 can`,
  );
}

/** The intercept stands before the slope. */
function parseScaling(text: string | undefined): Scaling {
  if (text === undefined) return { slope: 1, intercept: 0 };
  const [intercept = Number.NaN, slope = Number.NaN] = text.split(/[\s,]+/).map(Number);
  if (Number.isFinite(intercept) && Number.isFinite(slope)) return { slope, intercept };
  throw new InputError(`has the scaling ${quote(text)}; two numbers, the offset and the scale, would be right`);
}

function parseFile(text: string): MrtrixHeader['files'][number] {
  const [, name = '', offset = '0'] = /^(.*?)(?:\s+(\d+))?$/.exec(text) ?? [];
  const start = Number(offset);
  if (name === '' || !Number.isSafeInteger(start))
    throw new InputError(`has the file ${quote(text)}; a name and where the voxels start in it would be right`);
  return { name: name === '.' ? undefined : name, start };
}

/** The rows hold directions, which the spacings multiply, and the first voxel's centre. Without them 0 is in the middle. */
function placeInWorld(rows: readonly string[] | undefined, sizes: readonly number[], spacings: Vec3): Affine {
  if (!rows) {
    const middle = spacings.map((spacing, axis) => -0.5 * (sizes[axis]! - 1) * spacing) as unknown as Vec3;
    const [x, y, z] = spacings;
    return {
      columns: [
        [x, 0, 0],
        [0, y, 0],
        [0, 0, z],
      ],
      origin: middle,
    };
  }
  // Older versions write the last row of the matrix as well.
  const numbers = rows.slice(0, 3).map((row) =>
    row
      .split(/[\s,]+/)
      .filter((part) => part !== '')
      .map(Number),
  );
  if (numbers.length < 3 || !numbers.every((row) => row.length === 4 && row.every(Number.isFinite))) {
    throw new InputError('has a transform that is not three rows of four numbers');
  }
  const column = (axis: number) => numbers.map((row) => row[axis]!) as unknown as Vec3;
  const columns = [0, 1, 2].map((axis) => scale(column(axis), spacings[axis]!)) as unknown as Affine['columns'];
  return { columns, origin: column(3) };
}
