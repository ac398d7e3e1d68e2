/** Voxels from raw bytes: scalar types and byte order. */
import { InputError } from '../../../errors.js';
import type { VoxelArray } from '../../../volume/volume.js';
import type { MemoryAccount } from '../../bytes/memory-account.js';

const ARRAYS = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  float32: Float32Array,
  float64: Float64Array,
} as const;

export type ScalarType = keyof typeof ARRAYS;

/** Byte order. */
export type Endianness = 'little' | 'big';

export function scalarSizeBytes(type: ScalarType): number {
  return ARRAYS[type].BYTES_PER_ELEMENT;
}

/** A zeroed array of `count` scalars of `type`, 64-bit integers as bigints. */
export function createScalars<T extends ScalarType>(type: T, count: number): InstanceType<(typeof ARRAYS)[T]> {
  return new ARRAYS[type](count) as InstanceType<(typeof ARRAYS)[T]>;
}

/** Whether bytes are not in the platform's order: WebGPU's buffers are little-endian, and so is every platform that has it. */
export const isSwapped = (type: ScalarType, endianness: Endianness): boolean =>
  endianness === 'big' && scalarSizeBytes(type) > 1;

/**
 * Voxels of the scalars in `bytes`, whose length must be a multiple of the scalar's: a view where alignment and byte
 * order allow, else a copy. 64-bit integers become int32 if all of them fit, else float64.
 * @param memory takes the copies.
 * @throws InputError if a 64-bit integer is not a float64, and for copies that are too large.
 */
export function decodeVoxels(
  bytes: Uint8Array,
  type: ScalarType,
  endianness: Endianness,
  memory?: MemoryAccount,
): VoxelArray {
  const sizeBytes = scalarSizeBytes(type);
  if (isSwapped(type, endianness) || bytes.byteOffset % sizeBytes > 0) memory?.spend(bytes.length, 'its voxels');
  const aligned = isSwapped(type, endianness) ? swapBytes(bytes, sizeBytes) : align(bytes, sizeBytes);
  const { buffer, byteOffset } = aligned;
  const count = bytes.length / sizeBytes;
  if (type === 'int64' || type === 'uint64') {
    // At most int32 that turn out to be too small, and the float64 that take their place.
    memory?.spend(1.5 * bytes.length, 'its voxels');
    return narrowIntegers64(new Uint32Array(buffer, byteOffset, 2 * count), type === 'int64');
  }
  return new ARRAYS[type](buffer, byteOffset, count);
}

function align(bytes: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer> {
  // Not `slice`, which for a Buffer is a view. Threads that read files share their memory: the type does not tell.
  return bytes.byteOffset % sizeBytes === 0 ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

/** A copy with the bytes of each scalar, of 2, 4 or 8, reversed. */
export function swapBytes(bytes: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  swapBytesInPlace(copy, sizeBytes);
  return copy;
}

/** Reverses the bytes of each scalar, of 2, 4 or 8; `bytes` start at a multiple of that in their buffer, or of 4. */
export function swapBytesInPlace(bytes: Uint8Array, sizeBytes: number): void {
  if (sizeBytes === 2) {
    const words = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
    for (let i = 0; i < words.length; i++) words[i] = (words[i]! << 8) | (words[i]! >> 8);
    return;
  }
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    words[i] = (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
  }
  if (sizeBytes === 8) {
    for (let i = 0; i < words.length; i += 2) {
      const first = words[i]!;
      words[i] = words[i + 1]!;
      words[i + 1] = first;
    }
  }
}

/** `words` are pairs of the low and the high half of little-endian 64-bit integers. Bigints would be ten times slower. */
function narrowIntegers64(words: Uint32Array, signed: boolean): Int32Array | Float64Array {
  const count = words.length / 2;
  const halves = signed ? new Int32Array(words.buffer, words.byteOffset, words.length) : words;
  const narrow = new Int32Array(count);
  let index = 0;
  for (; index < count; index++) {
    narrow[index] = words[2 * index]!;
    if (halves[2 * index + 1]! !== narrow[index]! >> 31) break;
  }
  if (index === count) return narrow;

  const wide = new Float64Array(count);
  for (index = 0; index < count; index++) {
    const low = words[2 * index]!;
    const high = halves[2 * index + 1]! * 2 ** 32;
    wide[index] = high + low;
    if (wide[index]! - high !== low) {
      throw new InputError(
        `voxel ${index} is ${BigInt(high) + BigInt(low)}, which float64 cannot hold exactly; 64-bit integers must be within ±2^53: save floats, or labels of smaller numbers`,
      );
    }
  }
  return wide;
}
