/** One page of a TIFF file: its samples out of strips or tiles, in every compression that stacks are kept in. */
import { InputError } from '../../../errors.js';
import { Budget, SMALL_INPUT } from '../../bytes/budget.js';
import { inflateZlib } from '../../bytes/compression/inflate.js';
import { decompressXz } from '../../bytes/compression/xz.js';
import { decompressZstandard } from '../../bytes/compression/zstandard.js';
import { decodeHalfFloats } from '../samples/half-floats.js';
import { type Endianness, type ScalarType, scalarSizeBytes } from '../samples/voxels.js';
import { unpackLzw } from './blocks/lzw.js';
import { unpackBits } from './blocks/pack-bits.js';
import { undoPredictor } from './blocks/predictors.js';
import { type JpegBlock, unpackJpeg } from './blocks/unpack-jpeg.js';
import { unpackJpeg2000 } from './blocks/unpack-jpeg-2000.js';
import { unpackWebp } from './blocks/unpack-webp.js';
import { findColorSpace } from './color-spaces.js';
import { numbersOf, TAG, type TiffDirectory } from './tiff-directory.js';

export interface TiffPage {
  readonly width: number;
  readonly height: number;
  /** Slices that the page holds: more than one by SGI's ImageDepth. */
  readonly depth: number;
  /** Samples of a pixel. */
  readonly samples: number;
  readonly type: ScalarType;
  /** The value of a full channel, of pages in red, green and blue; undefined for others. */
  readonly white: number | undefined;
  /** Colours that are not read as such, by the name of their space. */
  readonly colorSpace: string | undefined;
  /** Whether zero is white. */
  readonly inverted: boolean;
  /** Whether samples are numbers of colours in a table. */
  readonly isIndexed: boolean;
  /** Bits of a sample; they may be fewer than its type has. */
  readonly bits: number;
  /** Whether samples lie bit by bit, and not in whole bytes. */
  readonly isPacked: boolean;
  /** Whether samples are floats of 16 bits, which are read as float32. */
  readonly isHalf: boolean;
  /** The samples slice by slice, those of a pixel together, in little-endian. */
  readonly read: () => Promise<Uint8Array>;
}

/** Unpacks a strip or tile, of which JPEG has to know more than how many bytes it makes. */
type Unpack = (packed: Uint8Array, sizeBytes: number, block: JpegBlock) => Promise<Uint8Array> | Uint8Array;

const COMPRESSIONS: Readonly<Record<number, Unpack>> = {
  1: (bytes, sizeBytes) => bytes.subarray(0, sizeBytes),
  5: unpackLzw,
  7: (bytes, _, block) => unpackJpeg(bytes, block),
  8: inflateZlib,
  32773: unpackBits,
  32946: inflateZlib,
  33003: (bytes, sizeBytes, block) => unpackJpeg2000(bytes, sizeBytes, block, true),
  33005: (bytes, sizeBytes, block) => unpackJpeg2000(bytes, sizeBytes, block, false),
  34712: (bytes, sizeBytes, block) => unpackJpeg2000(bytes, sizeBytes, block, false),
  34925: decompressXz,
  50000: decompressZstandard,
  50001: (bytes, _, block) => unpackWebp(bytes, block),
};

const [JPEG, ZSTANDARD, LZMA] = [7, 50000, 34925];
const JPEG_2000: readonly number[] = [33003, 33005, 34712];

/** Pixels that small files may have of JPEG 2000, whose decoder takes some six seconds for as many. */
const SMALL_JPEG_2000_MAX = 2 ** 27;

const COMPRESSION_NAMES: Readonly<Record<number, string>> = {
  ...{ 2: 'CCITT', 3: 'CCITT fax', 4: 'CCITT fax', 6: 'old JPEG', 34887: 'LERC', 50002: 'JPEG XL' },
};

