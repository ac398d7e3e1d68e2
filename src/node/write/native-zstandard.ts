/** Zstandard of Node's own, which compresses in threads beside the main one. */
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Compress } from '../../lab.js';

/** Compresses as Zstandard by Node's zlib; undefined where Node has none, before 22.15. */
export const compressNatively: Compress | undefined = createCompress(zlib as unknown as Zstandard);

/** The types of the oldest Node that tilecast runs on have none of this. */
interface Zstandard {
  readonly zstdCompress?: (
    bytes: Uint8Array,
    options: { readonly params: Readonly<Record<number, number>> },
    done: (error: Error | null, compressed: Uint8Array) => void,
  ) => void;
  readonly constants: { readonly ZSTD_c_compressionLevel?: number };
}

function createCompress({ zstdCompress, constants }: Zstandard): Compress | undefined {
  const parameter = constants.ZSTD_c_compressionLevel;
  if (!zstdCompress || parameter === undefined) return undefined;
  const compress = promisify(zstdCompress);
  return (bytes, level) => compress(bytes, { params: { [parameter]: level } });
}
