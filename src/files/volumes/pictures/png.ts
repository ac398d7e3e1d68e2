/** Decodes PNG pictures: W3C, "Portable Network Graphics (PNG) Specification", second edition, 2003. */
import { InputError } from '../../../errors.js';
import { Budget } from '../../bytes/budget.js';
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
  /** The value of a full channel, where that is not the largest of its type. */
  readonly white?: number;
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

/**
 * @param budget is charged for the data that are inflated and for the samples, before either is allocated.
 * @throws InputError for what is no PNG, damaged or cut short, or makes more of its bytes than the budget has.
 */
export async function decodePng(bytes: Uint8Array, budget = new Budget(bytes.length)): Promise<Picture> {
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
  const count = width * height * type.channels;
  // Inflated data are collected in pieces, which are joined.
  budget.spendBytes(2 * neededBytes + count * (depth === 16 ? 2 : 1), `${width} × ${height} pixels`);
  const filtered = await inflateZlib(data, neededBytes);
  if (filtered.length < neededBytes) throw new InputError('is a PNG that is cut short; get a whole copy');
  const samples = new (depth === 16 ? Uint16Array : Uint8Array)(count);
  const write = chooseWriter({ ...type, depth, colorType, palette });
  let at = 0;
  for (const pass of shown) {
    const rows = filtered.subarray(at, at + pass.rows * (pass.rowBytes + 1));
    unfilter(rows, pass, Math.max((type.stored * depth) / 8, 1));
    for (let row = 0; row < pass.rows; row++) {
      const stored = rows.subarray(row * (pass.rowBytes + 1) + 1, (row + 1) * (pass.rowBytes + 1));
      const first = (pass.y + row * pass.stepY) * width + pass.x;
      write(stored, pass.columns, samples, first * type.channels, pass.stepX * type.channels);
    }
    at += rows.length;
  }
  return { width, height, channels: type.channels, samples };
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

/**
 * Reverses the filters of section 9 in place, each of which predicts a byte from those to the left, above, and above left.
 * Each row begins with the number of its filter.
 */
function unfilter(rows: Uint8Array, { rowBytes, rows: height }: Pass, pixelBytes: number): void {
  for (let y = 0; y < height; y++) {
    const start = y * (rowBytes + 1) + 1;
    const filter = rows[start - 1]!;
    if (filter > 4) throw new InputError(`has a PNG row of the unknown filter ${filter}; get a whole copy`);
    if (filter === 0) continue;
    for (let x = 0; x < rowBytes; x++) {
      const at = start + x;
      const left = x < pixelBytes ? 0 : rows[at - pixelBytes]!;
      const above = y === 0 ? 0 : rows[at - rowBytes - 1]!;
      const corner = x < pixelBytes || y === 0 ? 0 : rows[at - rowBytes - 1 - pixelBytes]!;
      rows[at] = rows[at]! + predict(filter, left, above, corner);
    }
  }
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

/**
 * Writes a row of stored samples to the picture.
 * @param first index of the first pixel's first sample, and `step` from each pixel to the next.
 */
type WriteRow = (
  stored: Uint8Array,
  columns: number,
  samples: Uint8Array | Uint16Array,
  first: number,
  step: number,
) => void;

interface Storage {
  readonly stored: number;
  readonly channels: number;
  readonly depth: number;
  readonly colorType: number;
  readonly palette: Uint8Array;
}

/** Plain loops: an array method that boxes its numbers aborts the engine at a hundred million of them. */
function chooseWriter({ stored, channels, depth, colorType, palette }: Storage): WriteRow {
  if (depth === 16) return writeWords(stored, channels);
  if (depth === 8 && colorType !== PALETTE) return writeBytes(stored, channels);
  const mask = 2 ** depth - 1;
  const colors = colorType === PALETTE ? palette : greysOf(mask);
  const bytesPerColor = colorType === PALETTE ? 3 : 1;
  return (row, columns, samples, first, step) => {
    for (let pixel = 0, to = first; pixel < columns; pixel++, to += step) {
      const bit = pixel * depth;
      const index = (row[bit >> 3]! >> (8 - depth - (bit & 7))) & mask;
      for (let channel = 0; channel < bytesPerColor; channel++) {
        samples[to + channel] = colors[bytesPerColor * index + channel] ?? 0;
      }
    }
  };
}

/** Greys of fewer bits are spread over the byte. */
const greysOf = (mask: number) => Uint8Array.from({ length: mask + 1 }, (_, index) => (index * 255) / mask);

function writeBytes(stored: number, channels: number): WriteRow {
  return (row, columns, samples, first, step) => {
    for (let pixel = 0, to = first; pixel < columns; pixel++, to += step) {
      for (let channel = 0; channel < channels; channel++) samples[to + channel] = row[pixel * stored + channel]!;
    }
  };
}

function writeWords(stored: number, channels: number): WriteRow {
  return (row, columns, samples, first, step) => {
    for (let pixel = 0, to = first; pixel < columns; pixel++, to += step) {
      for (let channel = 0; channel < channels; channel++) {
        const at = 2 * (pixel * stored + channel);
        samples[to + channel] = (row[at]! << 8) | row[at + 1]!;
      }
    }
  };
}
