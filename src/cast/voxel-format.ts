/** The texture format that holds a volume's voxels without losing a bit, wherever the adapter has one. */
import type { Gpu } from '../gpu/gpu.js';
import type { VoxelArray } from '../volume/volume.js';

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
 * 8-bit integers stay 8-bit and 16-bit ones 16-bit where the adapter can store them (`texture-formats-tier1`), all else
 * is 32-bit float: exact for 8- and 16-bit integers and float32, rounded for 32-bit integers beyond 2²⁴ and float64.
 */
export function chooseVoxelFormat(gpu: Pick<Gpu, 'has'>, voxels: VoxelArray): VoxelFormat {
  const signed = voxels instanceof Int8Array || voxels instanceof Int16Array;
  if (gpu.has('texture-formats-tier1')) {
    if (voxels.BYTES_PER_ELEMENT === 1) {
      return { format: 'r8unorm', bytesPerTexel: 1, filterable: true, offset: signed ? 0x80 : 0, factor: 1 / 0xff };
    }
    if (voxels.BYTES_PER_ELEMENT === 2) {
      return {
        format: 'r16unorm',
        bytesPerTexel: 2,
        filterable: true,
        offset: signed ? 0x8000 : 0,
        factor: 1 / 0xffff,
      };
    }
  }
  return {
    format: 'r32float',
    bytesPerTexel: 4,
    filterable: gpu.has('float32-filterable'),
    offset: 0,
    factor: 1,
  };
}

/** How `wgsl/cast/unpack.wgsl` reads the voxels' bytes. */
export function describeVoxelType(voxels: VoxelArray): { bits: number; kind: number } {
  const bits = 8 * voxels.BYTES_PER_ELEMENT;
  if (voxels instanceof Float32Array) return { bits, kind: 2 };
  const signed = voxels instanceof Int8Array || voxels instanceof Int16Array || voxels instanceof Int32Array;
  return { bits, kind: signed ? 1 : 0 };
}