/** Types by sample format and bits. */
const TYPES: Readonly<Record<string, ScalarType>> = {
  ...{ '1 8': 'uint8', '1 16': 'uint16', '1 32': 'uint32', '1 64': 'uint64' },
  ...{ '2 8': 'int8', '2 16': 'int16', '2 32': 'int32', '2 64': 'int64', '3 32': 'float32', '3 64': 'float64' },
  '3 16': 'float32',
};

/** Bits of a byte, a half float, and the longest integers that may lie bit by bit. */
const [BYTE_BITS, HALF_BITS, PACKED_BITS_MAX] = [8, 16, 31];

/** The type of unsigned integers that lie bit by bit, once they are read; undefined where whole bytes hold samples. */
function packedType(format: number, bits: number): ScalarType | undefined {
  if (format !== 1 || !(bits >= 1 && bits <= PACKED_BITS_MAX) || bits === 8 || bits === 16) return undefined;
  return bits < 8 ? 'uint8' : bits < 16 ? 'uint16' : 'uint32';
}

/** Sample formats. */
const FORMATS: Readonly<Record<number, string>> = { 1: 'unsigned', 2: 'signed', 3: 'floating-point' };

/** Photometric interpretations: red, green and blue; and luminance and chroma, which JPEG makes colours of. */
const [RGB, PALETTE, YCBCR] = [2, 3, 6];
/** Types whose colours are read. */
const COLOR_TYPES: readonly ScalarType[] = ['uint8', 'uint16'];

/** FillOrder of bytes whose lowest bit is the first. */
const LOW_BITS_FIRST = 2;

/** Planar configuration of samples in planes of their own. */
const PLANAR = 2;

/** The most that Zstandard and LZMA make of a byte, and any of the others. */
const ratioMax = (directory: TiffDirectory) =>
  [ZSTANDARD, LZMA].includes(numbersOf(directory, TAG.compression)[0] ?? 1) ? 1 << 15 : 4096;

/** @throws InputError for samples or a compression that cannot be read. */
export function describePage(bytes: Uint8Array, directory: TiffDirectory, endianness: Endianness): TiffPage {
  const number = (tag: number, missing: number) => numbersOf(directory, tag)[0] ?? missing;
  const [width, height] = [number(TAG.width, 0), number(TAG.height, 0)];
  const [depth, samples] = [number(TAG.imageDepth, 1), number(TAG.samplesPerPixel, 1)];
  if (!(width > 0 && height > 0 && depth > 0 && samples > 0)) {
    const size = depth === 1 ? `${width} × ${height}` : `${width} × ${height} × ${depth}`;
    throw new InputError(`has a page of ${size} pixels of ${samples} samples; positive numbers would be right`);
  }
  const compression = number(TAG.compression, 1);
  const format = number(TAG.sampleFormat, 1);
  const [bits = 1, ...others] = new Set(numbersOf(directory, TAG.bitsPerSample));
  const type = others.length > 0 ? undefined : (TYPES[`${format} ${bits}`] ?? packedType(format, bits));
  const isPacked = type !== undefined && packedType(format, bits) !== undefined && !JPEG_2000.includes(compression);
  if (!type || (isPacked && compression === JPEG)) {
    const kind = FORMATS[format] ?? `format ${format}`;
    const each = [bits, ...others].slice(0, 4).join(' and ');
    throw new InputError(
      `has samples of ${each} bits (${kind}${type ? ', in JPEG' : ''}); ` +
        'unsigned integers of 1 to 32 and of 64 bits, signed ones of 8, 16, 32 and 64, and floats of 16, 32 and 64 can be read',
    );
  }
  const unpack = COMPRESSIONS[compression];
  if (!unpack) {
    const name = COMPRESSION_NAMES[compression] ?? `method ${compression}`;
    throw new InputError(
      `is compressed by ${name}; plain pages and those of LZW, Deflate, LZMA, PackBits, Zstandard, JPEG, JPEG 2000 and WebP can be read: tiffcp -c zip in.tif out.tif makes such`,
    );
  }
  const isSmall = bytes.length < SMALL_INPUT.belowBytes;
  if (JPEG_2000.includes(compression) && isSmall && width * height * depth * samples > SMALL_JPEG_2000_MAX) {
    throw new InputError(
      `asks for too much work: decoding ${width} × ${height} pixels of JPEG 2000 would take too long`,
    );
  }
  const photometric = number(TAG.photometric, 1);
  const isColor =
    (compression === JPEG_2000[0] && samples === 3) ||
    photometric === RGB ||
    (photometric === YCBCR && compression === JPEG);
  const white = isColor && COLOR_TYPES.includes(type) ? 2 ** bits - 1 : undefined;
  const isHalf = type === 'float32' && bits === HALF_BITS;
  const inverted = photometric === 0;
  const colorSpace = isColor ? undefined : findColorSpace(directory, samples);
  const isIndexed = photometric === PALETTE;
  const page = { width, height, depth, samples, type, white, colorSpace, inverted, isIndexed, bits, isPacked, isHalf };
  return {
    ...page,
    read: async () => {
      const read = await readSamples(bytes, directory, page, endianness, unpack);
      return isHalf ? new Uint8Array(decodeHalfFloats(read, 'little').buffer) : read;
    },
  };
}

