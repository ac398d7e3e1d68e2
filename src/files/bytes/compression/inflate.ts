/** DEFLATE decompression, as gzip and as zlib, with nothing but the web platform, and how gzip and zip files start. */
import { InputError } from '../../../errors.js';
import type { Decompress } from '../../volumes/source.js';
import { concatenateBytes } from '../data-bytes.js';

/** Names by `DecompressionStream` of gzip (RFC 1952), zlib (RFC 1950) and DEFLATE as such (RFC 1951). */
type Format = 'gzip' | 'deflate' | 'deflate-raw';

/** Engines may inflate a chunk as a whole before they can be told to stop: at 1032:1, this one makes 66 MB at most. */
const CHUNK_SIZE_BYTES = 1 << 16;

/** Enough for a header: at 1032:1, this one makes 4 MB at most. */
const START_CHUNK_SIZE_BYTES = 1 << 12;

/** Anything larger is no header. */
const START_SIZE_BYTES_MAX = 1 << 17;

/** The signature of a zip archive's entry, with which archives start. */
export const LOCAL_HEADER = 0x04034b50;

/** Whether `bytes` start as gzip does. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Whether `bytes` start like a zip archive with at least one file. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true) === LOCAL_HEADER;
}

/**
 * Inflates a gzip file and verifies its checksum.
 * @throws InputError if `bytes` are not gzip, damaged or cut short, or once they make more than `sizeBytesMax`.
 */
export const gunzip = createInflate('gzip', 'gzip');

/**
 * Inflates zlib data and verifies their checksum.
 * @throws InputError if `bytes` are not zlib, damaged or cut short, or once they make more than `sizeBytesMax`.
 */
export const inflateZlib = createInflate('deflate', 'zlib');

/**
 * Inflates gzip data until there are `sizeBytes` bytes, or fewer if they end before.
 * @throws InputError if what it reads is not gzip or damaged.
 */
export function gunzipStart(bytes: Uint8Array, sizeBytes: number): Promise<Uint8Array> {
  return inflateStart(bytes, sizeBytes, 'gzip', 'gzip');
}

/**
 * Inflates DEFLATE data without any header until there are `sizeBytes` bytes, or fewer if they end before.
 * @throws InputError if what it reads is damaged.
 */
export function inflateRawStart(bytes: Uint8Array, sizeBytes: number): Promise<Uint8Array> {
  return inflateStart(bytes, sizeBytes, 'deflate-raw', 'DEFLATE');
}

function inflateStart(bytes: Uint8Array, sizeBytes: number, format: Format, name: string): Promise<Uint8Array> {
  const chunkSizeBytes = sizeBytes < START_SIZE_BYTES_MAX ? START_CHUNK_SIZE_BYTES : CHUNK_SIZE_BYTES;
  return sayIfDamaged(name, async () => {
    const start = await collectBytes(inflateStream(bytes, format, chunkSizeBytes), sizeBytes - 1);
    return start.subarray(0, sizeBytes);
  });
}

function createInflate(format: Format, name: string): Decompress {
  return (bytes, sizeBytesMax) =>
    sayIfDamaged(name, async () => {
      const inflated = await collectBytes(inflateStream(bytes, format, CHUNK_SIZE_BYTES), sizeBytesMax);
      if (inflated.length <= sizeBytesMax) return inflated;
      throw new InputError(`has ${name} data that make more than the ${sizeBytesMax} bytes expected at most`);
    });
}

function inflateStream(bytes: Uint8Array, format: Format, chunkSizeBytes: number): ReadableStream<Uint8Array> {
  let at = 0;
  const compressed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + chunkSizeBytes)));
      at += chunkSizeBytes;
    },
  });
  return compressed.pipeThrough(new DecompressionStream(format));
}

/** All bytes of `stream`, or its first ones as soon as they are more than `enoughBytes`. */
async function collectBytes(stream: ReadableStream<Uint8Array>, enoughBytes: number): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for (let { value } = await reader.read(); value; { value } = await reader.read()) {
    chunks.push(value);
    sizeBytes += value.length;
    if (sizeBytes > enoughBytes) {
      await reader.cancel();
      break;
    }
  }
  return concatenateBytes(chunks);
}

async function sayIfDamaged<T>(format: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`has ${format} data that are damaged or cut short; get a whole copy`, { cause: error });
  }
}
