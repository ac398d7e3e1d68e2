/** Reads a frame's stored samples, be they compressed or not. */
import { InputError } from '../../../errors.js';
import type { ByteSource } from '../../bytes/byte-source.js';
import { inflateRawStart } from '../../bytes/compression/inflate.js';
import { swapBytes } from '../../volumes/samples/voxels.js';
import { readJpegSize } from './codestream-size.js';
import { decodeCompressed } from './decode-compressed.js';
import { openFrames, type ReadCompressedFrame } from './open-frames.js';
import type { PixelFormat } from './pixel-format.js';
import { decodeRle } from './rle.js';

export type StoredArray = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** The samples of one frame. */
export interface StoredFrame {
  readonly samples: StoredArray;
  readonly planar: boolean;
  /** Whether the decoder made RGB of other colours, whatever the file says. */
  readonly isRgb?: boolean;
}

/** Reads the frames of files one after another, and remembers where the frames of the latest are. */
export class FrameSource {
  /** Memory of plain samples: new memory for each of a thousand slices makes the garbage collector run. */
  #memory = new Uint8Array();
  #pixels: PixelFormat | undefined;
  #reader: Promise<ReadCompressedFrame> | undefined;
  /** The latest picture of which frames are tiles: they are asked for one after another. */
  #folded: { readonly whole: PixelFormat; readonly stored: StoredFrame } | undefined;

  /**
   * Reads a frame, whose samples the next call may overwrite.
   * @throws InputError, without the file's name, if the frame is cut short or damaged.
   */
  read(pixels: PixelFormat, frame: number): Promise<StoredFrame> {
    if (pixels.folded) return this.#readTile(pixels, pixels.folded, frame);
    return this.#read(pixels, frame, (start, end) => this.#readReused(pixels.content, start, end));
  }

  async #readReused({ sizeBytes, isRemote, read, readInto }: ByteSource, start: number, end: number) {
    if (isRemote || !readInto) return read(start, end);
    const wanted = Math.max(Math.min(end, sizeBytes) - start, 0);
    if (this.#memory.length < wanted) this.#memory = new Uint8Array(wanted);
    return this.#memory.subarray(0, await readInto(start, this.#memory.subarray(0, wanted)));
  }

  /** @param read reads the bytes of plain samples. */
  async #read(pixels: PixelFormat, frame: number, read: ByteSource['read']): Promise<StoredFrame> {
    const { codec } = pixels.syntax;
    if (codec === undefined) return readNative(pixels, frame, read);
    if (this.#pixels !== pixels) {
      this.#pixels = pixels;
      this.#reader = openFrames(pixels);
    }
    const bytes = await (await this.#reader!)(frame);
    const { columns, rows, samples, bitsAllocated } = pixels;
    const bytesPerSample = Math.ceil(bitsAllocated / 8);
    const sizeBytes = Math.ceil((columns * rows * samples * bitsAllocated) / 8);
    switch (codec) {
      case 'rle':
        return {
          samples: toSamples(decodeRle(bytes, columns * rows, samples, bytesPerSample), bytesPerSample),
          planar: true,
        };
      case 'deflate': {
        const inflated = await inflateRawStart(bytes, sizeBytes);
        if (inflated.length < sizeBytes) throw new InputError('has a deflated frame that is cut short');
        return { samples: unpackIfBits(inflated, pixels, 0), planar: pixels.planar };
      }
      default: {
        const decoded = await decodeCompressed(findJpegCodec(bytes) ?? codec, bytes, pixels);
        const { bits, isRgb } = decoded;
        return { samples: toSamples(decoded.bytes, bits > 8 ? 2 : 1), planar: false, ...(isRgb && { isRgb }) };
      }
    }
  }

  async #readTile(
    { columns, rows }: PixelFormat,
    { whole, across }: NonNullable<PixelFormat['folded']>,
    frame: number,
  ): Promise<StoredFrame> {
    if (this.#folded?.whole !== whole) this.#folded = { whole, stored: await this.#read(whole, 0, whole.content.read) };
    const { samples, ...stored } = this.#folded.stored;
    const start = Math.floor(frame / across) * rows * whole.columns + (frame % across) * columns;
    const tile = samples.slice(0, columns * rows);
    for (let row = 0; row < rows; row++) {
      const from = start + row * whole.columns;
      tile.set(samples.subarray(from, from + columns), row * columns);
    }
    return { ...stored, samples: tile };
  }
}

