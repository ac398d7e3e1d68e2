/** The bindings of kernels that look at fused volumes. */
import type { ResidentVolume } from '../volume/resident/volume-store.js';

/** @param uniforms a `FusedVolumes` of wgsl/cast/fused/fused_volumes.wgsl. */
export function fusedResources(uniforms: GPUBuffer, { fused, together }: ResidentVolume) {
  const [first] = fused;
  if (!first || !together) return {};
  // The first stands in where there are fewer, and is not read there.
  const voxels = (index: number) => (fused[index] ?? first).volume.texture;
  return {
    fused: uniforms,
    fused_voxels_a: voxels(0),
    fused_voxels_b: voxels(1),
    fused_voxels_c: voxels(2),
    fused_voxels_d: voxels(3),
    fused_voxels_e: voxels(4),
    fused_voxels_f: voxels(5),
    fused_voxels_g: voxels(6),
    fused_tables: together.tables,
    fused_distances: together.bricks?.distances,
    fused_majorants: together.bricks?.majorants,
  };
}