type PageLayout = Omit<TiffPage, 'read'>;

async function readSamples(
  bytes: Uint8Array,
  directory: TiffDirectory,
  page: PageLayout,
  endianness: Endianness,
  unpack: Unpack,
): Promise<Uint8Array> {
  const blocks = layOutBlocks(bytes, directory, page);
  const { width, height, depth, samples, unit, planes, across, down, deep } = blocks;
  const predictor = numbersOf(directory, TAG.predictor)[0] ?? 1;
  if (page.isPacked && predictor !== 1) {
    throw new InputError(`has differences of ${page.bits}-bit samples, which cannot be read; 8, 16 and 32 bits can`);
  }
  // A page in one strip needs no copy.
  const isWhole = blocks.planes === 1 && depth === 1 && blocks.blockWidth === width && blocks.blockHeight === height;
  const target = new Uint8Array(isWhole ? 0 : width * height * depth * samples * unit);
  for (let index = 0; index < across * down * deep * planes; index++) {
    const column = index % across;
    const row = Math.floor(index / across) % down;
    const level = Math.floor(index / (across * down)) % deep;
    const plane = Math.floor(index / (across * down * deep));
    // The last strip of a slice holds the rows that are left; tiles are always whole.
    const rows = blocks.tiled ? blocks.blockHeight : Math.min(blocks.blockHeight, height - row * blocks.blockHeight);
    const made = await unpackBlock(bytes, blocks, index, rows * blocks.blockDepth, unpack);
    const block = undoPredictor(made, {
      predictor,
      rowSamples: blocks.blockWidth * blocks.blockSamples,
      blockSamples: blocks.blockSamples,
      unit,
      // Packed samples have no order of bytes in the file.
      endianness: page.isPacked ? 'little' : endianness,
    });
    if (isWhole) return block.subarray(0, width * height * samples * unit);
    const sliceBytes = width * height * samples * unit;
    const blockSliceBytes = blocks.blockWidth * rows * blocks.blockSamples * unit;
    const first = level * blocks.blockDepth;
    for (let slice = first; slice < Math.min(first + blocks.blockDepth, depth); slice++) {
      const part = block.subarray((slice - first) * blockSliceBytes);
      placeBlock(part, target.subarray(slice * sliceBytes), blocks, { column, row, plane, rows });
    }
  }
  return target;
}

/** The strips or tiles of a page. */
interface Blocks extends Pick<PageLayout, 'width' | 'height' | 'depth' | 'samples' | 'bits' | 'isPacked'> {
  readonly tiled: boolean;
  readonly offsets: readonly number[];
  readonly counts: readonly number[];
  /** Pixels. */
  readonly blockWidth: number;
  readonly blockHeight: number;
  /** Slices: strips hold one. */
  readonly blockDepth: number;
  /** Planes that samples are in, and samples of a pixel in each. */
  readonly planes: number;
  readonly blockSamples: number;
  /** Blocks of a plane. */
  readonly across: number;
  readonly down: number;
  readonly deep: number;
  /** Bytes of a sample once it is unpacked. */
  readonly unit: number;
  /** Bytes of all blocks in the file, and the most that each makes. */
  readonly givenBytes: number;
  readonly mostPerByte: number;
  readonly jpeg: Pick<JpegBlock, 'isRgb' | 'tables'>;
  /** Whether the first of eight bits is a byte's lowest. */
  readonly isReversed: boolean;
}

