/** The isosurface as its kernels compute it, cell by cell: triangles whose corners are places in index space. */
import { add, cross, dot, scale, subtract, type Vec3 } from '../../math/vec3.js';
import { CELL_CORNERS, edgeCorner, loopsOfCase, type Triangulation } from '../../mesh/cell-cases.js';
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
  const corners: number[] = [];
  for (let z = 0; z + 1 < layers; z++) {
    for (let y = 0; y + 1 < rows; y++) {
      for (let x = 0; x + 1 < columns; x++) {
        const pointOf = (corner: number): Vec3 => [x + (corner & 1), y + ((corner >> 1) & 1), z + (corner >> 2)];
        let inside = 0;
        for (let corner = 0; corner < CELL_CORNERS; corner++) {
          if (differenceAt(pointOf(corner)) >= 0) inside += 2 ** corner;
        }
        const crossingOn = (edge: number) => {
          const near = edgeCorner(edge);
          const [from, to] = [pointOf(near), pointOf(near | (1 << (edge >> 2)))];
          const [fromValue, toValue] = [differenceAt(from), differenceAt(to)];
          const share = Math.min(Math.max(fromValue / (fromValue - toValue), CLEARANCE), 1 - CLEARANCE);
          const between = (start: readonly number[], end: readonly number[]) =>
            start.map((coordinate, axis) => coordinate + share * (end[axis]! - coordinate)) as unknown as Vec3;
          return {
            inCell: between(subtract(from, [x, y, z]), subtract(to, [x, y, z])),
            place: between(toIndexSpace(grid, from), toIndexSpace(grid, to)),
          };
        };
        for (const { edges, cuts } of loopsOfCase(inside)) {
          const outline = edges.map(crossingOn);
          const cut = chooseCut(
            outline.map(({ inCell }) => inCell),
            cuts,
          );
          for (const at of cut.flat()) corners.push(...outline[at]!.place);
        }
      }
    }
  }
  return corners;
}

/** Roundings of wgsl/isosurface/triangles.wgsl. */
const COST_ROUNDING = 1e-4;
const BULGE_ROUNDING = 1e-5;

/**
 * The cut with the shortest diagonals; of several, the one that bulges outwards the most.
 * @param outline in the cell's own coordinates.
 */
function chooseCut(outline: readonly Vec3[], cuts: readonly Triangulation[]): Triangulation {
  const center = scale(outline.reduce(add), 1 / outline.length);
  const cornersOf = (triangle: Triangulation[number]) => triangle.map((at) => outline[at]!) as [Vec3, Vec3, Vec3];
  const squared = (from: Vec3, to: Vec3) => dot(subtract(to, from), subtract(to, from));
  const costOf = (cut: Triangulation) =>
    cut.reduce((sum, triangle) => {
      const [a, b, c] = cornersOf(triangle);
      return sum + squared(a, b) + squared(b, c) + squared(c, a);
    }, 0);
  const bulgeOf = (cut: Triangulation) =>
    cut.reduce((sum, triangle) => {
      const [a, b, c] = cornersOf(triangle).map((corner) => subtract(corner, center)) as [Vec3, Vec3, Vec3];
      return sum + dot(a, cross(b, c));
    }, 0);
  let [best, least, largest] = [cuts[0]!, Infinity, 0];
  for (const cut of cuts) {
    const [cost, bulge] = [costOf(cut), bulgeOf(cut)];
    const isShorter = cost < least * (1 - COST_ROUNDING);
    if (!isShorter && !(cost <= least * (1 + COST_ROUNDING) && bulge > largest + BULGE_ROUNDING)) continue;
    [best, least, largest] = [cut, isShorter ? cost : Math.min(least, cost), bulge];
  }
  return best;
}

/** Index space of a grid point. */
function toIndexSpace({ volume, padding }: IsosurfaceGrid, point: Vec3): number[] {
  return point.map((coordinate, axis) => {
    const [index, last] = [coordinate - padding, volume.sizes[axis]! - 1];
    const inner = Math.min(Math.max(index, -0.5), last + 0.5);
    return inner + Number(index > last + 1) - Number(index < -1);
  });
}
