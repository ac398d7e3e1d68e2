/** Puts a small volume into its texture by a copy: on the CPU the kernels that unpack voxels take longer to compile than to write them. */

import type { Gpu } from '../../../gpu/gpu.js';
import { TEXTURE_USAGE } from '../../../gpu/usages.js';
import type { Volume } from '../../../volume/volume.js';
import type { WordFormat } from '../sampling.js';
import { stageVoxels, wordBytes } from './stage-voxels.js';
import { fastestBrickSide, type VolumeTexture } from './texture.js';
import { chooseVoxelFormat, type VoxelFormat } from './voxel-format.js';

/** Voxels of volumes that are written within a few milliseconds. */
const SMALL = 1e6;

export const canWriteVolume = ({ software, device: { limits } }: Gpu, { voxels, sizes, colors }: Volume): boolean =>
  software && !colors && voxels.length < SMALL && Math.max(...sizes) <= limits.maxTextureDimension3D;

/** The texture that `uploadVolume` makes, without the ranges of bricks. */
export function writeVolumeTexture(gpu: Gpu, volume: Volume, words: WordFormat): VolumeTexture {
  const { sizes, indexToWorld } = volume;
  const [width, height, depth] = sizes;
  const voxelFormat = chooseVoxelFormat(gpu, volume.voxels, words);
  const texture = gpu.device.createTexture({
    label: 'volume.voxels',
    size: [width, height, depth],
    dimension: '3d',
    format: voxelFormat.format,
    usage: TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.COPY_DST,
  });
  const layout = { bytesPerRow: width * voxelFormat.bytesPerTexel, rowsPerImage: height };
  gpu.device.queue.writeTexture({ texture }, texelsOf(volume, voxelFormat), layout, [width, height, depth]);
  return {
    texture,
    voxelFormat,
    resident: { sizes, indexToWorld },
    brickRanges: undefined,
    brickSide: fastestBrickSide(gpu),
    downsampleFactor: 1,
  };
}

function texelsOf({ voxels, sizes: [width] }: Volume, { format, offset }: VoxelFormat) {
  if (format === 'r32float') return Float32Array.from(voxels);
  const bytes = new Uint8Array(wordBytes(voxels.length, voxels.BYTES_PER_ELEMENT));
  stageVoxels(bytes, voxels, { width, pitch: width, isFlipped: offset > 0 }, 0);
  return bytes;
}