/** Codecs by the markers of frames: ISO 10918-1, table B.1, and ISO 14495-1, C.1.1. */
const JPEG_CODECS: ReadonlyMap<number | undefined, 'jpeg' | 'jpeg-lossless' | 'jpeg-ls'> = new Map([
  ...[0xc0, 0xc1, 0xc2].map((marker) => [marker, 'jpeg'] as const),
  [0xc3, 'jpeg-lossless'],
  [0xf7, 'jpeg-ls'],
]);

/** Compressed frames say by what process; some programs name another one as the transfer syntax. Undefined for what is no JPEG. */
const findJpegCodec = (bytes: Uint8Array) => JPEG_CODECS.get(readJpegSize(bytes)?.marker);

async function readNative(pixels: PixelFormat, frame: number, read: ByteSource['read']): Promise<StoredFrame> {
  const { element, syntax, columns, rows, samples, bitsAllocated, sharedChroma, planar } = pixels;
  const frameBits = columns * rows * (sharedChroma ? 2 : samples) * bitsAllocated;
  const firstBit = frame * frameBits;
  // Bytes in words of big-endian files are swapped as well; a word may hold bytes of two frames.
  const wordBytes = syntax.littleEndian ? 1 : Math.max(bitsAllocated / 8, element.vr === 'OW' ? 2 : 1);
  const [first, last] = [Math.floor(firstBit / 8), Math.ceil((firstBit + frameBits) / 8)];
  const start = wordBytes >= 2 ? first - (first % wordBytes) : first;
  const end = wordBytes >= 2 ? Math.ceil(last / wordBytes) * wordBytes : last;
  const bytes = await read(element.start + start, element.start + end);
  if (bytes.length < last - start) throw new InputError('ends within its pixels; get a whole copy');
  // The last byte of an odd number may lack the one beside it.
  const ordered = wordBytes >= 2 && bytes.length === end - start ? swapBytes(bytes, wordBytes) : bytes;
  const stored = unpackIfBits(ordered.subarray(first - start, last - start), pixels, firstBit % 8);
  return sharedChroma ? { samples: spreadChroma(stored), planar: false } : { samples: stored, planar };
}

/** Gives both pixels of a pair its chroma: Y, Y, CB, CR become Y, CB, CR twice. */
function spreadChroma(stored: StoredArray): StoredArray {
  const spread = new (stored instanceof Uint8Array ? Uint8Array : Uint16Array)((stored.length / 2) * 3);
  for (let from = 0, to = 0; from < stored.length; from += 4, to += 6) {
    const [blue, red] = [stored[from + 2]!, stored[from + 3]!];
    spread.set([stored[from]!, blue, red, stored[from + 1]!, blue, red], to);
  }
  return spread;
}

/** Pixels of one bit are packed across rows and frames, the first in the lowest bit. */
function unpackIfBits(bytes: Uint8Array, pixels: PixelFormat, firstBit: number): StoredArray {
  const { bitsAllocated, columns, rows, type } = pixels;
  if (bitsAllocated !== 1) return toSamples(bytes, bitsAllocated / 8, type !== 'integer');
  return Uint8Array.from({ length: columns * rows }, (_, pixel) => {
    const bit = firstBit + pixel;
    return (bytes[bit >> 3]! >> (bit & 7)) & 1;
  });
}

function toSamples(bytes: Uint8Array, sizeBytes: number, float = false): StoredArray {
  // Nothing reads files into shared memory.
  const aligned = bytes.byteOffset % sizeBytes === 0 ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
  const { buffer, byteOffset } = aligned;
  const count = Math.floor(bytes.length / sizeBytes);
  if (sizeBytes === 8) return new Float64Array(buffer, byteOffset, count);
  if (sizeBytes === 4) return new (float ? Float32Array : Uint32Array)(buffer, byteOffset, count);
  return new (sizeBytes === 2 ? Uint16Array : Uint8Array)(buffer, byteOffset, count);
}
