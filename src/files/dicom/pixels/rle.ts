/** Decodes DICOM's run-length encoding (PS3.5, annex G): a segment for each byte of each sample, by PackBits. */
import { InputError } from '../../../errors.js';

const HEADER_SIZE_BYTES = 64;

/** Two bytes make 128 at most. */
const RATIO_MAX = 64;

/**
 * Decodes a frame of `count` pixels to little-endian samples of `bytesPerSample` bytes, plane by plane.
 * @throws InputError if there are other segments than that, or they make fewer bytes.
 */
export function decodeRle(bytes: Uint8Array, count: number, samples: number, bytesPerSample: number): Uint8Array {
  if (bytes.length < HEADER_SIZE_BYTES) throw damaged('is shorter than its header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const segments = view.getUint32(0, true);
  if (segments !== samples * bytesPerSample) throw damaged(`has ${segments} segments, not ${samples * bytesPerSample}`);
  const sizeBytes = count * samples * bytesPerSample;
  if (sizeBytes > bytes.length * RATIO_MAX) throw damaged(`has ${bytes.length} bytes, which cannot hold ${sizeBytes}`);
  const decoded = new Uint8Array(sizeBytes);
  for (let segment = 0; segment < segments; segment++) {
    const start = view.getUint32(4 + 4 * segment, true);
    const end = segment + 1 < segments ? view.getUint32(8 + 4 * segment, true) : bytes.length;
    const sample = Math.floor(segment / bytesPerSample);
    // The most significant bytes come first.
    const byte = bytesPerSample - 1 - (segment % bytesPerSample);
    unpack(bytes.subarray(start, end), decoded, sample * count * bytesPerSample + byte, bytesPerSample, count);
  }
  return decoded;
}

/** Writes `count` bytes to every `stride`-th place from `at` on. */
function unpack(packed: Uint8Array, out: Uint8Array, at: number, stride: number, count: number): void {
  let left = count;
  for (let from = 0; left > 0; ) {
    if (from >= packed.length) throw damaged(`lacks ${left} of ${count} bytes in a segment`);
    const control = packed[from++]!;
    // 128 does nothing.
    if (control === 128) continue;
    const repeated = control > 128;
    const run = Math.min(repeated ? 257 - control : control + 1, left);
    if (from + (repeated ? 1 : run) > packed.length) throw damaged(`lacks ${left} of ${count} bytes in a segment`);
    for (let index = 0; index < run; index++, at += stride) out[at] = packed[from + (repeated ? 0 : index)]!;
    from += repeated ? 1 : run;
    left -= run;
  }
}

const damaged = (what: string) => new InputError(`has RLE data that ${what}; get a whole copy`);
