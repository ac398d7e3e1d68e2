/** Statistics of the voxels in a region of a slice. */
import type { Vec3 } from '../../index.js';
import { dot } from '../../math/vec3.js';
import { type SliceSource, sampleSlice } from '../../slices/draw-slice.js';
import { nearestVoxelAxis } from '../../slices/positions.js';
import { type Geometry, placeGrid, type SliceGrid } from '../../slices/slice-grid.js';
import type { Ellipse } from './ellipse.js';

export interface RegionValues {
  /** Voxels whose centres are in it; 0 leaves the numbers NaN. */
  readonly count: number;
  readonly mean: number;
  /** The sample's standard deviation; 0 of a single voxel. */
  readonly deviation: number;
  readonly min: number;
  readonly max: number;
}

/** Points of one grid direction in the region: the first coordinate, the way to the next, and how many there are. */
interface Lattice {
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

/** The places of voxels' centres along a direction, as far as the axis that is nearest to it goes along it. */
function latticeAlong(geometry: Geometry, direction: Vec3, middle: number, half: number): Lattice {
  const { columns, origin } = geometry.indexToWorld;
  const step = Math.abs(dot(columns[nearestVoxelAxis(geometry, direction)], direction));
  const anchor = dot(origin, direction);
  const first = Math.ceil((middle - half - anchor) / step - ROUNDING);
  const last = Math.floor((middle + half - anchor) / step + ROUNDING);
  return { first: anchor + first * step, step, count: Math.max(last - first + 1, 0) };
}

/** Steps by which rounding may be off. */
const ROUNDING = 1e-6;
/** Points along a side: larger regions of large voxels leave some out. */
const SIDE_MAX = 2048;

/**
 * Counts the voxels whose centres lie in an ellipse. In planes across the voxels' axes these are exact; in others the nearest voxel
 * counts at each point of a grid as fine as the voxels are.
 */
export async function measureRegion(source: SliceSource, geometry: Geometry, ellipse: Ellipse): Promise<RegionValues> {
  const { center, right, down, halfWidth, halfHeight } = ellipse;
  const normal: Vec3 = [
    right[1] * down[2] - right[2] * down[1],
    right[2] * down[0] - right[0] * down[2],
    right[0] * down[1] - right[1] * down[0],
  ];
  const [x, y] = [dot(center, right), dot(center, down)];
  const across = latticeAlong(geometry, right, x, halfWidth);
  const along = latticeAlong(geometry, down, y, halfHeight);
  const size = { width: Math.min(across.count, SIDE_MAX), height: Math.min(along.count, SIDE_MAX) };
  if (size.width === 0 || size.height === 0) return summarize([]);
  const pixelWorld = Math.min(across.step, along.step);
  const plane = { right, down, normal };
  const square = placeGrid(plane, dot(center, normal), [across.first, along.first], pixelWorld, size);
  const stretch = (direction: Vec3, step: number) => direction.map((part) => part * step) as unknown as Vec3;
  const grid: SliceGrid = { ...square, right: stretch(right, across.step), down: stretch(down, along.step) };
  const sampled = await sampleSlice(source, grid, { isNearest: true });
  const inside = [...sampled].filter((value, at) => {
    const u = across.first + (at % size.width) * across.step - x;
    const v = along.first + Math.floor(at / size.width) * along.step - y;
    return !Number.isNaN(value) && (u / halfWidth) ** 2 + (v / halfHeight) ** 2 <= 1 + ROUNDING;
  });
  return summarize(inside);
}

function summarize(values: readonly number[]): RegionValues {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    count,
    mean,
    deviation: count > 1 ? Math.sqrt(squares / (count - 1)) : 0,
    min: values.reduce((least, value) => Math.min(least, value), count > 0 ? Infinity : Number.NaN),
    max: values.reduce((most, value) => Math.max(most, value), count > 0 ? -Infinity : Number.NaN),
  };
}
