/** The codec of the stores that we write: which one suits the voxels, and its entry in Zarr's metadata. */
import { type VoxelType, voxelSizeBytes } from '../../../../paged/store.js';

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

/** Bytes of the elements that numcodecs shuffles, whatever the voxels are: it takes no other size. */
const TYPE_SIZE = 4;

/** Bytes that Blosc compresses at a time: its own choice, an eighth of that, makes files up to 7 % larger. */
const BLOCK_BYTES = 2 ** 18;

/**
 * Zstandard, for 16-bit intensities in Blosc with their bytes shuffled: noise is in the low bytes alone then. Shuffled bits, in blocks of
 * Blosc's choice, took 1.5 times the bytes of a CT scan, 0.96 to 1.05 times those of made-up volumes with noise, and 1.07 times the CPU time.
 * Bytes, floats of few values and regions are larger when shuffled.
 */
export function chooseCodec(type: VoxelType, isLabels: boolean, level: number, compress: Compress): ChunkCodec {
  const isShuffled = !isLabels && voxelSizeBytes(type) === 2;
  if (isShuffled) return shuffledCodec(Math.min(level, BLOSC_LEVEL_MAX));
  return {
    metadata: { name: 'zstd', configuration: { level, checksum: false } },
    compress: (bytes) => compress(bytes, level),
  };
}

/** The number that numcodecs has for the shuffling of bytes. */
const BYTE_SHUFFLE = 1;

function shuffledCodec(clevel: number): ChunkCodec {
  const settings = { cname: 'zstd', clevel, blocksize: BLOCK_BYTES };
  return {
    metadata: { name: 'blosc', configuration: { ...settings, typesize: TYPE_SIZE, shuffle: 'shuffle' } },
    compress: async (bytes) => {
      const { default: Blosc } = await import('numcodecs/blosc');
      return Blosc.fromConfig({ id: 'blosc', ...settings, shuffle: BYTE_SHUFFLE }).encode(bytes);
    },
  };
}
