/** Uploads a volume's voxels to a 3D texture, downsampled by an integer factor where it does not fit. */

import { DeviceError, InputError } from '../../../errors.js';
import { type ByAdapter, chooseByAdapter } from '../../../gpu/adapter-traits.js';
import type { Gpu } from '../../../gpu/gpu.js';
import type { PassTimer } from '../../../gpu/timer.js';
import { unshared } from '../../../gpu/unshared.js';
import { TEXTURE_USAGE, ZERO_FILL_USAGE } from '../../../gpu/usages.js';
import { downsample } from '../../../volume/resample/downsample.js';
import type { Volume } from '../../../volume/volume.js';
import { withDefaults } from '../../../with-defaults.js';
import type { Residency } from '../../paged/residency.js';
import type { WordFormat } from '../sampling.js';
import type { ReadVoxels } from './stage-voxels.js';
import { loadUnpackKernels, unpack } from './unpack.js';
import { chooseVoxelFormat, fitsTexture, type VoxelFormat } from './voxel-format.js';

/** Voxels along a brick's side, by measurement: experiments/skipping. */
const BRICK_SIDE: ByAdapter<4 | 8> = { gpu: 8, llvmpipe: 8, swiftshader: 4 };

export const fastestBrickSide = ({ traits }: Pick<Gpu, 'traits'>): 4 | 8 => chooseByAdapter(traits, BRICK_SIDE);

export interface UploadOptions {
  /** Whether a volume that the device cannot hold may be made smaller; default true. */
  readonly allowDownsample?: boolean;
  /** Bounds the pieces that a volume goes up in, which are runs of slices. */
  readonly maxChunkBytes?: number;
  /** Voxels along a brick's side; `auto` is the fastest that was measured. */
  readonly brickSide?: 4 | 8 | 'auto';
  /** The format of 16-bit integers, where the adapter can store it. */
  readonly words?: WordFormat;
  /**
   * Awaited before each piece, where frames of other scenes come between: it goes up in small pieces, each once the one before is
   * done, and is not timed.
   */
  readonly pace?: (() => Promise<unknown>) | undefined;
  /** Reads voxels that are not in memory yet. */
  readonly read?: ReadVoxels | undefined;
}

/** Bytes of a piece that goes up between two frames. */
const PACED_BYTES = 1 << 22;

export const UPLOAD_DEFAULTS = {
  allowDownsample: true,
  maxChunkBytes: 1 << 28,
  brickSide: 'auto',
  words: 'rg8unorm',
  pace: undefined,
  read: undefined,
} as const satisfies Required<UploadOptions>;

/** A volume as it lives on the device. */
export interface VolumeTexture {
  readonly texture: GPUTexture;
  readonly voxelFormat: VoxelFormat;
  /** rgba8unorm, of volumes with colours of their own. */
  readonly colors?: GPUTexture | undefined;
  /** The volume that the texture holds: the one given, or its downsampled copy. */
  readonly resident: Pick<Volume, 'sizes' | 'indexToWorld'>;
  /** The range of texels in each brick; undefined of small volumes where nothing is skipped. */
  readonly brickRanges: GPUTexture | undefined;
  /** Voxels along a brick's side. */
  readonly brickSide: number;
  /** 1 unless the volume was downsampled. */
  readonly downsampleFactor: number;
  /** Residency of a volume in pages, whose atlas the texture is. */
  readonly residency?: Residency | undefined;
}

/**
 * Uploads `volume`, converting it from its own type in a compute pass.
 * @throws InputError if it does not fit and downsampling is not allowed.
 */
