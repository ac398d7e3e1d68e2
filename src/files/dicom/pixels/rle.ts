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
  const packed = Array.from({ length: segments }, (_, segment) => {
    const start = view.getUint32(4 + 4 * segment, true);
    return bytes.subarray(start, segment + 1 < segments ? view.getUint32(8 + 4 * segment, true) : bytes.length);
  });
  // Looked at first: a segment of few bytes may claim a picture of gigabytes.
  for (const segment of packed) assertHolds(segment, count);
  const decoded = new Uint8Array(sizeBytes);
  for (const [segment, bytesOfSegment] of packed.entries()) {
    const sample = Math.floor(segment / bytesPerSample);
    // The most significant bytes come first.
    const byte = bytesPerSample - 1 - (segment % bytesPerSample);
    unpack(bytesOfSegment, decoded, sample * count * bytesPerSample + byte, bytesPerSample, count);
  }
  return decoded;
}

/** The bytes that a control byte makes; 128 makes none. */
const runOf = (control: number) => (control > 128 ? 257 - control : control < 128 ? control + 1 : 0);
/** The bytes after a control byte that belong to it. */
const storedOf = (control: number, run: number) => (control > 128 ? 1 : run);

/** @throws InputError for a segment that makes fewer than `count` bytes. */
function assertHolds(packed: Uint8Array, count: number): void {
  let left = count;
  for (let from = 0; left > 0; ) {
    const control = packed[from] ?? 128;
    const run = Math.min(runOf(control), left);
    from += 1 + storedOf(control, run);
    if (from > packed.length) throw damaged(`lacks ${left} of ${count} bytes in a segment`);
    left -= run;
  }
}

/** Writes `count` bytes, which the segment holds, to every `stride`-th place from `at` on. */
function unpack(packed: Uint8Array, out: Uint8Array, at: number, stride: number, count: number): void {
  let left = count;
  for (let from = 0; left > 0; ) {
    const control = packed[from++]!;
    const run = Math.min(runOf(control), left);
    // Loops apart: one for both takes half as long again.
    if (control > 128) {
      const repeated = packed[from]!;
      for (let index = 0; index < run; index++, at += stride) out[at] = repeated;
    } else for (let index = 0; index < run; index++, at += stride) out[at] = packed[from + index]!;
    from += storedOf(control, run);
    left -= run;
  }
}

const damaged = (what: string) => new InputError(`has RLE data that ${what}; get a whole copy`);
