/** Puts the central differences of a volume's voxels into a texture, which lit samples fetch instead of six more samples. */

import type { Gpu } from '../../../gpu/gpu.js';
import type { Kernel } from '../../../gpu/kernels.js';
import { submitPass } from '../../../gpu/submit-pass.js';
import { TEXTURE_USAGE } from '../../../gpu/usages.js';
import { encodeLoop } from '../../../split/encode-loop.js';
import type { VolumeTexture } from './texture.js';
import type { VoxelFormat } from './voxel-format.js';

export const loadDifferencesKernel = (
  gpu: Gpu,
  { format }: Pick<VoxelFormat, 'format'>,
): Promise<Kernel<'cast/volume/resident/differences.wgsl'>> =>
  gpu.kernels.get('cast/volume/resident/differences.wgsl', { conditions: { rg8unorm: format === 'rg8unorm' } });

/**
 * @returns rgba32float, one texel more on each side than the volume has voxels: differences along x, y and z, in texels for a voxel.
 * 16-bit floats would be filtered more slowly on SwiftShader than six samples are (experiments/gradients).
 */
export async function findDifferences(
  gpu: Gpu,
  { texture, resident: { sizes }, voxelFormat }: Pick<VolumeTexture, 'texture' | 'resident' | 'voxelFormat'>,
): Promise<GPUTexture> {
  const kernel = await loadDifferencesKernel(gpu, voxelFormat);
  const [columns, rows, slices] = sizes.map((size) => size + 2) as [number, number, number];
  const differences = gpu.device.createTexture({
    label: 'volume.differences',
    size: [columns, rows, slices],
    dimension: '3d',
    format: 'rgba32float',
    usage: TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.STORAGE_BINDING | TEXTURE_USAGE.COPY_SRC,
  });
  submitPass(gpu, 'differences', (pass) =>
    encodeLoop(gpu, pass, kernel, { voxels: texture, differences }, rows * slices),
  );
  return differences;
}
