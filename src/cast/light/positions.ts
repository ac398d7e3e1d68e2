/** Maps to and from positions, which run from 0 to 1 over a volume on each axis. */
import { type Affine, invert, scaleColumns, transformPoint } from '../../math/affine.js';
import { addScaled, mapVec3, scale, subtract, type Vec3 } from '../../math/vec3.js';
import type { Volume } from '../../volume/volume.js';
import type { TreeSpace } from '../mesh/transforms/tree-space.js';

type Geometry = Pick<Volume, 'sizes' | 'indexToWorld'>;

export function worldToPosition({ sizes, indexToWorld }: Geometry): Affine {
  const { columns, origin } = invert(indexToWorld);
  const share = (index: Vec3) => mapVec3(index, (coordinate, axis) => coordinate / sizes[axis]);
  const [x, y, z] = columns;
  return {
    columns: [share(x), share(y), share(z)],
    origin: mapVec3(origin, (index, axis) => (index + 0.5) / sizes[axis]),
  };
}

/** The scale and the offset that take positions over a volume to those over a coarser version of it, with the same axes. */
export function positionToCoarse(fine: Geometry, coarse: Geometry): { readonly scale: Vec3; readonly offset: Vec3 } {
  if (isSame(fine, coarse)) return { scale: [1, 1, 1], offset: [0, 0, 0] };
  const toCoarse = worldToPosition(coarse);
  const { columns, origin } = fine.indexToWorld;
  const at = (position: number) =>
    transformPoint(
      toCoarse,
      columns.reduce<Vec3>((sum, column, axis) => addScaled(sum, column, position * fine.sizes[axis]! - 0.5), origin),
    );
  const [offset, end] = [at(0), at(1)];
  return { scale: subtract(end, offset), offset };
}

const isSame = (a: Geometry, b: Geometry) =>
  String(a.sizes) === String(b.sizes) &&
  String([a.indexToWorld.origin, ...a.indexToWorld.columns]) ===
    String([b.indexToWorld.origin, ...b.indexToWorld.columns]);

/** The map from positions to the space of a tree of meshes. */
export function positionToTree({ sizes, indexToWorld }: Geometry, { origin, unit }: TreeSpace): Affine {
  const { columns } = indexToWorld;
  // A half voxel before the first one.
  const corner = columns.reduce<Vec3>((sum, column) => subtract(sum, scale(column, 0.5)), indexToWorld.origin);
  return {
    columns: scaleColumns(columns, scale(sizes, unit)),
    origin: scale(subtract(corner, origin), unit),
  };
}
