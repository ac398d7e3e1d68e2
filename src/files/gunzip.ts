/** gzip decompression with nothing but the web platform. */
import { InputError } from '../errors.js';
import type { Decompress } from './source.js';

/** Engines may inflate a chunk as a whole before they can be told to stop: at 1032:1, this one makes 66 MB at most. */
const CHUNK_SIZE_BYTES = 1 << 16;

/**
 * Inflates a gzip file (RFC 1952) and verifies its checksum.
 * @throws InputError if `bytes` are not gzip, damaged or cut short, or once they make more than `sizeBytesMax`.
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
    throw new InputError('has gzip data that are damaged or cut short; get a whole copy', { cause: error });
  }
};

async function collectBytes(stream: ReadableStream<Uint8Array>, sizeBytesMax: number): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for (let { value } = await reader.read(); value; { value } = await reader.read()) {
    chunks.push(value);
    sizeBytes += value.length;
    if (sizeBytes > sizeBytesMax) {
      await reader.cancel();
      throw new InputError(`has gzip data that make more than the ${sizeBytesMax} bytes expected at most`);
    }
  }
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
