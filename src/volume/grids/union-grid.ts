/** The grid of a volume, continued over the boxes of others. */
import { invert, transformPoint } from '../../math/affine.js';
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import { corners, type Volume } from '../volume.js';

export type Grid = Pick<Volume, 'sizes' | 'indexToWorld'>;

export interface UnionGrid {
  readonly whole: Grid;
  /** The whole's index of the volume's first voxel. */
  readonly first: Vec3;
}

/** Voxels that another box may reach beyond the grid by rounding. */
const ROUNDING = 1e-3;

/** Goes on in whole voxels, so that samples stay where they are as long as no other volume reaches beyond the first. */
export function unionGrid({ sizes, indexToWorld }: Grid, others: readonly Grid[]): UnionGrid {
  const toIndex = invert(indexToWorld);
  const reachedCorners = others.flatMap(corners).map((corner) => transformPoint(toIndex, corner));
  const before = mapVec3(sizes, (_, axis) =>
    Math.max(0, ...reachedCorners.map((index) => Math.ceil(-0.5 - index[axis] - ROUNDING))),
  );
  const after = mapVec3(sizes, (size, axis) =>
    Math.max(0, ...reachedCorners.map((index) => Math.ceil(index[axis] + 0.5 - size - ROUNDING))),
  );
  const origin = transformPoint(
    indexToWorld,
    mapVec3(before, (voxels) => 0 - voxels),
  );
  return {
    whole: {
      sizes: mapVec3(sizes, (size, axis) => before[axis] + size + after[axis]),
      indexToWorld: { columns: indexToWorld.columns, origin },
    },
    first: before,
  };
}
