/** The bindings of kernels that look at fused volumes. */
import type { ResidentVolume } from '../volume/resident/volume-store.js';

/** @param uniforms a `FusedVolumes` of wgsl/cast/fused/fused_volumes.wgsl. */
export function fusedResources(uniforms: GPUBuffer, { fused }: ResidentVolume) {
  const [next, last = next] = fused;
  if (!next || !last) return {};
  return {
    fused: uniforms,
    fused_voxels: next.volume.texture,
    last_fused_voxels: last.volume.texture,
    fused_table: next.transfer.memory,
    last_fused_table: last.transfer.memory,
    // Stands in where there are no gradient opacities, and is not read.
    fused_gradient_table: next.gradientOpacity?.texture ?? next.transfer.memory,
    last_fused_gradient_table: last.gradientOpacity?.texture ?? last.transfer.memory,
    fused_distances: next.distances?.texture,
    last_fused_distances: last.distances?.texture,
  };
}
