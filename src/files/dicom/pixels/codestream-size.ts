/** The size that compressed images claim, before memory is spent on them. */
import { InputError } from '../../../errors.js';

export interface CodestreamSize {
  readonly columns: number;
  readonly rows: number;
  readonly samples: number;
  readonly bits: number;
  /** Whether samples have signs, where the codestream says so. */
  readonly isSigned?: boolean;
  /** The marker that a JPEG's frame begins with, which says by what process it is compressed. */
  readonly marker?: number;
}

/** The size in the frame header of a JPEG or JPEG-LS image (ISO 10918-1, B.2.2; ISO 14495-1, C.2.2); undefined if there is none. */
export function readJpegSize(bytes: Uint8Array): CodestreamSize | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const frame = marker === 0xf7 || (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker));
    if (frame) {
      const word = (from: number) => bytes[from]! * 256 + bytes[from + 1]!;
      return { bits: bytes[at + 4]!, rows: word(at + 5), columns: word(at + 7), samples: bytes[at + 9]!, marker };
    }
    at += 2 + bytes[at + 2]! * 256 + bytes[at + 3]!;
  }
  return undefined;
}

/**
 * Samples that a JPEG's scans pass over, each scan all of its components': progressive ones pass over a picture as often as
 * they have scans (ISO 10918-1, B.2.3).
 */
export function countScannedSamples(bytes: Uint8Array, { columns, rows }: CodestreamSize): number {
  let components = 0;
  for (let at = 2; at + 4 < bytes.length; ) {
    const marker = bytes[at + 1]!;
    const isMarker = bytes[at] === 0xff && marker > 0xbf && marker < 0xff && !(marker >= 0xd0 && marker <= 0xd8);
    if (!isMarker) {
      at += 1;
      continue;
    }
    if (marker === 0xda) components += bytes[at + 4]!;
    at += 2 + bytes[at + 2]! * 256 + bytes[at + 3]!;
  }
  return components * columns * rows;
}

/**
 * The size in the SIZ segment of a JPEG 2000 codestream (ISO 15444-1, A.5.1), bare or in a JP2 file; undefined if there is none.
 * @throws InputError for subsampled components: decoders give fewer samples than pixels for them, and OpenJPH may not return.
 */
export function readJpeg2000Size(bytes: Uint8Array): CodestreamSize | undefined {
  const start = findCodestream(bytes);
  if (start === undefined || start + 43 > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, bytes.length - start);
  if (view.getUint16(2) !== 0xff51) return undefined;
  const samples = view.getUint16(40);
  if (42 + 3 * samples > view.byteLength) return undefined;
  // Three bytes a component: its precision, and how many columns and rows of the image one sample covers.
  for (let component = 0; component < samples; component++) {
    if (view.getUint16(43 + 3 * component) !== 0x0101) {
      throw new InputError(
        'has a JPEG 2000 frame with subsampled components, which cannot be read; save it with all components in full',
      );
    }
  }
  const [columns, rows] = [view.getUint32(8) - view.getUint32(16), view.getUint32(12) - view.getUint32(20)];
  const tiles = Math.ceil(view.getUint32(8) / view.getUint32(24)) * Math.ceil(view.getUint32(12) / view.getUint32(28));
  // Decoders take time for each tile, and their number has 16 bits.
  if (columns <= 0 || rows <= 0 || !(tiles <= TILES_MAX)) return undefined;
  return {
    columns,
    rows,
    samples,
    bits: (view.getUint8(42) & 0x7f) + 1,
    isSigned: view.getUint8(42) >= 0x80,
  };
}

const TILES_MAX = 2 ** 16 - 1;

/** Whether a JPEG 2000 codestream turns its first three components into RGB as it is decoded (ISO 15444-1, A.6.1). */
export function convertsToRgb(bytes: Uint8Array): boolean {
  const start = findCodestream(bytes);
  if (start === undefined) return false;
  for (let at = start + 2; at + 9 < bytes.length; ) {
    const marker = bytes[at]! * 256 + bytes[at + 1]!;
    if (marker === 0xff52) return bytes[at + 8] === 1;
    // Tiles begin, and nothing that holds for all comes later.
    if (marker === 0xff90) return false;
    at += 2 + bytes[at + 2]! * 256 + bytes[at + 3]!;
  }
  return false;
}

/** DICOM has the codestream bare, but some files wrap it; .jp2 files have it in a box behind others, which may be long. */
function findCodestream(bytes: Uint8Array): number | undefined {
  const LOOKED_AT_BYTES = 1024;
  const start = findBox(bytes, 'jp2c') ?? 0;
  for (let at = start; at < Math.min(bytes.length - 3, start + LOOKED_AT_BYTES); at++) {
    if (bytes[at] === 0xff && bytes[at + 1] === 0x4f && bytes[at + 2] === 0xff && bytes[at + 3] === 0x51) return at;
  }
  return undefined;
}

/** The start of a box of a .jp2 file (ISO 15444-1, I.4); undefined where there is none, or no such file. */
function findBox(bytes: Uint8Array, wanted: string): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kindAt = (at: number) => String.fromCharCode(...bytes.subarray(at + 4, at + 8));
  if (kindAt(0) !== 'jP  ') return undefined;
  for (let at = 0; at + 8 <= bytes.length; ) {
    if (kindAt(at) === wanted) return at;
    const length = view.getUint32(at);
    if (length < 8) return undefined;
    at += length;
  }
  return undefined;
}