/** @throws InputError for blocks without a size, or with too little data for the page. */
function layOutBlocks(
  bytes: Uint8Array,
  directory: TiffDirectory,
  { width, height, depth, samples, type, bits, isPacked, isHalf }: PageLayout,
): Blocks {
  const number = (tag: number, missing: number) => numbersOf(directory, tag)[0] ?? missing;
  const hasTileTags = directory.has(TAG.tileOffsets);
  // Some writers list tiles as strips, and libtiff takes the two tags for one.
  const tiled = hasTileTags || (directory.has(TAG.tileWidth) && directory.has(TAG.tileHeight));
  const offsets = numbersOf(directory, hasTileTags ? TAG.tileOffsets : TAG.stripOffsets);
  const counts = numbersOf(directory, hasTileTags ? TAG.tileByteCounts : TAG.stripByteCounts);
  const blockWidth = tiled ? number(TAG.tileWidth, 0) : width;
  const blockHeight = tiled ? number(TAG.tileHeight, 0) : Math.min(number(TAG.rowsPerStrip, height), height);
  const blockDepth = tiled ? number(TAG.tileDepth, 1) : 1;
  if (!(blockWidth > 0 && blockHeight > 0 && blockDepth > 0)) {
    throw new InputError(`has tiles of ${blockWidth} × ${blockHeight} × ${blockDepth} pixels`);
  }
  const planes = number(TAG.planarConfiguration, 1) === PLANAR ? samples : 1;
  const blockSamples = samples / planes;
  const across = Math.ceil(width / blockWidth);
  const down = Math.ceil(height / blockHeight);
  const deep = Math.ceil(depth / blockDepth);
  const blocks = across * down * deep * planes;
  const unit = isHalf ? HALF_BITS / BYTE_BITS : scalarSizeBytes(type);
  // Strips may lie on top of each other, and are no more data then.
  const strips = offsets.reduce((sum, offset, index) => sum + sizeWithin(bytes, offset, counts[index]), 0);
  const givenBytes = Math.min(strips, bytes.length);
  const mostPerByte = ratioMax(directory) * (isPacked ? Math.ceil((BYTE_BITS * unit) / bits) : 1);
  if (offsets.length < blocks || width * height * depth * samples * unit > givenBytes * mostPerByte) {
    const size = depth === 1 ? `${width} × ${height}` : `${width} × ${height} × ${depth}`;
    throw new InputError(`has a page of ${size} pixels, but too little data for it; get a whole copy`);
  }
  const tileBytes = tiled ? blockWidth * blockHeight * blockDepth * blockSamples * unit : 0;
  new Budget(bytes.length).spendBytes(blocks * tileBytes, 'tiles larger than the page');
  const grid = { blockWidth, blockHeight, blockDepth, planes, blockSamples, across, down, deep };
  const jpeg = {
    isRgb: number(TAG.photometric, 1) === RGB,
    tables: numbersOf(directory, TAG.jpegTables),
  };
  const isReversed = number(TAG.fillOrder, 1) === LOW_BITS_FIRST && number(TAG.compression, 1) !== JPEG;
  return {
    width,
    height,
    depth,
    samples,
    tiled,
    offsets,
    counts,
    ...grid,
    unit,
    givenBytes,
    mostPerByte,
    jpeg,
    bits,
    isPacked,
    isReversed,
  };
}

