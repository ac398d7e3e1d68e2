/** LZ4 blocks: https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md. */
import { InputError } from '../../../errors.js';

const MATCH_BYTES_MIN = 4;

/** A length that fills its nibble continues in the bytes that follow. */
const LONG = 15;

/**
 * Decompresses one block, which must make `sizeBytes` bytes.
 * @throws InputError if it is damaged or makes fewer or more.
 */
export function unpackLz4(block: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  let done = 0;
  const readLength = (nibble: number) => {
    let length = nibble;
    for (let more = nibble === LONG; more; ) {
      if (at >= block.length) throw damaged();
      length += block[at]!;
      more = block[at++] === 255;
    }
    return length;
  };
  while (at < block.length) {
    const token = block[at++]!;
    const literals = readLength(token >> 4);
    if (at + literals > block.length || done + literals > sizeBytes) throw damaged();
    bytes.set(block.subarray(at, at + literals), done);
    at += literals;
    done += literals;
    // The last sequence has literals alone.
    if (at === block.length) break;
    if (at + 2 > block.length) throw damaged();
    const distance = block[at]! | (block[at + 1]! << 8);
    at += 2;
    const length = readLength(token & LONG) + MATCH_BYTES_MIN;
    if (distance === 0 || distance > done || done + length > sizeBytes) throw damaged();
    // Matches may overlap what they make, so that a copy in one piece would be wrong.
    for (const end = done + length; done < end; done++) bytes[done] = bytes[done - distance]!;
  }
  if (done !== sizeBytes) throw damaged();
  return bytes;
}

const damaged = () => new InputError('has LZ4 data that are damaged or cut short; get a whole copy');
