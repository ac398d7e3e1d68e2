/** gzip decompression with nothing but the web platform. */
import { InputError } from '../errors.js';
import { collectBytes } from './collect-bytes.js';
import type { Decompress } from './source.js';

/** Engines may inflate a chunk as a whole before the reader gets to say stop; at 1032:1 this one makes 66 MB at most. */
const CHUNK_SIZE_BYTES = 1 << 16;

/**
 * Inflates one gzip stream (RFC 1952) and verifies its checksum.
 * @throws InputError if `bytes` are not gzip, damaged or cut short, or as soon as they inflate to more than `sizeBytesMax`.
 */
export const gunzip: Decompress = async (bytes, sizeBytesMax) => {
  let at = 0;
  const compressed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + CHUNK_SIZE_BYTES)));
      at += CHUNK_SIZE_BYTES;
    },
  });
  try {
    return await collectBytes(compressed.pipeThrough(new DecompressionStream('gzip')), sizeBytesMax);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError('the gzip data are damaged or cut short; get a whole copy', { cause: error });
  }
};
