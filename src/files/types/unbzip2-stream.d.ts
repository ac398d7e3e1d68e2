/** Types for the part of @openpgp/unbzip2-stream that tilecast uses; it has none. */
declare module '@openpgp/unbzip2-stream/lib/bit_iterator.js' {
  export interface BitReader {
    (count: number | null): number;
    /** Bytes that were read, be it in part. */
    bytesRead: number;
  }

  export default function iterateBits(nextBytes: () => Uint8Array | undefined): BitReader;
}

declare module '@openpgp/unbzip2-stream/lib/bzip2.js' {
  import type { BitReader } from '@openpgp/unbzip2-stream/lib/bit_iterator.js';

  const decoder: {
    /** Reads a stream's header and returns its block size, in units of 100,000 bytes. */
    header(bits: BitReader): number;
    /**
     * Decodes a block to `write`, with `block` as memory for it. Returns the stream's checksum up to there, or null if
     * the stream has ended and its own checksum was that one.
     */
    decompress(
      bits: BitReader,
      write: (byte: number) => void,
      block: Int32Array,
      blockSizeBytes: number,
      checksum: number,
    ): number | null;
  };
  export default decoder;
}
