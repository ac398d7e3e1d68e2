/** Decodes the chunks of precomputed volumes. */
import { InputError } from '../../../errors.js';
import type { Vec3 } from '../../../math/vec3.js';
import { type ChunkVoxels, voxelSizeBytes } from '../../../paged/store.js';
import type { VoxelArray } from '../../../volume/volume.js';
import { Budget } from '../../bytes/budget.js';
import { gunzip, isGzip } from '../../bytes/compression/inflate.js';
import { decodePicture } from '../../volumes/pictures/decode-picture.js';
import { dropInfinite } from '../../volumes/samples/settle-infinite.js';
import { decodeVoxels } from '../../volumes/samples/voxels.js';
import { lowerHalves } from '../wide-labels.js';
import { decodeSegmentation } from './compressed-segmentation.js';
import type { PrecomputedInfo, PrecomputedScale } from './precomputed-info.js';

/** Voxels of one channel of a chunk, and of all channels together. */
export interface ChunkLayout {
  readonly info: Pick<PrecomputedInfo, 'type' | 'isWide' | 'channels'>;
  readonly scale: Pick<PrecomputedScale, 'encoding' | 'blockSizes'>;
  /** Voxels of the chunk, which is cut off at the volume's end. */
  readonly sizes: Vec3;
  readonly channel: number;
}

const countOf = ([x, y, z]: Vec3) => x * y * z;

/** Bytes that pictures and segmentations take more than their voxels at most, in heads and tables. */
const ADDED_BYTES_MAX = 2 ** 20;

/** The most bytes that a chunk has, once it is inflated. */
export function encodedBytesMax({ info, sizes }: ChunkLayout): number {
  const voxelBytes = info.isWide ? 8 : voxelSizeBytes(info.type);
  return 2 * countOf(sizes) * info.channels * voxelBytes + ADDED_BYTES_MAX;
}

/** @throws InputError, without the store's name, for a chunk of another size or type, or a damaged one. */
export async function decodeChunkVoxels(stored: Uint8Array, layout: ChunkLayout): Promise<ChunkVoxels> {
  const { info, scale, sizes, channel } = layout;
  const [x, y] = sizes;
  const plain = (voxels: VoxelArray): ChunkVoxels => ({ voxels, offset: 0, strides: [1, x, x * y] });
  const count = countOf(sizes);
  const rawBytes = count * info.channels * (info.isWide ? 8 : voxelSizeBytes(info.type));
  // Some servers send what others say is gzipped as if it were not.
  const isRaw = scale.encoding === 'raw' && stored.length === rawBytes;
  const bytes = !isRaw && isGzip(stored) ? await gunzip(stored, encodedBytesMax(layout)) : stored;
  if (scale.encoding === 'compressed_segmentation') {
    if (info.type !== 'uint32') throw new InputError(`has a compressed segmentation of ${info.type}`);
    return plain(decodeSegmentation(bytes, { sizes, blockSizes: scale.blockSizes, channel }, info.isWide ? 2 : 1));
  }
  if (scale.encoding === 'raw') {
    if (bytes.length !== rawBytes) throw new InputError(`has ${bytes.length} bytes instead of ${rawBytes}`);
    const own = bytes.subarray((rawBytes / info.channels) * channel, (rawBytes / info.channels) * (channel + 1));
    return plain(info.isWide ? lowerHalves(own) : dropInfinite(decodeVoxels(own, info.type, 'little')));
  }
  const { width, height, channels, samples } = await decodePicture(bytes, new Budget(bytes.length));
  if (width * height !== count || channels !== info.channels) {
    throw new InputError(
      `is a picture of ${width} × ${height} pixels and ${channels} channels in place of ${count} voxels of ${info.channels}`,
    );
  }
  if (samples.BYTES_PER_ELEMENT !== voxelSizeBytes(info.type) || /^(?:int|float)/.test(info.type)) {
    throw new InputError(`is a picture of ${8 * samples.BYTES_PER_ELEMENT} bits in place of ${info.type}`);
  }
  return { voxels: samples, offset: channel, strides: [channels, channels * x, channels * x * y] };
}
