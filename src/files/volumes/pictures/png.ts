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

/** First pixels and steps of Adam7's passes, as x, y, and the steps along x and y: section 8.2. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const WHOLE = [[0, 0, 1, 1]] as const;

/** @throws InputError for what is no PNG, damaged or cut short. */
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
    throw new InputError(`has a PNG header of ${width} × ${height} pixels, colour type ${colorType} and ${depth} bits`);
  }
  if (interlaced > 1) throw new InputError(`has a PNG header of interlace method ${interlaced}; 0 and 1 are known`);
  const passes = (interlaced === 1 ? ADAM7 : WHOLE).map(([x, y, stepX, stepY]): Pass => {
    const [columns, rows] = [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)];
    return { x, y, stepX, stepY, columns, rows, rowBytes: Math.ceil((columns * type.stored * depth) / 8) };
  });
  // A pass without columns has no rows either.
  const shown = passes.filter(({ columns, rows }) => columns > 0 && rows > 0);
  const neededBytes = shown.reduce((sum, { rows, rowBytes }) => sum + rows * (rowBytes + 1), 0);
  const filtered = await inflateZlib(data, neededBytes);
  if (filtered.length < neededBytes) throw new InputError('is a PNG that is cut short; get a whole copy');
  const unpacked = new (depth === 16 ? Uint16Array : Uint8Array)(width * height * type.stored);
  let at = 0;
  for (const pass of shown) {
    const rows = unfilter(filtered.subarray(at), pass.rowBytes, pass.rows, Math.max((type.stored * depth) / 8, 1));
    unpackSamples(rows, pass, { width, stored: type.stored, depth }, unpacked);
    at += pass.rows * (pass.rowBytes + 1);
  }
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

/** Pixels that follow each other in the data: all of them, or those of one pass of Adam7. */
interface Pass {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
  readonly columns: number;
  readonly rows: number;
  readonly rowBytes: number;
}

/** Writes a pass's samples to where they are in the picture. */
function unpackSamples(
  bytes: Uint8Array,
  { x, y, stepX, stepY, columns, rows, rowBytes }: Pass,
  { width, stored, depth }: { readonly width: number; readonly stored: number; readonly depth: number },
  samples: Uint8Array | Uint16Array,
): void {
  for (let row = 0; row < rows; row++) {
    for (let index = 0; index < columns * stored; index++) {
      const pixel = (y + row * stepY) * width + x + Math.floor(index / stored) * stepX;
      const bit = index * depth;
      const from = row * rowBytes + (bit >> 3);
      samples[pixel * stored + (index % stored)] =
        depth === 16
          ? (bytes[from]! << 8) | bytes[from + 1]!
          : (bytes[from]! >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
    }
  }
}

function lookUp(indices: Uint8Array, palette: Uint8Array): Uint8Array {
  const samples = new Uint8Array(3 * indices.length);
  for (const [pixel, index] of indices.entries()) samples.set(palette.subarray(3 * index, 3 * index + 3), 3 * pixel);
  return samples;
}
