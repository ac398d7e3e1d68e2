/** The header of NumPy's arrays: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html. */
import { InputError } from '../../../errors.js';
import { quote } from '../nrrd/nrrd-fields.js';
import type { Endianness, ScalarType } from '../samples/voxels.js';
import { isNpy } from './is-npy.js';

export interface NpyHeader {
  readonly type: ScalarType | 'float16';
  readonly complex: boolean;
  readonly endianness: Endianness;
  /** Lengths of the array's axes, the first first. */
  readonly shape: readonly number[];
  /** Whether the first axis is fastest in memory, and not the last. */
  readonly fortran: boolean;
  readonly dataStart: number;
}

/** Longer headers are of structured arrays, or damaged. */
const HEADER_BYTES_MAX = 1 << 16;

/** Types by kind and size in bytes; booleans are bytes of 0 and 1. */
const TYPES: Readonly<Record<string, ScalarType | 'float16'>> = {
  ...{ b1: 'uint8', u1: 'uint8', i1: 'int8', u2: 'uint16', i2: 'int16', u4: 'uint32', i4: 'int32' },
  ...{ u8: 'uint64', i8: 'int64', f2: 'float16', f4: 'float32', f8: 'float64', c8: 'float32', c16: 'float64' },
};

/** @throws InputError for what is no array of numbers. */
export function parseNpyHeader(bytes: Uint8Array): NpyHeader {
  if (!isNpy(bytes)) throw new InputError('is no NumPy array: it does not start with \\x93NUMPY');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const wide = bytes[6]! > 1;
  const textStart = wide ? 12 : 10;
  if (bytes.length < textStart) throw new InputError('ends in its header; get a whole copy');
  const textBytes = wide ? view.getUint32(8, true) : view.getUint16(8, true);
  if (textBytes > HEADER_BYTES_MAX) throw new InputError(`has a header of ${textBytes} bytes, which is too long`);
  const dataStart = textStart + textBytes;
  const text = new TextDecoder().decode(bytes.subarray(textStart, dataStart));
  const [, order = '', kind = ''] = /'descr':\s*'([<>|=]?)(\w{1,8})'/.exec(text) ?? [];
  const type = TYPES[kind];
  if (!type) {
    const [, described = ''] = /'descr':\s*(.*?),\s*'/.exec(text) ?? [];
    throw new InputError(`has values of ${quote(described)}; ${Object.keys(TYPES).join(', ')} can be read`);
  }
  const [, fortran] = /'fortran_order':\s*(True|False)/.exec(text) ?? [];
  const [, sizes] = /'shape':\s*\(([\d,\s]*)\)/.exec(text) ?? [];
  if (fortran === undefined || sizes === undefined) throw new InputError('has a header without fortran_order or shape');
  const shape = sizes
    .split(',')
    .filter((size) => size.trim() !== '')
    .map(Number);
  const endianness = order === '>' ? 'big' : 'little';
  return { type, complex: kind.startsWith('c'), endianness, shape, fortran: fortran === 'True', dataStart };
}

/** Whether an array has the three or four axes of a volume. False for what is no array. */
export function holdsVolume(bytes: Uint8Array): boolean {
  try {
    const { length } = parseNpyHeader(bytes).shape;
    return length === 3 || length === 4;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}
