/** How a file stores its pixels: sizes, bits, colours and padding. */
import { InputError } from '../../../errors.js';
import type { ByteSource } from '../../bytes/byte-source.js';
import * as tags from '../headers/attributes.js';
import type { Attribute, DataSet } from '../headers/data-set.js';
import { DOUBLE_PIXELS, FLOAT_PIXELS, type PixelElement } from '../headers/element-scanner.js';
import type { DicomHeader } from '../headers/read-header.js';
import type { TransferSyntax } from './transfer-syntaxes.js';

/** How the pixels of a file are stored; the same for all of its frames. */
export interface PixelFormat {
  readonly content: ByteSource;
  readonly syntax: TransferSyntax;
  readonly element: PixelElement;
  readonly type: 'float32' | 'float64' | 'integer';
  readonly columns: number;
  readonly rows: number;
  readonly frames: number;
  readonly samples: number;
  /** Whether the samples of a frame lie plane by plane rather than pixel by pixel. */
  readonly planar: boolean;
  /** Whether two pixels of a row share their chroma: Y, Y, CB, CR (PS3.3, section C.7.6.3.1.2). */
  readonly sharedChroma: boolean;
  readonly photometric: string;
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly highBit: number;
  readonly signed: boolean;
  /** Stored values from the first to the second, both included, are no measurements. */
  readonly padding: readonly [number, number] | undefined;
  readonly palettes: readonly Palette[];
  /** The picture in which the frames lie side by side, row by row, and how many in a row; undefined where they do not. */
  readonly folded?: { readonly whole: PixelFormat; readonly across: number };
}

/** The pixels of a picture whose tiles, `across` in a row and `down` in a column, are frames, of which there are `frames`. */
export const tilePixels = (whole: PixelFormat, frames: number, across: number, down: number): PixelFormat => ({
  ...whole,
  columns: whole.columns / across,
  rows: whole.rows / down,
  frames,
  folded: { whole, across },
});

/** One of red, green and blue for stored values from `first` on; those beyond the ends have the end's. */
export interface Palette {
  readonly first: number;
  readonly values: readonly number[];
}

const BITS_ALLOCATED = [1, 8, 16, 32];

/** More pixels than any detector has; also keeps sizes within what numbers can hold. */
const FRAMES_MAX = 1 << 20;

/** @throws InputError, without the file's name, if what describes the pixels is missing or makes no sense. */
export function readPixelFormat({
  dataSet,
  syntax,
  content,
  pixels: element,
}: DicomHeader & { pixels: PixelElement }): PixelFormat {
  const type = element.tag === FLOAT_PIXELS ? 'float32' : element.tag === DOUBLE_PIXELS ? 'float64' : 'integer';
  const { bitsAllocated, bitsStored, highBit } = readBits(dataSet, type);
  const frames = dataSet.number(tags.NumberOfFrames) ?? 1;
  if (!(Number.isSafeInteger(frames) && frames >= 1 && frames <= FRAMES_MAX)) {
    throw new InputError(`has Number of Frames ${frames}; right is 1 to ${FRAMES_MAX}`);
  }
  const samples = dataSet.number(tags.SamplesPerPixel) ?? 1;
  const photometric = dataSet.string(tags.PhotometricInterpretation) ?? 'MONOCHROME2';
  if (samples !== 1 && samples !== 3) throw new InputError(`has ${samples} Samples per Pixel; 1 and 3 can be read`);
  if (samples === 3 && bitsAllocated !== 8 && bitsAllocated !== 16) {
    throw new InputError(`has colours of ${bitsAllocated} bits; 8 and 16 can be read`);
  }
  const [columns, rows] = [readPositive(dataSet, tags.Columns, 'Columns'), readPositive(dataSet, tags.Rows, 'Rows')];
  const pixels = { content, element, syntax };
  const sizeBytes = Math.ceil((frames * columns * rows * samples * bitsAllocated) / 8);
  const sharedChroma = photometric === 'YBR_FULL_422' && samples === 3 && !syntax.codec && !holds(pixels, sizeBytes);
  if (sharedChroma && columns % 2 === 1) {
    throw new InputError(
      `has YBR_FULL_422 of ${columns} columns; pairs of pixels share their colour, so they must be even`,
    );
  }
  checkSize(pixels, sharedChroma ? (sizeBytes / 3) * 2 : sizeBytes, frames);
  const signed = dataSet.number(tags.PixelRepresentation) === 1;
  return {
    content,
    syntax,
    element,
    type,
    columns,
    rows,
    frames,
    samples,
    photometric,
    bitsAllocated,
    bitsStored,
    highBit,
    signed,
    sharedChroma,
    planar: dataSet.number(tags.PlanarConfiguration) === 1,
    padding: readPadding(dataSet, signed, bitsAllocated),
    palettes: photometric === 'PALETTE COLOR' ? readPalettes(dataSet) : [],
  };
}

