/** The layout that a file of nothing but voxels does not give: sizes, type, byte order and spacings. */
import { InputError } from '../../errors.js';
import type { Vec3 } from '../../math/vec3.js';
import { type Endianness, type ScalarType, scalarSizeBytes } from './voxels.js';

/** The layout of plain voxels. */
export interface RawLayout {
  /** Voxels along i, j and k; i is fastest in the file. */
  readonly sizes: Vec3;
  readonly type: ScalarType;
  readonly endianness: Endianness;
  /** World units between neighbouring voxels along i, j and k; default 1. */
  readonly spacings?: Vec3;
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
  if (!type) throw new InputError(`--raw: "${typeText}" in "${text}" is not a type; ${TYPES.join(', ')} are`);
  const [i, j, k] = sizes.map(Number) as [number, number, number];
  return { sizes: [i, j, k], type, endianness: parseOrder(orderText, type, text) };
}

function parseOrder(order: string | undefined, type: ScalarType, text: string): Endianness {
  if (order === 'le' || (order === undefined && scalarSizeBytes(type) === 1)) return 'little';
  if (order === 'be') return 'big';
  const wrong = order === undefined ? `"${text}" lacks the byte order` : `"${order}" in "${text}" is not a byte order`;
  throw new InputError(`--raw: ${wrong}; end it in :le (little-endian) or :be (big-endian)`);
}
