/** LZW as TIFF has it: TIFF revision 6.0, section 13, and as writers had it before, with the lowest bits first. */
import { InputError } from '../../../../errors.js';

const [CLEAR, END, FIRST] = [256, 257, 258];
const CODES_MAX = 4096;

/** The first code, CLEAR, of writers that put the lowest bits first: libtiff's LZWPreDecode tells them so. */
const isLowFirst = ([first, second = 0]: Uint8Array) => first === 0 && (second & 1) === 1;

/** Decompresses up to `sizeBytes` bytes. */
export function unpackLzw(packed: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  // Each code is a byte after another code's bytes, which lie where that one was last written.
  const starts = new Int32Array(CODES_MAX);
  const lengths = new Int32Array(CODES_MAX);
  let next = FIRST;
  let bits = 9;
  let previous = -1;
  let done = 0;
  let buffer = 0;
  let held = 0;
  const lowFirst = isLowFirst(packed);
  // Codes grow one early, but for those with the lowest bits first.
  const early = lowFirst ? 0 : 1;
  for (let at = 0; done < sizeBytes; ) {
    for (; held < bits; held += 8) {
      if (at === packed.length) return bytes.subarray(0, done);
      buffer = lowFirst ? buffer | (packed[at++]! << held) : ((buffer << 8) | packed[at++]!) & 0xffffff;
    }
    held -= bits;
    const code = (lowFirst ? buffer : buffer >> held) & ((1 << bits) - 1);
    if (lowFirst) buffer >>>= bits;
    if (code === END) break;
    if (code === CLEAR) {
      next = FIRST;
      bits = 9;
      previous = -1;
      continue;
    }
    const start = done;
    // Writers of low bits first clear their table some codes after it is full.
    if (previous >= 0 && !(lowFirst && next === CODES_MAX)) {
      // The entry is what the previous code made and the first byte of this one, which follow each other.
      if (next === CODES_MAX) throw new InputError('has LZW data that are damaged; get a whole copy');
      lengths[next] = (previous < CLEAR ? 1 : lengths[previous]!) + 1;
      starts[next] = start - lengths[next]! + 1;
      next += 1;
    }
    if (code < CLEAR) bytes[done++] = code;
    else {
      if (code >= next) throw new InputError('has LZW data that are damaged; get a whole copy');
      const from = starts[code]!;
      const end = Math.min(start + lengths[code]!, sizeBytes);
      for (let source = from; done < end; source++) bytes[done++] = bytes[source]!;
    }
    previous = code;
    if (next + early >= 1 << bits && bits < 12) bits += 1;
  }
  return bytes.subarray(0, done);
}
