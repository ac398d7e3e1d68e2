/** bzip2 decompression. */
import unbzip2Stream from '@openpgp/unbzip2-stream';
import { InputError } from '../errors.js';
import { collectBytes } from './collect-bytes.js';
import type { Decompress } from './source.js';

/**
 * Decompresses one or several bzip2 streams and verifies the checksums of their blocks.
 * @throws InputError if `bytes` are not bzip2, damaged or cut short, or within a block (of at most 46 MB) of making more
 * than `sizeBytesMax`.
 */
export const bunzip2: Decompress = async (bytes, sizeBytesMax) => {
  const compressed = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  try {
    return await collectBytes(unbzip2Stream(compressed), sizeBytesMax);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError('the bzip2 data are damaged or cut short; get a whole copy', { cause: error });
  }
};
