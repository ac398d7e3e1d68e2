/** Decodes PNG pictures: W3C, "Portable Network Graphics (PNG) Specification", second edition, 2003. */
import { InputError } from '../../../errors.js';
import { inflateZlib } from '../../bytes/compression/inflate.js';
import { concatenateBytes } from '../../bytes/data-bytes.js';
import { isPng } from './is-picture.js';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Samples of a pixel: a grey, red, green and blue, or those and opacity. */
  readonly channels: 1 | 3 | 4;
  /** Rows from the top, the samples of a pixel together; of 16 bits where the file has as many. */
  readonly samples: Uint8Array | Uint16Array;
}

/** Samples that the file has of a pixel, and channels that are kept, by the colour type of section 11.2.2. */
const COLOR_TYPES: Readonly<Record<number, { readonly stored: number; readonly channels: 1 | 3 | 4 }>> = {
  0: { stored: 1, channels: 1 },
  2: { stored: 3, channels: 3 },
  3: { stored: 1, channels: 3 },
  // The opacity of greys is left out.
  4: { stored: 2, channels: 1 },
  6: { stored: 4, channels: 4 },
};
const PALETTE = 3;
const GREY = 0;

/** @throws InputError for what is no PNG, interlaced, damaged or cut short. */
export async function decodePng(bytes: Uint8Array): Promise<Picture> {
  if (!isPng(bytes)) throw new InputError('is no PNG picture');
  const { header, data, palette } = readChunks(bytes);
  const [width, height, depth, colorType, interlaced] = [
    header.getUint32(0),
    header.getUint32(4),
    header.getUint8(8),
    header.getUint8(9),
    header.getUint8(12),
  ];
  const type = COLOR_TYPES[colorType];
  if (!type || ![1, 2, 4, 8, 16].includes(depth) || width === 0 || height === 0) {
    throw new InputError(`has a PNG header of ${width} × ${height} pixels, color type ${colorType} and ${depth} bits`);
  }
  if (interlaced !== 0) throw new InputError('is an interlaced PNG, which cannot be read; save it without');
  const rowBytes = Math.ceil((width * type.stored * depth) / 8);
  const filtered = await inflateZlib(data, (rowBytes + 1) * height);
  if (filtered.length < (rowBytes + 1) * height) throw new InputError('is a PNG that is cut short; get a whole copy');
  const rows = unfilter(filtered, rowBytes, height, Math.max((type.stored * depth) / 8, 1));
  const unpacked = unpackSamples(rows, { width, height, rowBytes, stored: type.stored, depth });
  if (colorType === PALETTE) {
    return { width, height, channels: 3, samples: lookUp(unpacked as Uint8Array, palette) };
  }
  // Greys of fewer bits are spread over the byte.
  const scale = colorType === GREY && depth < 8 ? 255 / (2 ** depth - 1) : 1;
  const isWhole = type.stored === type.channels && scale === 1;
  const samples = isWhole ? unpacked : unpacked.filter((_, index) => index % type.stored < type.channels);
  return { width, height, channels: type.channels, samples: scale === 1 ? samples : samples.map((v) => v * scale) };
}

function readChunks(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const data: Uint8Array[] = [];
  let header: DataView | undefined;
  let palette = new Uint8Array();
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (name === 'IHDR' && content.length === 13) header = new DataView(content.buffer, content.byteOffset, 13);
    if (name === 'IDAT') data.push(content);
    if (name === 'PLTE') palette = content.slice();
    if (name === 'IEND') break;
    at += 12 + length;
  }
  if (!header) throw new InputError('is a PNG without a header; get a whole copy');
  return { header, data: concatenateBytes(data), palette };
}

/** Reverses the filters of section 9, each of which predicts a byte from those to the left, above, and above left. */
function unfilter(filtered: Uint8Array, rowBytes: number, height: number, pixelBytes: number): Uint8Array {
  const rows = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y++) {
    const filter = filtered[y * (rowBytes + 1)]!;
    if (filter > 4) throw new InputError(`has a PNG row of filter ${filter}, which there is not; get a whole copy`);
    const from = y * (rowBytes + 1) + 1;
    const to = y * rowBytes;
    for (let x = 0; x < rowBytes; x++) {
      const left = x < pixelBytes ? 0 : rows[to + x - pixelBytes]!;
      const above = y === 0 ? 0 : rows[to + x - rowBytes]!;
      const corner = x < pixelBytes || y === 0 ? 0 : rows[to + x - rowBytes - pixelBytes]!;
      rows[to + x] = filtered[from + x]! + predict(filter, left, above, corner);
    }
  }
  return rows;
}

function predict(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4: {
      // Paeth's: the nearest of the three to their plane.
      const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
      return a <= b && a <= c ? left : b <= c ? above : corner;
    }
    default:
      return 0;
  }
}

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly rowBytes: number;
  readonly stored: number;
  readonly depth: number;
}

function unpackSamples(rows: Uint8Array, { width, height, rowBytes, stored, depth }: Layout): Uint8Array | Uint16Array {
  if (depth === 8) return rows;
  const perRow = width * stored;
  if (depth === 16)
    return Uint16Array.from({ length: perRow * height }, (_, at) => (rows[2 * at]! << 8) | rows[2 * at + 1]!);
  return Uint8Array.from({ length: perRow * height }, (_, at) => {
    const bit = (at % perRow) * depth;
    const byte = rows[Math.floor(at / perRow) * rowBytes + (bit >> 3)]!;
    return (byte >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
  });
}

function lookUp(indices: Uint8Array, palette: Uint8Array): Uint8Array {
  const samples = new Uint8Array(3 * indices.length);
  for (const [pixel, index] of indices.entries()) samples.set(palette.subarray(3 * index, 3 * index + 3), 3 * pixel);
  return samples;
}
