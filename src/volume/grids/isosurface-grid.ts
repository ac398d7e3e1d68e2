/** The grid of points between which an isosurface is looked for, and what values are above the isovalue there. */
import type { Vec3 } from '../../math/vec3.js';
import type { Volume } from '../volume.js';

/**
 * Grid points before the first voxel and after the last, on each axis, where the surface is closed: one on the volume's face,
 * half a voxel out, with the value of the outer voxel, and one beyond it, where there is nothing.
 */
const CLOSING_PADDING = 2;

/** Larger differences overflow where two of them are subtracted, and smaller ones are zero on GPUs that flush denormals. */
const [LARGEST, SMALLEST] = [1e38, 2 ** -126];

/** Stands for NaN and the outside of the volume. Far below any isovalue, so that the surface stays away from it. */
const NOTHING = -LARGEST;

/** The values that an isosurface is around: those above the isovalue, or, of distances, those below it. */
export type IsosurfaceSide = 'above' | 'below';

export interface IsosurfaceGrid {
  readonly volume: Volume;
  readonly isoValue: number;
  readonly inside: IsosurfaceSide;
  readonly padding: number;
  /** Points along each axis. */
  readonly points: Vec3;
}

export function createIsosurfaceGrid(
  volume: Volume,
  isoValue: number,
  closed: boolean,
  inside: IsosurfaceSide = 'above',
): IsosurfaceGrid {
  const padding = closed ? CLOSING_PADDING : 0;
  const points = volume.sizes.map((size) => size + 2 * padding) as unknown as Vec3;
  return { volume, isoValue, inside, padding, points };
}

/** Writes how far values are on the inner side of the isovalue, as float32, for `layers` layers of points from `first` on. */
export function fillDifferences(
  { volume, isoValue, inside, padding, points }: IsosurfaceGrid,
  first: number,
  layers: number,
  differences: Float32Array,
): void {
  const { sizes, voxels } = volume;
  const [columns, rows] = points;
  // A padded grid's outermost points are beyond the volume.
  const isBeyond = (point: number, axis: 0 | 1 | 2) => padding > 0 && (point === 0 || point === points[axis] - 1);
  const voxelOf = (point: number, axis: 0 | 1 | 2) => Math.min(Math.max(point - padding, 0), sizes[axis] - 1);
  for (let layer = 0, at = 0; layer < layers; layer++) {
    const k = voxelOf(first + layer, 2);
    for (let row = 0; row < rows; row++) {
      const start = sizes[0] * (voxelOf(row, 1) + sizes[1] * k);
      const isRowBeyond = isBeyond(row, 1) || isBeyond(first + layer, 2);
      for (let column = 0; column < columns; column++, at++) {
        const value = isRowBeyond || isBeyond(column, 0) ? Number.NaN : voxels[start + voxelOf(column, 0)]!;
        const difference = inside === 'above' ? value - isoValue : isoValue - value;
        differences[at] = Number.isNaN(difference) ? NOTHING : clampDifference(difference);
      }
    }
  }
}

/** Keeps it on the same side of zero, which is inside. */
function clampDifference(difference: number): number {
  const size = Math.min(Math.max(Math.abs(difference), SMALLEST), LARGEST);
  return difference === 0 ? 0 : Math.sign(difference) * size;
}
