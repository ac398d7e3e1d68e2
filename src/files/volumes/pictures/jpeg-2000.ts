/** Decodes JPEG 2000 pictures, as .jp2 files (ISO 15444-1, annex I) and as bare codestreams. */
import { InputError } from '../../../errors.js';
import { type Budget, checkSmallInput } from '../../bytes/budget.js';
import { readJpeg2000Size } from '../../dicom/pixels/codestream-size.js';
import { decodeCompressed } from '../../dicom/pixels/decode-compressed.js';
import type { Picture } from './png.js';

/** Pixels for each byte at most: far more than any encoder reaches. */
const PIXELS_PER_BYTE_MAX = 4096;

/** Bytes that a sample takes while it is decoded: measured 26 with OpenJPEG. */
const SAMPLE_BYTES = 32;

/** Enumerated colour spaces of the box `colr`: luminance and chroma, and those of a larger gamut. */
const CHROMA = [18, 24];

/**
 * @param budget is charged for the samples before they are allocated.
 * @throws InputError for what is damaged or cut short, or has palettes, chroma or signed samples.
 */
export async function decodeJpeg2000(bytes: Uint8Array, budget: Budget): Promise<Picture> {
  const size = readJpeg2000Size(bytes);
  if (!size || size.columns * size.rows > bytes.length * PIXELS_PER_BYTE_MAX) {
    throw new InputError('is no JPEG 2000 picture, or one that is damaged or cut short; get a whole copy');
  }
  const { columns, rows, samples, bits, isSigned } = size;
  if ((samples !== 1 && samples !== 3) || isSigned) {
    const kind = isSigned ? 'signed samples' : `${samples} channels`;
    throw new InputError(
      `is a JPEG 2000 of ${kind}, which is not read; save it in grey or in red, green and blue, without opacity and signs`,
    );
  }
  const boxes = findBoxes(bytes);
  if (boxes.has('pclr'))
    throw new InputError('is a JPEG 2000 with a palette, which is not read; save it in full colour');
  if (CHROMA.includes(boxes.get('colr') ?? 0)) {
    throw new InputError('is a JPEG 2000 of luminance and chroma, which is not read; save it in red, green and blue');
  }
  const what = `${columns} × ${rows} pixels`;
  checkSmallInput(bytes.length, SAMPLE_BYTES * columns * rows * samples, `decoding ${what}`);
  budget.spendBytes(4 * columns * rows * samples, what);
  const { bytes: decoded } = await decodeCompressed('jpeg-2000', bytes, size);
  const isWide = bits > 8;
  const samplesOf = isWide ? new Uint16Array(new Uint8Array(decoded).buffer, 0, decoded.length / 2) : decoded;
  return { width: columns, height: rows, channels: samples, samples: samplesOf, white: 2 ** bits - 1 };
}

/** The kinds of boxes in the header of a .jp2 file, and the enumerated colour space of `colr`; none of a bare codestream. */
function findBoxes(bytes: Uint8Array): ReadonlyMap<string, number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map<string, number>();
  const kindAt = (at: number) => String.fromCharCode(...bytes.subarray(at + 4, at + 8));
  const walk = (start: number, end: number) => {
    for (let at = start; at + 8 <= end; ) {
      const length = view.getUint32(at);
      const kind = kindAt(at);
      // Boxes of 64-bit lengths, and the last one, are those of pixels.
      if (length < 8 || kind === 'jp2c') return;
      const boxEnd = Math.min(at + length, end);
      const isEnumerated = kind === 'colr' && at + 15 <= boxEnd && bytes[at + 8] === 1;
      found.set(kind, isEnumerated ? view.getUint32(at + 11) : 0);
      if (kind === 'jp2h') walk(at + 8, boxEnd);
      at += length;
    }
  };
  if (kindAt(0) === 'jP  ') walk(0, bytes.length);
  return found;
}
