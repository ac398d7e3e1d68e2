/** The header of AFNI's datasets: README.attributes at https://afni.nimh.nih.gov/pub/dist/doc/program_help/README.attributes.html. */
import { InputError } from '../../../errors.js';
import type { Affine } from '../../../math/affine.js';
import type { Vec3 } from '../../../math/vec3.js';
import type { VoxelMeaning } from '../../../volume/volume.js';
import { quote } from '../nrrd/nrrd-fields.js';
import type { Endianness, ScalarType } from '../samples/voxels.js';

/** How the voxels of a sub-brick are stored. */
export interface AfniType {
  readonly type: ScalarType;
  readonly parts: 'scalar' | 'complex' | 'rgb';
}

export interface AfniHeader {
  readonly sizes: Vec3;
  /** One for each sub-brick. */
  readonly bricks: readonly AfniBrick[];
  /** Whether the sub-bricks are points in time. */
  readonly isSeries: boolean;
  readonly endianness: Endianness;
  readonly indexToWorld: Affine;
  readonly notes: readonly string[];
}

export interface AfniBrick extends AfniType {
  /** Values are the stored ones times this. */
  readonly factor: number;
  readonly label: string;
  readonly meaning: VoxelMeaning | undefined;
}

const TYPES: Readonly<Record<number, AfniType>> = {
  0: { type: 'uint8', parts: 'scalar' },
  1: { type: 'int16', parts: 'scalar' },
  2: { type: 'int32', parts: 'scalar' },
  3: { type: 'float32', parts: 'scalar' },
  4: { type: 'float64', parts: 'scalar' },
  5: { type: 'float32', parts: 'complex' },
  6: { type: 'uint8', parts: 'rgb' },
};

/** Statistics that have both signs: correlation, t, and z. */
const SIGNED_STATISTICS: readonly number[] = [2, 3, 5];

/** The axis of the world, which is LPS, that each code of ORIENT_SPECIFIC is along. */
const AXES = [0, 0, 1, 1, 2, 2] as const;

/** More than any scanner makes. */
const BRICKS_MAX = 1 << 20;

type Attributes = ReadonlyMap<string, string>;

/** Attributes by name: numbers as the text that lists them, strings without the quote before them. */
function splitAttributes(text: string): Attributes {
  const attributes = new Map<string, string>();
  const pattern = /type\s*=\s*(string|integer|float)-attribute\s+name\s*=\s*(\S+)\s+count\s*=\s*(\d+)\s*/g;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [, kind, name = '', count] = match;
    const start = pattern.lastIndex;
    if (kind === 'string') {
      // The text may hold anything, also what looks like an attribute, and ends in ~.
      const from = text[start] === "'" ? start + 1 : start;
      const to = from + Number(count);
      attributes.set(name, text.slice(from, to).replace(/~$/, ''));
      pattern.lastIndex = Math.min(to, text.length);
    } else {
      const end = text.indexOf('type', start);
      attributes.set(name, text.slice(start, end < 0 ? undefined : end));
    }
  }
  return attributes;
}

function numbersOf(attributes: Attributes, name: string): number[] | undefined {
  const text = attributes.get(name)?.trim();
  if (text === undefined) return undefined;
  const numbers = text === '' ? [] : text.split(/\s+/).map(Number);
  const wrong = numbers.findIndex((number) => !Number.isFinite(number));
  if (wrong < 0) return numbers;
  throw new InputError(`has ${quote(text.split(/\s+/)[wrong]!)} in ${name}; numbers would be right`);
}

