/** The grid in which the samples of fused volumes are placed. */
import { unionGrid } from '../../../volume/grids/union-grid.js';
import type { Volume } from '../../../volume/volume.js';
import type { FusedVolume } from '../../scene-options.js';

/** A volume that is nothing but the grid that samples are placed in. */
export function sampleGrid(volume: Volume, fused: readonly FusedVolume[]): Volume {
  if (fused.length === 0) return volume;
  const { whole } = unionGrid(
    volume,
    fused.map((other) => other.volume),
  );
  return { ...volume, ...whole, voxels: new Uint8Array(whole.sizes[0] * whole.sizes[1] * whole.sizes[2]) };
}
