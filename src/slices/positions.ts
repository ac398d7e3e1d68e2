/** Positions of slices along a plane's normal. */
import { InputError } from '../errors.js';
import { transformPoint } from '../math/affine.js';
import { dot, type Vec3 } from '../math/vec3.js';
import { boxExtent, type Geometry } from './slice-grid.js';

/** A coordinate along the normal, or the number of a voxel along the axis that is nearest to it. */
export type SlicePosition = number | { readonly voxel: number };

/** The voxel axis that is nearest to a direction. */
export function nearestVoxelAxis({ indexToWorld: { columns } }: Pick<Geometry, 'indexToWorld'>, normal: Vec3) {
  const cosines = columns.map((column) => Math.abs(dot(column, normal)) / Math.hypot(...column));
  return cosines.indexOf(Math.max(...cosines)) as 0 | 1 | 2;
}

/** Share of the box's extent by which rounding may put a position beyond its ends. */
const ROUNDING = 1e-9;

/**
 * The coordinate of a position along the normal; that of a voxel is its centre's, in the middle of the other axes.
 * @throws InputError for what lies beside the volume.
 */
export function locateSlice(volume: Geometry, normal: Vec3, position: SlicePosition): number {
  if (typeof position === 'object') {
    const axis = nearestVoxelAxis(volume, normal);
    const last = volume.sizes[axis] - 1;
    const { voxel } = position;
    if (!(voxel >= 0 && voxel <= last)) {
      throw new InputError(`voxel:${voxel} is none of the voxels 0 to ${last} along that axis`);
    }
    const index = volume.sizes.map((size, other) => (other === axis ? voxel : (size - 1) / 2)) as unknown as Vec3;
    return dot(transformPoint(volume.indexToWorld, index), normal);
  }
  const [low, high] = boxExtent(volume, normal);
  const slack = ROUNDING * Math.max(Math.abs(low), Math.abs(high));
  if (!(position >= low - slack && position <= high + slack)) {
    const end = (value: number) => Number(value.toPrecision(6));
    throw new InputError(`${position} lies beside the volume, which is from ${end(low)} to ${end(high)} there`);
  }
  return position;
}

/** The middles of `count` parts of an interval that are as long as each other. */
export const spreadSlices = ([low, high]: readonly [number, number], count: number): number[] =>
  Array.from({ length: count }, (_, index) => low + ((index + 0.5) / count) * (high - low));
