/** Measures of a mesh for tests: its triangles' corners in the world, area, volume, and how its edges are shared. */
import type { Mesh } from '../../src/mesh/mesh.js';

/** Half a unit in the last place of a float32 number, relative to it. */
export const FLOAT32_ROUNDING = 2 ** -24;

/** x, y and z in the world of all corners of all triangles, in order. */
export function cornersOf({ positions, triangles, origin }: Mesh): Float64Array {
  const corners = new Float64Array(3 * triangles.length);
  for (const [corner, vertex] of triangles.entries()) {
    for (let axis = 0; axis < 3; axis++) {
      corners[3 * corner + axis] = positions[3 * vertex + axis]! + origin[axis]!;
    }
  }
  return corners;
}

/** The vector that is perpendicular to a triangle and as long as twice its area. */
export function areaVector(corners: Float64Array, triangle: number): [number, number, number] {
  const [a, b, c] = [0, 1, 2].map((corner) =>
    corners.subarray(9 * triangle + 3 * corner, 9 * triangle + 3 * corner + 3),
  );
  const [u, v] = [b!, c!].map((point) => point.map((coordinate, axis) => coordinate - a![axis]!));
  return [0, 1, 2].map((axis) => {
    const [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
    // Not −0, which tests would tell from 0.
    return u![next]! * v![last]! - u![last]! * v![next]! + 0;
  }) as [number, number, number];
}

export function areaOf(mesh: Mesh): number {
  const corners = cornersOf(mesh);
  let twice = 0;
  for (let triangle = 0; triangle < corners.length / 9; triangle++)
    twice += Math.hypot(...areaVector(corners, triangle));
  return twice / 2;
}

/** Volume of a closed mesh; negative if it is inside out (divergence theorem). */
export function volumeOf(mesh: Mesh): number {
  const corners = cornersOf(mesh);
  let sum = 0;
  for (let triangle = 0; triangle < corners.length / 9; triangle++) {
    const [x, y, z] = areaVector(corners, triangle);
    sum += corners[9 * triangle]! * x + corners[9 * triangle + 1]! * y + corners[9 * triangle + 2]! * z;
  }
  return sum / 6;
}

/** How many edges there are, and how many of them do not have one triangle on each side, in opposite directions. */
export function countEdges({ triangles }: Pick<Mesh, 'triangles'>): { edges: number; open: number } {
  const directed = new Map<string, number>();
  for (let triangle = 0; triangle < triangles.length; triangle += 3) {
    for (let side = 0; side < 3; side++) {
      const edge = `${triangles[triangle + side]} ${triangles[triangle + ((side + 1) % 3)]}`;
      directed.set(edge, (directed.get(edge) ?? 0) + 1);
    }
  }
  const edges = new Set<string>();
  let open = 0;
  for (const [edge, count] of directed) {
    const [from, to] = edge.split(' ');
    if (edges.has(`${to} ${from}`)) continue;
    edges.add(edge);
    if (count !== 1 || directed.get(`${to} ${from}`) !== 1) open++;
  }
  return { edges: edges.size, open };
}
