/** The codec of the stores that we write: which one suits the voxels, and its entry in Zarr's metadata. */
import { type VoxelType, voxelSizeBytes } from '../../../paged/store.js';

/** Compresses bytes as Zstandard of a level, 1 to 22; they may change once it is done. */
export type Compress = (bytes: Uint8Array, level: number) => Promise<Uint8Array>;

/** Zstandard in WebAssembly. */
export const compressZstandard: Compress = async (bytes, level) => {
  const { default: Zstd } = await import('numcodecs/zstd');
  return Zstd.fromConfig({ id: 'zstd', level }).encode(bytes);
};

/** How chunks are compressed. */
export interface ChunkCodec {
  /** Its entry among the codecs of an array. */
  readonly metadata: { readonly name: string; readonly configuration: object };
  /** Compresses the bytes of a chunk, which may change once it is done. */
  readonly compress: (bytes: Uint8Array) => Promise<Uint8Array>;
}

/** Blosc's own levels end at 9; each is one of Zstandard's, and the first is its first. */
const BLOSC_LEVEL_MAX = 9;

/** Bytes of the elements whose bits numcodecs shuffles, whatever the voxels are: it takes no other size. */
const TYPE_SIZE = 4;

/**
 * Zstandard, for 16-bit intensities in Blosc with their bits shuffled: noise is in the low bits alone then, which takes two thirds
 * of the time and six sevenths of the bytes of a scan. Bytes, floats of few values and regions are larger with shuffled bits.
 */
export function chooseCodec(type: VoxelType, isLabels: boolean, level: number, compress: Compress): ChunkCodec {
  const isShuffled = !isLabels && voxelSizeBytes(type) === 2;
  if (isShuffled) return shuffledCodec(Math.min(level, BLOSC_LEVEL_MAX));
  return {
    metadata: { name: 'zstd', configuration: { level, checksum: false } },
    compress: (bytes) => compress(bytes, level),
  };
}

/** How numcodecs calls the shuffling of bits. */
const BIT_SHUFFLE = 2;

function shuffledCodec(level: number): ChunkCodec {
  const configuration = { typesize: TYPE_SIZE, cname: 'zstd', clevel: level, shuffle: 'bitshuffle', blocksize: 0 };
  return {
    metadata: { name: 'blosc', configuration },
    compress: async (bytes) => {
      const { default: Blosc } = await import('numcodecs/blosc');
      return Blosc.fromConfig({ id: 'blosc', cname: 'zstd', clevel: level, shuffle: BIT_SHUFFLE, blocksize: 0 }).encode(
        bytes,
      );
    },
  };
}
