/** Half-precision floats, IEEE 754 binary16, as float32, which holds each of them exactly. */
import type { Endianness } from './voxels.js';

/** The float32 of each of the 65,536, made when the first are read. */
let table: Float32Array | undefined;

export function decodeHalfFloats(bytes: Uint8Array, endianness: Endianness): Float32Array<ArrayBuffer> {
  table ??= Float32Array.from({ length: 1 << 16 }, (_, bits) => halfToNumber(bits));
  const [low, high] = endianness === 'little' ? [0, 1] : [1, 0];
  const values = new Float32Array(bytes.length >> 1);
  for (let index = 0; index < values.length; index++) {
    values[index] = table[bytes[2 * index + low]! | (bytes[2 * index + high]! << 8)]!;
  }
  return values;
}

function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}