export async function uploadVolume(
  gpu: Gpu,
  timer: PassTimer,
  volume: Volume,
  options: UploadOptions = {},
): Promise<VolumeTexture & { readonly brickRanges: GPUTexture }> {
  const given = withDefaults(UPLOAD_DEFAULTS, options);
  const { allowDownsample, maxChunkBytes, brickSide: askedSide, words, pace, read } = given;
  const voxelFormat = chooseVoxelFormat(gpu, volume.voxels, words);
  const { maxTextureDimension3D: maxDimension } = gpu.device.limits;
  const { bytesPerTexel } = voxelFormat;
  const maxSliceBytes = Math.min(gpu.device.limits.maxStorageBufferBindingSize, gpu.device.limits.maxBufferSize);
  const brickSide = askedSide === 'auto' ? fastestBrickSide(gpu) : askedSide;
  // Compiles while memory is allocated. Who asks for them next hears what fails.
  loadUnpackKernels(gpu, volume, voxelFormat, brickSide).catch(() => undefined);
  let factor = Math.ceil(Math.max(...volume.sizes) / maxDimension);
  for (;;) {
    const sizes = volume.sizes.map((size) => Math.ceil(size / factor)) as unknown as Volume['sizes'];
    if (factor > 1 && !allowDownsample) {
      throw new InputError(
        `a volume of ${volume.sizes.join(' × ')} voxels does not fit on ${gpu.adapterName}` +
          ` (up to ${maxDimension} a side, as memory allows); leave out --no-downsample to make it smaller`,
      );
    }
    const isSliceRight = sizes[0] * sizes[1] * Uint32Array.BYTES_PER_ELEMENT <= maxSliceBytes;
    const fits = isSliceRight && fitsTexture(gpu, sizes, voxelFormat);
    const texture = fits ? await gpu.tryAllocate(() => createTexture(gpu, sizes, voxelFormat)) : undefined;
    const colors = texture && volume.colors && (await gpu.tryAllocate(() => createColorTexture(gpu, sizes)));
    if (volume.colors && !colors) texture?.destroy();
    else if (texture) {
      const resident = factor === 1 ? volume : downsample(volume, factor);
      if (colors) uploadColors(gpu, colors, resident);
      const course = pace ? { pace, maxChunkBytes: PACED_BYTES } : { timer, maxChunkBytes };
      const brickRanges = await unpack(gpu, resident, { voxelFormat, texture, brickSide, read, ...course }).catch(
        (error) => {
          texture.destroy();
          throw error;
        },
      );
      return {
        texture,
        colors,
        voxelFormat,
        resident: { sizes, indexToWorld: resident.indexToWorld },
        brickRanges,
        brickSide,
        downsampleFactor: factor,
      };
    }
    if (sizes.every((size) => size === 1)) {
      throw new DeviceError(`${gpu.adapterName} has no memory for a texture of ${bytesPerTexel} bytes`);
    }
    factor += 1;
  }
}

function createTexture(gpu: Gpu, sizes: Volume['sizes'], { format, isCopied }: VoxelFormat): GPUTexture {
  const written = isCopied ? TEXTURE_USAGE.COPY_DST : TEXTURE_USAGE.STORAGE_BINDING;
  return gpu.device.createTexture({
    label: 'volume.voxels',
    size: [...sizes],
    dimension: '3d',
    format,
    usage: TEXTURE_USAGE.TEXTURE_BINDING | written | ZERO_FILL_USAGE,
  });
}

function createColorTexture(gpu: Gpu, sizes: Volume['sizes']): GPUTexture {
  return gpu.device.createTexture({
    label: 'volume.colors',
    size: [...sizes],
    dimension: '3d',
    format: 'rgba8unorm',
    usage: TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.COPY_DST | ZERO_FILL_USAGE,
  });
}

/** Slice by slice: one call stages all that it is given. */
function uploadColors({ device }: Gpu, texture: GPUTexture, { colors, sizes: [ni, nj, nk] }: Volume): void {
  const layout = { bytesPerRow: 4 * ni, rowsPerImage: nj };
  for (let k = 0; k < nk; k++) {
    const slice = unshared(colors!.subarray(4 * ni * nj * k, 4 * ni * nj * (k + 1)));
    device.queue.writeTexture({ texture, origin: [0, 0, k] }, slice, layout, [ni, nj, 1]);
  }
}
