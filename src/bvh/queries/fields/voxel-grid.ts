/** The grids of voxels that are made of meshes. */
import { InputError } from '../../../errors.js';
import { type Affine, determinant, transformPoint } from '../../../math/affine.js';
import type { Vec3 } from '../../../math/vec3.js';
import { boundingBox } from '../../../mesh/bounding-box.js';
import type { Mesh } from '../../../mesh/mesh.js';

/** Voxels whose centres are at whole numbers of index space; any volume has such a grid. */
export interface VoxelGrid {
  /** Voxels along each axis. */
  readonly sizes: Vec3;
  /** From voxel indices to the world. */
  readonly indexToWorld: Affine;
}

/** Voxels of a margin around a mesh, on each side. */
const MARGIN = 2;

/**
 * A grid of cubes along the axes of the world around a mesh: `resolution` voxels along the longest axis, with a margin of two
 * on each side.
 * @throws InputError for a resolution that is no whole number from 8 to 4096.
 */
export function gridAround(mesh: Mesh, resolution: number): VoxelGrid {
  if (!(Number.isInteger(resolution) && resolution >= 8 && resolution <= 4096)) {
    throw new InputError(`a grid's resolution must be a whole number from 8 to 4096, not ${resolution}`);
  }
  const { min, max } = boundingBox(mesh);
  const extents = max.map((high, axis) => high - min[axis]!);
  const spacing = Math.max(...extents) / (resolution - 1 - 2 * MARGIN) || 1;
  const sizes = extents.map((extent) => Math.ceil(extent / spacing - 1e-9) + 1 + 2 * MARGIN) as unknown as Vec3;
  const origin = min.map((low, axis) => (low + max[axis]!) / 2 - ((sizes[axis]! - 1) / 2) * spacing);
  return {
    sizes,
    indexToWorld: {
      columns: [
        [spacing, 0, 0],
        [0, spacing, 0],
        [0, 0, spacing],
      ],
      origin: origin as unknown as Vec3,
    },
  };
}

/** @throws InputError for a grid that has no volume. */
export function checkGrid({ sizes, indexToWorld }: VoxelGrid): void {
  if (!sizes.every((size) => Number.isInteger(size) && size > 0) || !(Math.abs(determinant(indexToWorld)) > 0)) {
    throw new InputError(`a grid must have voxels along three axes that span space, not ${sizes.join(' × ')}`);
  }
}

/** Rows of voxels along i: the row of (j, k) is number j + k · sizes[1]. */
export const countRows = ({ sizes: [, rows, slices] }: VoxelGrid) => rows * slices;

/** x, y and z in the world of the voxels' centres, row by row. */
export function voxelCenters(
  { sizes: [columns, rows], indexToWorld }: VoxelGrid,
  firstRow: number,
  rowCount: number,
): Float64Array {
  const centers = new Float64Array(3 * columns * rowCount);
  for (let index = 0; index < rowCount; index++) {
    const row = firstRow + index;
    for (let column = 0; column < columns; column++) {
      const center = transformPoint(indexToWorld, [column, row % rows, Math.floor(row / rows)]);
      centers.set(center, 3 * (index * columns + column));
    }
  }
  return centers;
}
