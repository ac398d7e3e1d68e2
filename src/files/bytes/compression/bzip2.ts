/** bzip2 decompression. */
import iterateBits from '@openpgp/unbzip2-stream/lib/bit_iterator.js';
import decoder from '@openpgp/unbzip2-stream/lib/bzip2.js';
import { InputError } from '../../../errors.js';
import type { Decompress } from '../../volumes/source.js';

/** "BZh", with which every stream starts. */
const MAGIC = [0x42, 0x5a, 0x68];

const INITIAL_SIZE_BYTES = 1 << 16;

/**
 * Decompresses one bzip2 stream, and those that follow it at once, and verifies their checksums.
 * @throws InputError if `bytes` are not bzip2, damaged or cut short, or once they make more than `sizeBytesMax`.
 */
export const bunzip2: Decompress = async (bytes, sizeBytesMax) => {
  let made = new Uint8Array(Math.min(INITIAL_SIZE_BYTES, sizeBytesMax));
  let sizeBytes = 0;
  const write = (byte: number) => {
    if (sizeBytes === made.length) made = grow(made, sizeBytesMax);
    made[sizeBytes++] = byte;
  };
  try {
    let start = 0;
    do start += decodeStream(bytes.subarray(start), write);
    while (MAGIC.every((byte, at) => bytes[start + at] === byte));
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError('has bzip2 data that are damaged or cut short; get a whole copy', { cause: error });
  }
  return made.slice(0, sizeBytes);
};

/**
 * Decodes the stream that `bytes` start with and returns its size. The package's own stream has no bound: it hands out
 * whole blocks, of up to 46 MB, so this takes the decoder under it, which gives byte by byte.
 */
function decodeStream(bytes: Uint8Array, write: (byte: number) => void): number {
  const rest = [bytes];
  const bits = iterateBits(() => rest.shift());
  const blockSizeBytes = 100_000 * decoder.header(bits);
  const block = new Int32Array(blockSizeBytes);
  for (let checksum: number | null = 0; checksum !== null; ) {
    checksum = decoder.decompress(bits, write, block, blockSizeBytes, checksum);
  }
  return bits.bytesRead;
}

function grow(bytes: Uint8Array<ArrayBuffer>, sizeBytesMax: number): Uint8Array<ArrayBuffer> {
  if (bytes.length >= sizeBytesMax) {
    throw new InputError(`has bzip2 data that make more than the ${sizeBytesMax} bytes expected at most`);
  }
  const larger = new Uint8Array(Math.min(2 * bytes.length, sizeBytesMax));
  larger.set(bytes);
  return larger;
}
