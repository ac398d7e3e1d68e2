/** PNG encoding of frames, with text. */
import { constants, deflateSync } from 'node:zlib';
import type { Frame } from '../../index.js';
import { encodePngChunks, PNG_SIGNATURE } from './png-chunks.js';
import { encodePngText } from './png-text.js';

/**
 * zlib finds nothing but runs of equal bytes, which is what differences to the row above leave. Measured on a 512² frame, level 3
 * takes a third of the time of the default 6 for files a tenth larger.
 */
const DEFLATE = { level: 3, strategy: constants.Z_RLE, chunkSize: 2 ** 15 } as const;
/** The difference to the row above; to try all filters on every row takes longer than to compress. */
const FILTER_UP = 2;

const BIT_DEPTH = 8;
/** PNG's colour types. */
const RGB = 2;
const RGBA = 6;

export interface PngOptions {
  /** Text by keyword, as iTXt chunks before the pixels. */
  readonly text?: Readonly<Record<string, string>>;
  /**
   * Whether to write alpha: `auto` where any pixel is not opaque. The frames of an animation must be alike, so they take
   * `always`, or `never`, which drops alpha whatever it is.
   */
  readonly alpha?: 'auto' | 'always' | 'never';
}

export const PNG_DEFAULTS = { text: {}, alpha: 'auto' } as const satisfies Required<PngOptions>;

/**
 * The bytes of an 8-bit PNG, RGB or RGBA.
 * @throws InputError if a keyword or a text is none that PNG can hold.
 */
export function encodePng(
  { width, height, pixels }: Pick<Frame, 'width' | 'height' | 'pixels'>,
  options: PngOptions = {},
): Uint8Array {
  const { text, alpha } = { ...PNG_DEFAULTS, ...options };
  const textChunks = encodePngText(text);
  const words = wordsOf(pixels);
  const opaque = alpha === 'never' || (alpha === 'auto' && isOpaque(words));
  const samples = opaque ? dropAlpha(words) : words;
  const rowBytes = (opaque ? 3 : 4) * width;
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, BIT_DEPTH);
  header.setUint8(9, opaque ? RGB : RGBA);
  const chunks = encodePngChunks([
    { type: 'IHDR', data: new Uint8Array(header.buffer) },
    ...textChunks,
    { type: 'IDAT', data: deflateSync(filterRows(samples, rowBytes, height), DEFLATE) },
    { type: 'IEND', data: new Uint8Array() },
  ]);
  return Buffer.concat([PNG_SIGNATURE, chunks]);
}

/**
 * Pixels as words, red lowest; a copy where they do not lie where words do. Signed, since a first frame is encoded before V8 compiles
 * this: it keeps those as they are, and allocates a number for each larger one.
 */
function wordsOf(pixels: Uint8Array): Int32Array {
  const { buffer, byteOffset } = pixels.byteOffset % 4 === 0 ? pixels : new Uint8Array(pixels);
  return new Int32Array(buffer, byteOffset, pixels.length / 4);
}

function isOpaque(pixels: Int32Array): boolean {
  for (let index = 0; index < pixels.length; index++) if (pixels[index]! >> 24 !== -1) return false;
  return true;
}

/** Four pixels make three words, with room for them after the last pixel. */
function dropAlpha(pixels: Int32Array): Int32Array {
  const rgb = new Int32Array(3 * Math.ceil(pixels.length / 4));
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    // After the last there is none, which has the bits of 0.
    const second = pixels[from + 1]!;
    const third = pixels[from + 2]!;
    rgb[to] = (pixels[from]! & 0xffffff) | (second << 24);
    rgb[to + 1] = ((second >> 8) & 0xffff) | (third << 16);
    rgb[to + 2] = ((third >> 16) & 0xff) | (pixels[from + 3]! << 8);
  }
  return rgb;
}

/** Rows as PNG has them: each after the number of its filter, less the row above. */
function filterRows(samples: Int32Array, rowBytes: number, height: number): Uint8Array {
  const differences = subtractRows(samples, rowBytes);
  const rows = new Uint8Array((rowBytes + 1) * height);
  for (let row = 0; row < height; row++) {
    rows[row * (rowBytes + 1)] = FILTER_UP;
    rows.set(differences.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1);
  }
  return rows;
}

/** Bytes less those of the row above, four at a time where rows are whole words. */
function subtractRows(samples: Int32Array, rowBytes: number): Uint8Array {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  if (rowBytes % 4 !== 0) {
    return bytes.map((byte, index) => (index < rowBytes ? byte : byte - bytes[index - rowBytes]!));
  }
  const differences = samples.slice();
  const rowWords = rowBytes / 4;
  for (let index = rowWords; index < samples.length; index++) {
    const word = samples[index]!;
    const above = samples[index - rowWords]!;
    // The highest bit of each byte is kept from borrowing of the next, and set right by itself.
    differences[index] = ((word | SIGNS) - (above & ~SIGNS)) ^ ((word ^ ~above) & SIGNS);
  }
  return new Uint8Array(differences.buffer);
}

/** The highest bits of four bytes. */
const SIGNS = 0x80808080 | 0;
