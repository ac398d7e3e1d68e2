/** Bricks: cubes of voxels that are looked at together. */
import type { Vec3 } from '../math/vec3.js';

/** Voxels along a brick's side. */
export const BRICK_SIDE = 8;

/** The bricks along each axis of a volume of so many voxels; the last ones may stick out. */
export function countBricks(sizes: Vec3): Vec3 {
  return sizes.map((size) => Math.ceil(size / BRICK_SIDE)) as unknown as Vec3;
}

/** The smallest number of voxels that is not less and makes whole bricks. */
export const wholeBricks = (voxels: number) => BRICK_SIDE * Math.ceil(voxels / BRICK_SIDE);
