/** The layout that a file of nothing but voxels does not give: sizes, type, byte order and spacings. */
import { InputError } from '../../../errors.js';
import type { Affine } from '../../../math/affine.js';
import type { Vec3 } from '../../../math/vec3.js';
import { type Endianness, type ScalarType, scalarSizeBytes } from '../samples/voxels.js';

/** The layout of raw voxels. */
export interface RawLayout {
  /** Voxels along i, j and k; i is fastest in the file. */
  readonly sizes: Vec3;
  /** The type of a voxel. */
  readonly type: ScalarType;
  /** The order of the bytes of a number. */
  readonly endianness: Endianness;
  /** World units between neighbouring voxels along i, j and k; default 1. */
  readonly spacings?: Vec3;
}

/** Bytes of the voxels of a layout. */
export const rawSizeBytes = ({ sizes, type }: RawLayout): number =>
  sizes[0] * sizes[1] * sizes[2] * scalarSizeBytes(type);

/** From voxels to the world, whose zero point is the first one's centre. */
export function rawToWorld({ spacings: [x, y, z] = [1, 1, 1] }: RawLayout): Affine {
  return {
    columns: [
      [x, 0, 0],
      [0, y, 0],
      [0, 0, z],
    ],
    origin: [0, 0, 0],
  };
}

/** @throws InputError for as many bytes as the layout's voxels are not: the one sign that it is wrong. */
export function refuseOtherSize(layout: RawLayout, sizeBytes: number, encoding = ''): void {
  const { sizes, type } = layout;
  const needed = rawSizeBytes(layout);
  if (sizeBytes === needed) return;
  throw new InputError(
    `has ${sizeBytes} bytes${encoding}, but ${sizes.join(' × ')} voxels of ${type} are ${needed}; check --raw`,
  );
}

const TYPES: readonly ScalarType[] = [
  ...(['uint8', 'int8', 'uint16', 'int16', 'uint32', 'int32'] as const),
  ...(['uint64', 'int64', 'float32', 'float64'] as const),
];

const EXAMPLE = '256x256x128:uint16:le';

/**
 * Parses `WIDTHxHEIGHTxDEPTH:TYPE:ORDER`, such as 256x256x128:uint16:le. The order is `le` or `be`; 8-bit types need none.
 * @throws InputError, one line that starts with `--raw`, if it is anything else.
 */
export function parseRawLayout(text: string): RawLayout {
  const [sizesText = '', typeText = '', orderText, ...surplus] = text.toLowerCase().split(':');
  const sizes = sizesText.split('x');
  if (surplus.length > 0 || sizes.length !== 3 || !sizes.every((size) => /^0*[1-9]\d{0,8}$/.test(size))) {
    throw new InputError(`--raw: "${text}" is not WIDTHxHEIGHTxDEPTH:TYPE:ORDER, such as ${EXAMPLE}`);
  }
  const type = TYPES.find((type) => type === typeText);
  if (!type) {
    throw new InputError(
      `--raw: "${typeText}" in "${text}" is not a type; ${TYPES.join(', ')} are, as in ${sizesText}:${TYPES[0]}`,
    );
  }
  const [i, j, k] = sizes.map(Number) as [number, number, number];
  return { sizes: [i, j, k], type, endianness: parseOrder(orderText, type, text) };
}

/** Endings of files that hold nothing but voxels, if they are volumes at all. */
const BARE = /\.(?:raw|bin|dat|vol|img|u?int(?:8|16|32)|float(?:32)?)$/i;

/** Types by how many bytes a voxel has. */
const TYPES_BY_SIZE = { 1: 'uint8', 2: 'uint16:le', 4: 'float32:le' } as const;

/** The option that a file of bare voxels needs, with a layout of as many bytes; undefined for names of other files. */
export function adviseRaw(name: string, sizeBytes: number): string | undefined {
  if (!BARE.test(name)) return undefined;
  const cubes = Object.entries(TYPES_BY_SIZE).flatMap(([bytes, type]) => {
    const side = Math.round(Math.cbrt(sizeBytes / Number(bytes)));
    return side > 1 && side ** 3 * Number(bytes) === sizeBytes ? [`${side}x${side}x${side}:${type}`] : [];
  });
  const such = cubes[0] === undefined ? `such as ${EXAMPLE}` : `${cubes[0]} if it is a cube`;
  return `does not say how its ${sizeBytes} bytes lie; --raw WIDTHxHEIGHTxDEPTH:TYPE:ORDER does, ${such}`;
}

function parseOrder(order: string | undefined, type: ScalarType, text: string): Endianness {
  if (order === 'le' || (order === undefined && scalarSizeBytes(type) === 1)) return 'little';
  if (order === 'be') return 'big';
  const wrong = order === undefined ? `"${text}" lacks the byte order` : `"${order}" in "${text}" is not a byte order`;
  throw new InputError(`--raw: ${wrong}; end it in :le (little-endian) or :be (big-endian)`);
}