/** Reads how the bits of a sample are stored. @throws InputError for numbers that do not fit each other. */
function readBits(
  dataSet: DataSet,
  type: PixelFormat['type'],
): Pick<PixelFormat, 'bitsAllocated' | 'bitsStored' | 'highBit'> {
  const floatBits = type === 'float32' ? 32 : type === 'float64' ? 64 : undefined;
  const bitsAllocated = floatBits ?? readPositive(dataSet, tags.BitsAllocated, 'Bits Allocated');
  if (type === 'integer' && !BITS_ALLOCATED.includes(bitsAllocated)) {
    throw new InputError(`has Bits Allocated ${bitsAllocated}; ${BITS_ALLOCATED.join(', ')} can be read`);
  }
  const bitsStored = dataSet.number(tags.BitsStored) ?? bitsAllocated;
  const highBit = dataSet.number(tags.HighBit) ?? bitsStored - 1;
  if (!(bitsStored >= 1 && bitsStored <= highBit + 1 && highBit < bitsAllocated)) {
    throw new InputError(
      `has Bits Stored ${bitsStored} and High Bit ${highBit} in ${bitsAllocated} Bits Allocated, which do not fit`,
    );
  }
  return { bitsAllocated, bitsStored, highBit };
}

function readPositive(dataSet: DataSet, attribute: Attribute, name: string): number {
  const number = dataSet.number(attribute);
  if (number === undefined || number <= 0) throw new InputError(`lacks ${name}, or has it as ${number ?? 'nothing'}`);
  return number;
}

/** An encapsulated frame takes the head of an item at least. */
const ITEM_SIZE_BYTES = 8;

type PixelContent = Pick<PixelFormat, 'content' | 'element' | 'syntax'>;

const availableBytes = ({ content, element }: PixelContent) =>
  Math.min(content.sizeBytes - element.start, element.sizeBytes ?? Number.POSITIVE_INFINITY);

/** Some writers keep the name YBR_FULL_422 for pixels that have their chroma each. */
const holds = (pixels: PixelContent, sizeBytes: number) => availableBytes(pixels) >= sizeBytes;

/** @throws InputError if the file is too small for what it says that it holds. */
function checkSize(pixels: PixelContent, sizeBytes: number, frames: number): void {
  const available = availableBytes(pixels);
  const needed = pixels.syntax.codec === undefined ? sizeBytes : frames * ITEM_SIZE_BYTES;
  if (available >= needed) return;
  throw new InputError(
    `has ${Math.max(available, 0)} bytes of pixels, but its sizes ask for ${needed}; get a whole copy`,
  );
}

/** The padding values are of the pixels' own kind, whatever VR a writer has given them. */
function readPadding(dataSet: DataSet, signed: boolean, bits: number): PixelFormat['padding'] {
  const value = dataSet.number(tags.PixelPaddingValue);
  if (value === undefined) return undefined;
  const limit = dataSet.number(tags.PixelPaddingRangeLimit) ?? value;
  const [low, high] = [value, limit].map((number) => {
    const unsigned = ((number % 2 ** bits) + 2 ** bits) % 2 ** bits;
    return signed && unsigned >= 2 ** (bits - 1) ? unsigned - 2 ** bits : unsigned;
  }) as [number, number];
  return low <= high ? [low, high] : [high, low];
}

function readPalettes(dataSet: DataSet): Palette[] {
  return tags.PALETTE_DESCRIPTORS.map((descriptor, color) => {
    const [count = 0, first = 0, bits = 0] = dataSet.numbers(descriptor);
    // Sixteen bits have no room for 65,536.
    const length = count || 65536;
    const words = dataSet.numbers(tags.PALETTE_DATA[color]!);
    if (bits !== 8 && bits !== 16) throw new InputError(`has a palette of ${bits} bits; 8 and 16 can be read`);
    const packed = bits === 8 && words.length < length;
    const values = packed ? words.flatMap((word) => [word & 255, word >> 8]) : words;
    if (values.length < length) {
      throw new InputError(`has a palette of ${values.length} entries, but its descriptor says ${length}`);
    }
    return { first, values: bits === 8 ? values.slice(0, length) : values.slice(0, length).map((value) => value >> 8) };
  });
}
