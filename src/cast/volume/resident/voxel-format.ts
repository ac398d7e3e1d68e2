/** The texture format that holds a volume's voxels without losing a bit, wherever the adapter has one. */
import type { Gpu } from '../../../gpu/gpu.js';
import type { VoxelArray } from '../../../volume/volume.js';
import type { WordFormat } from '../sampling.js';

export interface VoxelFormat {
  readonly format: 'r8unorm' | 'rg8unorm' | 'r32float';
  readonly bytesPerTexel: 1 | 2 | 4;
  /** Whether the adapter filters it in hardware. */
  readonly filterable: boolean;
  /** texel = (voxel + offset) · factor */
  readonly offset: number;
  readonly factor: number;
}

/**
 * Integers of 8 and 16 bits keep their size where the adapter can store that (`texture-formats-tier1`). WebGPU does not filter
 * r16unorm, so the two bytes of 16 bits are filtered apart: interpolation is linear, so that their sum is exact. All else is
 * 32-bit float: exact for float32 and for integers below 2²⁴, rounded for larger ones and for float64.
 * @param words what to take for 16 bits where the adapter stores both.
 */
export function chooseVoxelFormat(gpu: Pick<Gpu, 'has'>, voxels: VoxelArray, words: WordFormat): VoxelFormat {
  const signed = voxels instanceof Int8Array || voxels instanceof Int16Array;
  const storesNorms = gpu.has('texture-formats-tier1');
  if (voxels.BYTES_PER_ELEMENT === 1 && storesNorms) {
    return { format: 'r8unorm', bytesPerTexel: 1, filterable: true, offset: signed ? 0x80 : 0, factor: 1 / 0xff };
  }
  if (voxels.BYTES_PER_ELEMENT === 2 && storesNorms && words === 'rg8unorm') {
    return { format: 'rg8unorm', bytesPerTexel: 2, filterable: true, offset: signed ? 0x8000 : 0, factor: 1 / 0xffff };
  }
  return { format: 'r32float', bytesPerTexel: 4, filterable: gpu.has('float32-filterable'), offset: 0, factor: 1 };
}

/** A data value as the kernels know it. */
export const toTexel = ({ offset, factor }: Pick<VoxelFormat, 'offset' | 'factor'>, value: number) =>
  (value + offset) * factor;

/** How `wgsl/cast/volume/unpack.wgsl` reads the voxels' bytes. */
export function describeVoxelType(voxels: VoxelArray): { bits: number; kind: number } {
  const bits = 8 * voxels.BYTES_PER_ELEMENT;
  if (voxels instanceof Float32Array) return { bits, kind: 2 };
  const signed = voxels instanceof Int8Array || voxels instanceof Int16Array || voxels instanceof Int32Array;
  return { bits, kind: signed ? 1 : 0 };
}
