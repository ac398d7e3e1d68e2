/** The bytes of a file's data: whether there are as many as its header asks for, before memory is spent on them. */
import { InputError } from '../../errors.js';
import type { Decompress } from '../volumes/source.js';

/** The most that DEFLATE inflates anything by: https://zlib.net/zlib_tech.html. */
const DEFLATE_RATIO_MAX = 1032;

/** Compressed data may hold more than the header asks for, but not so much more that the memory they take surprises. */
const SURPLUS_BYTES_MAX = 1 << 26;

/**
 * Inflates `compressed`, which must hold at least `neededBytes`, unless it is too small for that.
 * @throws InputError if it is, or if it holds far more.
 */
export function inflateData(compressed: Uint8Array, neededBytes: number, inflate: Decompress): Promise<Uint8Array> {
  if (neededBytes > compressed.length * DEFLATE_RATIO_MAX) {
    throw new InputError(
      `has ${compressed.length} bytes of compressed data, which cannot hold the ${neededBytes} that its sizes and type ask for`,
    );
  }
  return inflate(compressed, neededBytes + SURPLUS_BYTES_MAX);
}

/**
 * `sizeBytes` bytes of `bytes` from `start` on.
 * @throws InputError if there are fewer.
 */
export function takeBytes(bytes: Uint8Array, start: number, sizeBytes: number): Uint8Array {
  const available = Math.max(bytes.length - start, 0);
  if (available < sizeBytes) {
    throw new InputError(`has ${available} bytes of data, but its sizes and type ask for ${sizeBytes}`);
  }
  return bytes.subarray(start, start + sizeBytes);
}

/** All `pieces` in one array; a single one as it is. */
export function concatenateBytes(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
