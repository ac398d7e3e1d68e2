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
  return ([x, y, z]) => {
    const difference = (i: number, j: number, k: number) =>
      (sampleVolume(volume, [x + i, y + j, z + k]) - sampleVolume(volume, [x - i, y - j, z - k])) / 2;
    const differences: Vec3 = [difference(1, 0, 0), difference(0, 1, 0), difference(0, 0, 1)];
    return scale(transformNormal(toIndex, differences), unit);
  };
}