/** The samples of a block with `rows` rows. @throws InputError if they are fewer than its size asks for. */
async function unpackBlock(
  bytes: Uint8Array,
  blocks: Blocks,
  index: number,
  rows: number,
  unpack: Unpack,
): Promise<Uint8Array> {
  const { blockWidth, blockSamples, unit, givenBytes, mostPerByte, offsets, counts, bits, isPacked } = blocks;
  const rowSamples = blockWidth * blockSamples;
  const blockBytes = (isPacked ? Math.ceil((rowSamples * bits) / BYTE_BITS) : rowSamples * unit) * rows;
  if (blockBytes > givenBytes * mostPerByte)
    throw new InputError(`has tiles of ${blockWidth} × ${rows} pixels, but too little data`);
  const start = offsets[index]!;
  const stored = bytes.subarray(start, start + sizeWithin(bytes, start, counts[index]));
  const packed = blocks.isReversed ? reverseBits(stored) : stored;
  const made = await unpack(packed, blockBytes, { ...blocks.jpeg, columns: blockWidth, rows, samples: blockSamples });
  if (made.length < blockBytes)
    throw new InputError(`has ${made.length} bytes in a strip or tile of ${blockBytes}; get a whole copy`);
  return isPacked ? spreadBits(made, rowSamples, rows, blocks) : made;
}

/** Bytes with their bits in the other order, as FillOrder says of whatever a strip or tile is stored as, compressed or not. */
const reverseBits = (bytes: Uint8Array) => bytes.map((byte) => REVERSED[byte]!);

const REVERSED = Uint8Array.from({ length: 256 }, (_, byte) => {
  let reversed = 0;
  for (let bit = 0; bit < BYTE_BITS; bit++) reversed |= ((byte >> bit) & 1) << (BYTE_BITS - 1 - bit);
  return reversed;
});

/** Whole bytes for each sample, little-endian. The highest bit is the first; rows start at whole bytes. */
function spreadBits(
  packed: Uint8Array,
  rowSamples: number,
  rows: number,
  { bits, unit }: Pick<Blocks, 'bits' | 'unit'>,
): Uint8Array {
  const rowBytes = Math.ceil((rowSamples * bits) / BYTE_BITS);
  const made = new Uint8Array(rowSamples * rows * unit);
  for (let row = 0; row < rows; row++) {
    for (let sample = 0; sample < rowSamples; sample++) {
      let value = 0;
      for (let bit = sample * bits; bit < (sample + 1) * bits; bit++) {
        value = (value << 1) | ((packed[row * rowBytes + (bit >> 3)]! >> (7 - (bit & 7))) & 1);
      }
      const start = (row * rowSamples + sample) * unit;
      for (let byte = 0; byte < unit; byte++) made[start + byte] = value >> (BYTE_BITS * byte);
    }
  }
  return made;
}

/** Copies the part of a block that lies in the page to its place there. */
function placeBlock(
  block: Uint8Array,
  target: Uint8Array,
  { width, height, samples, blockWidth, blockHeight, blockSamples, planes, unit }: Blocks,
  { column, row, plane, rows }: Readonly<Record<'column' | 'row' | 'plane' | 'rows', number>>,
): void {
  const usedColumns = Math.min(blockWidth, width - column * blockWidth);
  const usedRows = Math.min(rows, height - row * blockHeight);
  for (let y = 0; y < usedRows; y++) {
    const from = y * blockWidth * blockSamples * unit;
    const to = ((row * blockHeight + y) * width + column * blockWidth) * samples * unit;
    if (planes === 1) target.set(block.subarray(from, from + usedColumns * samples * unit), to);
    else spread(block.subarray(from), target.subarray(to + plane * unit), usedColumns, unit, samples * unit);
  }
}

/** Copies `count` scalars into places that are `strideBytes` apart. */
function spread(from: Uint8Array, to: Uint8Array, count: number, unit: number, strideBytes: number): void {
  for (let index = 0; index < count; index++) {
    for (let byte = 0; byte < unit; byte++) to[index * strideBytes + byte] = from[index * unit + byte]!;
  }
}

function sizeWithin(bytes: Uint8Array, offset: number, count = bytes.length): number {
  return Math.max(Math.min(count, bytes.length - offset), 0);
}
