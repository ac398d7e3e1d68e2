/** The isosurface as its kernels compute it, cell by cell: triangles whose corners are places in index space. */
import type { Vec3 } from '../../math/vec3.js';
import { CELL_CORNERS, cellCases, EDGES_PER_CASE, edgeCorner } from '../../mesh/cell-cases.js';
import { createIsosurfaceGrid, fillDifferences, type IsosurfaceGrid } from '../../volume/grids/isosurface-grid.js';
import type { Volume } from '../../volume/volume.js';

/** `CLEARANCE` of wgsl/isosurface/vertices.wgsl. */
const CLEARANCE = 2 ** -10;

/** Nine numbers per triangle, in the order of the cells: x fastest, then y, then z. */
export function extractIsosurface(volume: Volume, isoValue: number, closed: boolean): number[] {
  const grid = createIsosurfaceGrid(volume, isoValue, closed);
  const [columns, rows, layers] = grid.points;
  const differences = new Float32Array(columns * rows * layers);
  fillDifferences(grid, 0, layers, differences);
  const differenceAt = ([x, y, z]: Vec3) => differences[x + columns * (y + rows * z)]!;
  const { counts, edges } = cellCases();
  const corners: number[] = [];
  for (let z = 0; z + 1 < layers; z++) {
    for (let y = 0; y + 1 < rows; y++) {
      for (let x = 0; x + 1 < columns; x++) {
        const pointOf = (corner: number): Vec3 => [x + (corner & 1), y + ((corner >> 1) & 1), z + (corner >> 2)];
        let inside = 0;
        for (let corner = 0; corner < CELL_CORNERS; corner++) {
          if (differenceAt(pointOf(corner)) >= 0) inside += 2 ** corner;
        }
        for (let at = 0; at < 3 * counts[inside]!; at++) {
          const edge = edges[EDGES_PER_CASE * inside + at]!;
          const near = edgeCorner(edge);
          const [from, to] = [pointOf(near), pointOf(near | (1 << (edge >> 2)))];
          const [fromValue, toValue] = [differenceAt(from), differenceAt(to)];
          const share = Math.min(Math.max(fromValue / (fromValue - toValue), CLEARANCE), 1 - CLEARANCE);
          const [start, end] = [placeOf(grid, from), placeOf(grid, to)];
          corners.push(...start.map((coordinate, axis) => coordinate + share * (end[axis]! - coordinate)));
        }
      }
    }
  }
  return corners;
}

/** Index space of a grid point. */
function placeOf({ volume, padding }: IsosurfaceGrid, point: Vec3): number[] {
  return point.map((coordinate, axis) => {
    const [index, last] = [coordinate - padding, volume.sizes[axis]! - 1];
    const inner = Math.min(Math.max(index, -0.5), last + 0.5);
    return inner + Number(index > last + 1) - Number(index < -1);
  });
}
