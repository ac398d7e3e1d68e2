/** Reads a stream of bytes to its end, or until there are too many of them. */
import { InputError } from '../errors.js';

/**
 * All bytes of `stream`, in one array.
 * @throws InputError once there are more than `sizeBytesMax`, and whatever the stream itself fails with.
 */
export async function collectBytes(stream: ReadableStream<Uint8Array>, sizeBytesMax: number): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (!value) break;
    chunks.push(value);
    sizeBytes += value.length;
    if (sizeBytes > sizeBytesMax) {
      reader.cancel().catch(() => {});
      throw new InputError(`the data inflate to more than the ${sizeBytesMax} bytes that were expected at most`);
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
