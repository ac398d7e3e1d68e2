/** The faces of a label volume that are no edges of its regions. */
import { transformPoint } from '../../math/affine.js';
import type { Vec3 } from '../../math/vec3.js';
import { corners, type Volume, worldToIndex } from '../volume.js';

/** The labels' indices beyond which the voxels on a face go on; far away where regions end at the face. */
export interface LabelEnds {
  readonly low: Vec3;
  readonly high: Vec3;
}

/** Beyond any voxel, and exact in float32. */
const NOWHERE = 2 ** 24;
/** Part of a voxel: grids of the same box differ by rounding. */
const ROUNDING = 1e-3;

/**
 * Regions go on where the volume ends before the labels do: a mask of all voxels is no mask. Where the labels end within the
 * volume, so do their regions.
 */
export function findLabelEnds(
  labels: Pick<Volume, 'sizes' | 'indexToWorld'>,
  volume: Pick<Volume, 'sizes' | 'indexToWorld'>,
): LabelEnds {
  const toLabels = worldToIndex(labels);
  const box = corners(volume).map((corner) => transformPoint(toLabels, corner));
  const along = (axis: number) => box.map((corner) => corner[axis]!);
  const last = labels.sizes.map((size) => size - 1);
  return {
    low: last.map((_, axis) => (Math.min(...along(axis)) >= -0.5 - ROUNDING ? 0 : -NOWHERE)) as unknown as Vec3,
    high: last.map((index, axis) =>
      Math.max(...along(axis)) <= index + 0.5 + ROUNDING ? index : NOWHERE,
    ) as unknown as Vec3,
  };
}
