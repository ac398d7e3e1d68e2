/** The levels of a pyramid, each from the one before: how large they are. */
import { mapVec3, type Vec3 } from '../../math/vec3.js';

export interface LevelGeometry {
  readonly sizes: Vec3;
  /** Between neighbouring voxels. */
  readonly spacing: Vec3;
  /** The first voxel's centre, relative to the finest level's, in lengths along the axes. */
  readonly shift: Vec3;
  /** Voxels of the level before that make one of it, along each axis. */
  readonly factors: Vec3;
}

/** Axes this much coarser than the finest one wait until the others are as coarse. */
const MAX_ANISOTROPY = 2;

/**
 * Plans levels of about half the voxels along each axis, until `least` or fewer are left. Axes with wide spacings stay as they
 * are at first, so that voxels become cubes.
 */
export function planPyramid(sizes: Vec3, spacing: Vec3, least: number): LevelGeometry[] {
  const levels: LevelGeometry[] = [{ sizes, spacing, shift: [0, 0, 0], factors: [1, 1, 1] }];
  for (;;) {
    const last = levels.at(-1)!;
    if (Math.max(...last.sizes) <= least) return levels;
    const halved = last.spacing.filter((_, axis) => last.sizes[axis]! > 1);
    const finest = Math.min(...halved);
    const factors = mapVec3(last.sizes, (size, axis) =>
      size > 1 && last.spacing[axis]! < MAX_ANISOTROPY * finest ? 2 : 1,
    );
    levels.push({
      sizes: mapVec3(last.sizes, (size, axis) => Math.ceil(size / factors[axis]!)),
      spacing: mapVec3(last.spacing, (distance, axis) => distance * factors[axis]!),
      shift: mapVec3(last.shift, (shift, axis) => shift + ((factors[axis]! - 1) / 2) * last.spacing[axis]!),
      factors,
    });
  }
}