/** @throws InputError for whatever is no header of voxels on a grid. */
export function parseAfniHeader(bytes: Uint8Array): AfniHeader {
  const attributes = splitAttributes(new TextDecoder().decode(bytes));
  const need = (name: string, least: number) => {
    const numbers = numbersOf(attributes, name);
    if (numbers && numbers.length >= least) return numbers;
    throw new InputError(`has no ${name} of ${least} numbers, which the header of an AFNI dataset needs`);
  };
  const sizes = need('DATASET_DIMENSIONS', 3).slice(0, 3) as unknown as Vec3;
  if (!sizes.every((size) => Number.isSafeInteger(size) && size > 0)) {
    throw new InputError(`has DATASET_DIMENSIONS ${sizes.join(' ')}; three positive integers would be right`);
  }
  const count = need('DATASET_RANK', 2)[1]!;
  if (!(Number.isSafeInteger(count) && count > 0 && count <= BRICKS_MAX)) {
    throw new InputError(`has ${count} sub-bricks by DATASET_RANK; a positive integer would be right`);
  }
  const bricks = describeBricks(attributes, count);
  const { endianness, notes } = findEndianness(attributes, bricks);
  const isSeries = count > 1 && numbersOf(attributes, 'TAXIS_NUMS') !== undefined;
  return { sizes, bricks, isSeries, endianness, indexToWorld: placeInWorld(attributes, need), notes };
}

function describeBricks(attributes: Attributes, count: number): AfniBrick[] {
  const types = numbersOf(attributes, 'BRICK_TYPES');
  const factors = numbersOf(attributes, 'BRICK_FLOAT_FACS') ?? [];
  const labels = attributes.get('BRICK_LABS')?.split('~') ?? [];
  if (!types || types.length < count) {
    throw new InputError(`has ${types?.length ?? 0} BRICK_TYPES for its ${count} sub-bricks; one for each is right`);
  }
  const isLabels = (numbersOf(attributes, 'INT_CMAP')?.[0] ?? 0) > 0 || attributes.has('VALUE_LABEL_DTABLE');
  const signed = findSigned(numbersOf(attributes, 'BRICK_STATAUX') ?? []);
  return types.slice(0, count).map((code, index) => {
    const type = TYPES[code];
    if (!type) {
      throw new InputError(`has the BRICK_TYPES ${code}, which cannot be read; ${Object.keys(TYPES).join(', ')} can`);
    }
    const factor = factors[index] || 1;
    const meaning = isLabels ? 'labels' : signed.has(index) ? 'statistic' : undefined;
    return { ...type, factor, label: labels[index] ?? `#${index}`, meaning };
  });
}

/** Each entry is the sub-brick's index, the statistic's code, the number of its parameters, and these. */
function findSigned(entries: readonly number[]): ReadonlySet<number> {
  const signed = new Set<number>();
  for (let at = 0; at + 2 < entries.length; at += 3 + Math.max(entries[at + 2]!, 0)) {
    if (SIGNED_STATISTICS.includes(entries[at + 1]!)) signed.add(entries[at]!);
  }
  return signed;
}

function findEndianness(
  attributes: Attributes,
  bricks: readonly AfniBrick[],
): Pick<AfniHeader, 'endianness' | 'notes'> {
  const order = attributes.get('BYTEORDER_STRING');
  if (order !== undefined) return { endianness: order.startsWith('MSB') ? 'big' : 'little', notes: [] };
  const isWide = bricks.some(({ type }) => type !== 'uint8');
  return {
    endianness: 'little',
    notes: isWide ? ['does not say its byte order (BYTEORDER_STRING); took little-endian'] : [],
  };
}

/** The oblique matrix where there is one, else the axes that the voxels' are nearest to. The world of both is DICOM's. */
function placeInWorld(attributes: Attributes, need: (name: string, least: number) => number[]): Affine {
  const matrix = numbersOf(attributes, 'IJK_TO_DICOM_REAL') ?? [];
  if (matrix.length >= 12) {
    const column = (axis: number): Vec3 => [matrix[axis]!, matrix[4 + axis]!, matrix[8 + axis]!];
    return { columns: [column(0), column(1), column(2)], origin: column(3) };
  }
  const [orientation, starts, steps] = [need('ORIENT_SPECIFIC', 3), need('ORIGIN', 3), need('DELTA', 3)];
  const origin = [0, 0, 0];
  const columns = [0, 1, 2].map((axis): Vec3 => {
    const along = AXES[orientation[axis]!];
    if (along === undefined) throw new InputError(`has the ORIENT_SPECIFIC ${orientation[axis]}; 0 to 5 are right`);
    origin[along] = starts[axis]!;
    return [0, 1, 2].map((row) => (row === along ? steps[axis]! : 0)) as unknown as Vec3;
  });
  return { columns: columns as unknown as Affine['columns'], origin: origin as unknown as Vec3 };
}
