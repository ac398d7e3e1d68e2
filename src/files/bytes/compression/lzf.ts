/** LZF blocks, as LibLZF writes them: http://oldhome.schmorp.de/marc/liblzf.html. */
import { InputError } from '../../../errors.js';

/** Codes below this are runs of literals, one byte longer. */
const LITERALS = 32;
/** A length that fills its three bits continues in the byte that follows. */
const LONG = 7;
const MATCH_BYTES_MIN = 2;

/** Three bytes make as many at most. */
const RATIO_MAX = 88;

/**
 * Decompresses a block, which must make `sizeBytes` bytes.
 * @throws InputError if it is damaged or makes fewer or more.
 */
export function unpackLzf(block: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer> {
  if (sizeBytes > RATIO_MAX * block.length) throw damaged();
  const bytes = new Uint8Array(sizeBytes);
  let [at, done] = [0, 0];
  while (at < block.length) {
    const code = block[at++]!;
    if (code < LITERALS) {
      if (at + code + 1 > block.length || done + code + 1 > sizeBytes) throw damaged();
      bytes.set(block.subarray(at, at + code + 1), done);
      at += code + 1;
      done += code + 1;
      continue;
    }
    const long = code >> 5 === LONG;
    if (at + (long ? 2 : 1) > block.length) throw damaged();
    const length = (code >> 5) + MATCH_BYTES_MIN + (long ? block[at++]! : 0);
    const from = done - ((code & 31) << 8) - block[at++]! - 1;
    if (from < 0 || done + length > sizeBytes) throw damaged();
    // Matches may overlap what they make, so that a copy in one piece would be wrong.
    for (let offset = 0; offset < length; offset++) bytes[done + offset] = bytes[from + offset]!;
    done += length;
  }
  if (done !== sizeBytes) throw damaged();
  return bytes;
}

const damaged = () => new InputError('has LZF data that are damaged or cut short; get a whole copy');
