/** Surface detail: how much normals differ within small cells of space. */
import type { Vec3 } from '../../math/vec3.js';
import type { ViewSamples } from './view-samples.js';

/** Cells across the bounding sphere's box. */
const CELLS = 24;
/** Bins along an edge of the cube of directions. */
const BINS = 3;

/** Each sample's area times how far the normals in its cell are from parallel, 0 to 1. */
export function normalDetail({ points, normals, areas }: ViewSamples, center: Vec3, radius: number): Float64Array {
  const sums = new Float64Array(3 * CELLS ** 3);
  const counts = new Uint32Array(CELLS ** 3);
  const cells = Uint32Array.from(areas, (_, sample) => {
    const [x, y, z] = [0, 1, 2].map((axis) => {
      const coordinate = (points[3 * sample + axis]! - center[axis]!) / radius;
      return Math.min(CELLS - 1, Math.max(0, Math.floor(((coordinate + 1) / 2) * CELLS)));
    }) as [number, number, number];
    return x + CELLS * (y + CELLS * z);
  });
  for (const [sample, cell] of cells.entries()) {
    counts[cell]!++;
    for (let axis = 0; axis < 3; axis++) sums[3 * cell + axis]! += normals[3 * sample + axis]!;
  }
  return areas.map((area, sample) => {
    const cell = cells[sample]!;
    const [x, y, z] = sums.subarray(3 * cell, 3 * cell + 3);
    return area * (1 - Math.hypot(x!, y!, z!) / counts[cell]!);
  });
}

/** The bin of a unit normal among squares of a cube around the sphere of directions. */
export function normalBin(x: number, y: number, z: number): number {
  const [absX, absY, absZ] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  if (absX >= absY && absX >= absZ) return binOf(0, x, y, z);
  return absY >= absZ ? binOf(1, y, z, x) : binOf(2, z, x, y);
}

/** Bins of `normalBin`. */
export const NORMAL_BINS = 6 * BINS * BINS;

function binOf(axis: number, along: number, first: number, second: number): number {
  const side = 2 * axis + Number(along > 0);
  const cell = (across: number) => Math.min(BINS - 1, Math.floor(((across / Math.abs(along) + 1) / 2) * BINS));
  return BINS * (BINS * side + cell(first)) + cell(second);
}
