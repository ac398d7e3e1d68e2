/** Gradients of a volume in float64. */
import { transformNormal } from '../../../math/half-space.js';
import { scale, type Vec3 } from '../../../math/vec3.js';
import type { Grid } from '../../../volume/grids/union-grid.js';
import { smallestSpacing, type Volume, worldToIndex } from '../../../volume/volume.js';
import { sampleVolume } from '../sample-volume.js';

/** The world direction in which values rise, as long as they rise along it over one smallest spacing. */
export type Gradient = (positionIndex: Vec3) => Vec3;

/**
 * Central differences of the interpolated values, one voxel to each side along each of the volume's axes.
 * @param finest the grid whose smallest spacing it is over: the finest level that the volume is a coarser one of.
 */
export function createGradient(volume: Volume, finest: Grid = volume): Gradient {
  const toIndex = worldToIndex(volume);
  const unit = smallestSpacing(finest);
  return (positionIndex) => {
    const differences = positionIndex.map((_, axis) => {
      const beside = (voxels: number) => {
        const moved = positionIndex.map((coordinate, along) => coordinate + (along === axis ? voxels : 0));
        return sampleVolume(volume, moved as unknown as Vec3);
      };
      return (beside(1) - beside(-1)) / 2;
    });
    return scale(transformNormal(toIndex, differences as unknown as Vec3), unit);
  };
}
