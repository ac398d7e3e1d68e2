/** Label volumes: which parts of a volume are shown, and in which colours. */
import type { Vec3 } from '../math/vec3.js';
import type { Volume } from './volume.js';

/** How the samples in voxels of a label look. */
export interface LabelStyle {
  readonly label: number;
  /** Takes the place of the transfer function's colour. */
  readonly color?: Vec3;
  /** Multiplies the opacity of a unit of length; default 1. */
  readonly opacity?: number;
}

/**
 * Samples whose nearest voxel of `labels` has none of the listed labels are left out, as are those outside its box. The
 * label volume has a grid of its own in the same world.
 */
export interface Mask {
  readonly labels: Volume;
  /** At least one, each label once. */
  readonly styles: readonly LabelStyle[];
}

/**
 * Added before index coordinates are rounded to the nearest voxel: rays of axis-aligned views run exactly between voxels
 * often, and float32 and float64 must then take the same side.
 */
export const NEAREST_BIAS = 1e-3;
