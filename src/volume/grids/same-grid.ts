/** Whether two volumes have their voxels in the same places. */
import { transformPoint } from '../../math/affine.js';
import type { Vec3 } from '../../math/vec3.js';
import { worldToIndex } from '../volume.js';
import type { Grid } from './union-grid.js';

/** Distance in voxels below which two grids take the same neighbours. */
const SAME_VOXEL = 1e-3;

/** Whether two volumes have their voxels at the same points of the world. */
export function isSameGrid(a: Grid, b: Grid): boolean {
  if (!a.sizes.every((size, axis) => size === b.sizes[axis])) return false;
  const toIndex = worldToIndex(a);
  const far = b.sizes.map((size) => size - 1) as unknown as Vec3;
  const isAt = (index: Vec3) =>
    transformPoint(toIndex, transformPoint(b.indexToWorld, index)).every(
      (coordinate, axis) => Math.abs(coordinate - index[axis]!) < SAME_VOXEL,
    );
  return isAt([0, 0, 0]) && isAt(far) && isAt([far[0], 0, 0]) && isAt([0, far[1], 0]) && isAt([0, 0, far[2]]);
}
