/** The layout of a texture's voxels in memory. */
import type { Vec3 } from '../math/vec3.js';

/**
 * - `slices`: 2D slices, each along a z-order curve (section 3 of the paper of the viewpoint rule; Morton 1966)
 * - `blocks`: cubes of 8 voxels a side one after another, each along a 3D z-order curve
 * - `linear`: rows one after another
 */
export const TEXTURE_LAYOUTS = ['slices', 'blocks', 'linear'] as const;

/** The order of texels in memory. */
export type TextureLayout = (typeof TEXTURE_LAYOUTS)[number];

/** The place of voxel (i, j, k) in memory, counted in voxels. */
export type AddressOf = (i: number, j: number, k: number) => number;

const BLOCK_BITS = 3;
const BLOCK_SIDE = 2 ** BLOCK_BITS;

export function createAddressing(layout: TextureLayout, [nx, ny]: Vec3): AddressOf {
  if (layout === 'linear') return (i, j, k) => i + nx * (j + ny * k);
  if (layout === 'slices') {
    // A z-order curve fills a square whose side is a power of two.
    const side = 2 ** Math.ceil(Math.log2(Math.max(nx, ny)));
    const along = Float64Array.from({ length: side }, (_, index) => spreadBits(index, 2));
    return (i, j, k) => along[i]! + 2 * along[j]! + side * side * k;
  }
  const within = Float64Array.from({ length: BLOCK_SIDE }, (_, index) => spreadBits(index, 3));
  const [blocksX, blocksY] = [Math.ceil(nx / BLOCK_SIDE), Math.ceil(ny / BLOCK_SIDE)];
  const last = BLOCK_SIDE - 1;
  return (i, j, k) => {
    const block = (i >> BLOCK_BITS) + blocksX * ((j >> BLOCK_BITS) + blocksY * (k >> BLOCK_BITS));
    return BLOCK_SIDE ** 3 * block + within[i & last]! + 2 * within[j & last]! + 4 * within[k & last]!;
  };
}

/** The number whose bit b · `stride` is bit b of `value`. */
function spreadBits(value: number, stride: number): number {
  let spread = 0;
  for (let bit = 0; 2 ** bit <= value; bit++) if (value & (2 ** bit)) spread += 2 ** (bit * stride);
  return spread;
}
