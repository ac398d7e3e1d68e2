/** Bricks: cubes of voxels that are looked at together. */
import type { Vec3 } from '../math/vec3.js';

/** Bricks along an axis: what is known of each is a texel, of a texture of a size that every adapter takes. */
export const MAX_BRICKS_ALONG = 2048;

/**
 * The bricks along each axis of a volume of these sizes; the last ones may stick out.
 * @param side voxels along a brick's side.
 */
export function countBricks(sizes: Vec3, side: number): Vec3 {
  return sizes.map((size) => Math.ceil(size / side)) as unknown as Vec3;
}
