/** The texture format that holds a volume's voxels without losing a bit, wherever the adapter has one. */
import { type ByAdapter, chooseByAdapter } from '../../../gpu/adapter-traits.js';
import type { Gpu } from '../../../gpu/gpu.js';
import type { Vec3 } from '../../../math/vec3.js';
import type { Volume, VoxelArray } from '../../../volume/volume.js';
import type { WordFormat } from '../sampling.js';

export interface VoxelFormat {
  readonly format: 'r8unorm' | 'rg8unorm' | 'r32float';
  readonly bytesPerTexel: 1 | 2 | 4;
  /** Whether the adapter filters it in hardware. */
  readonly filterable: boolean;
  /** texel = (voxel + offset) · factor */
  readonly offset: number;
  readonly factor: number;
  /** Whether voxels are copied to the texture byte for byte, because no kernel can store its format. */
  readonly isCopied: boolean;
}

/**
 * Adapters whose filter of bytes is as good as that of floats. llvmpipe rounds what it interpolates to bytes: 1.5 of 255 off.
 * SwiftShader's is exact, as fast or faster, and reads a quarter of the memory (experiments/sampling).
 */
const FILTERS_BYTES: ByAdapter<boolean> = { gpu: true, llvmpipe: false, swiftshader: true };

/**
 * Bytes from which on a texture does not fit, whatever memory there is: SwiftShader allocates up to 1 GiB at a time. llvmpipe
 * says that it has more than 2 GiB, and loses the device when they are bound.
 */
const MAX_TEXTURE_BYTES: ByAdapter<number> = { gpu: Infinity, llvmpipe: 2 ** 31, swiftshader: 2 ** 30 };

/**
 * Integers of 8 and 16 bits keep their size where the adapter filters bytes. WebGPU does not filter r16unorm, so the two bytes of
 * 16 bits are filtered apart: interpolation is linear, so that their sum is exact. All else is 32-bit float: exact for float32
 * and for integers below 2²⁴, rounded for larger ones and for float64. Kernels store bytes where they can
 * (`texture-formats-tier1`).
 * @param words what to take for 16 bits where either fits.
 */
export function chooseVoxelFormat(
  gpu: Pick<Gpu, 'has' | 'traits'>,
  voxels: VoxelArray,
  words: WordFormat,
): VoxelFormat {
  const signed = voxels instanceof Int8Array || voxels instanceof Int16Array;
  const isCopied = !gpu.has('texture-formats-tier1');
  if (chooseByAdapter(gpu.traits, FILTERS_BYTES)) {
    const norm = { filterable: true, isCopied } as const;
    if (voxels.BYTES_PER_ELEMENT === 1) {
      return { format: 'r8unorm', bytesPerTexel: 1, offset: signed ? 0x80 : 0, factor: 1 / 0xff, ...norm };
    }
    const fits = 4 * voxels.length < chooseByAdapter(gpu.traits, MAX_TEXTURE_BYTES);
    if (voxels.BYTES_PER_ELEMENT === 2 && (words === 'rg8unorm' || !fits)) {
      return { format: 'rg8unorm', bytesPerTexel: 2, offset: signed ? 0x8000 : 0, factor: 1 / 0xffff, ...norm };
    }
  }
  const filterable = gpu.has('float32-filterable');
  return { format: 'r32float', bytesPerTexel: 4, filterable, offset: 0, factor: 1, isCopied: false };
}

/**
 * Whether a texture may be as large as one of these voxels, as far as is known without trying.
 * @param sizes of the texture, which may have fewer voxels.
 */
export function fitsTexture(
  { traits }: Pick<Gpu, 'traits'>,
  sizes: Vec3,
  { bytesPerTexel }: Pick<VoxelFormat, 'bytesPerTexel'>,
): boolean {
  const [ni, nj, nk] = sizes;
  return ni * nj * nk * bytesPerTexel < chooseByAdapter(traits, MAX_TEXTURE_BYTES);
}

/** Whether all of a volume fits one texture, as far as is known without trying. */
export function fitsOneTexture(
  gpu: Pick<Gpu, 'has' | 'traits' | 'device'>,
  { sizes, voxels }: Pick<Volume, 'sizes' | 'voxels'>,
) {
  const isTooLong = Math.max(...sizes) > gpu.device.limits.maxTextureDimension3D;
  return !isTooLong && fitsTexture(gpu, sizes, chooseVoxelFormat(gpu, voxels, 'r32float'));
}

/** A data value as the kernels know it. */
export const toTexel = ({ offset, factor }: Pick<VoxelFormat, 'offset' | 'factor'>, value: number) =>
  (value + offset) * factor;

/** How `wgsl/cast/volume/resident/unpack.wgsl` reads the voxels' bytes. */
export function describeVoxelType(voxels: VoxelArray): { bits: number; kind: number } {
  const bits = 8 * voxels.BYTES_PER_ELEMENT;
  if (voxels instanceof Float32Array) return { bits, kind: 2 };
  const signed = voxels instanceof Int8Array || voxels instanceof Int16Array || voxels instanceof Int32Array;
  return { bits, kind: signed ? 1 : 0 };
}
