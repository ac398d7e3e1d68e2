/** The texture format that holds a volume's voxels without losing a bit, wherever the adapter has one. */
import type { Gpu } from '../../gpu/gpu.js';
import type { VoxelArray } from '../../volume/volume.js';

export interface VoxelFormat {
  readonly format: 'r8unorm' | 'r16unorm' | 'r32float';
  readonly bytesPerTexel: 1 | 2 | 4;
  /** Whether the adapter filters it in hardware. */
  readonly filterable: boolean;
  /** texel = (voxel + offset) · factor */
  readonly offset: number;
  readonly factor: number;
}

/**
 * 8-bit integers stay 8-bit where the adapter can store that (`texture-formats-tier1`). WebGPU's 16-bit formats cannot be
 * filtered, and eight loads a sample cost more than 32 bits a voxel, so 16-bit integers take r16unorm only where 32-bit
 * float cannot be filtered either. All else is 32-bit float: exact for float32 and for integers below 2²⁴, rounded for
 * larger ones and for float64.
 */
export function chooseVoxelFormat(gpu: Pick<Gpu, 'has'>, voxels: VoxelArray): VoxelFormat {
  const signed = voxels instanceof Int8Array || voxels instanceof Int16Array;
  const storesNorms = gpu.has('texture-formats-tier1');
  const filterable = gpu.has('float32-filterable');
  if (voxels.BYTES_PER_ELEMENT === 1 && storesNorms) {
    return { format: 'r8unorm', bytesPerTexel: 1, filterable: true, offset: signed ? 0x80 : 0, factor: 1 / 0xff };
  }
  if (voxels.BYTES_PER_ELEMENT === 2 && storesNorms && !filterable) {
    return { format: 'r16unorm', bytesPerTexel: 2, filterable, offset: signed ? 0x8000 : 0, factor: 1 / 0xffff };
  }
  return { format: 'r32float', bytesPerTexel: 4, filterable, offset: 0, factor: 1 };
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
