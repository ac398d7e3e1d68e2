/** Tubes around lines: prisms of few sides with smooth normals, whose rings turn as little as the line lets them. */
import { cross, dot, normalize, type Vec3 } from '../../math/vec3.js';
import type { Mesh } from '../mesh.js';
import { recenter } from '../recenter.js';

/** Lines through points, two or more each. */
export interface Polylines {
  /** World coordinates, three per point. */
  readonly positions: Float64Array;
  /** The first point of each line, and at the end the number of points. */
  readonly starts: Uint32Array;
}

export interface TubeOptions {
  /** World units at a point. */
  readonly radiusAt: (point: number) => number;
  /** Vertices around each point, three or more. Vertex v is one of those of point ⌊v / sides⌋. */
  readonly sides: number;
}

/** A closed tube around each line, with normals. */
export function createTubes(lines: Polylines, { radiusAt, sides }: TubeOptions): Mesh {
  const { starts } = lines;
  const centers = recenter(lines.positions);
  const points = lines.positions.length / 3;
  const lineCount = starts.length - 1;
  const positions = new Float32Array(3 * sides * points);
  const normals = new Float32Array(3 * sides * points);
  // Two triangles a side between rings, and a fan at either end.
  const triangles = new Uint32Array(3 * (2 * sides * (points - lineCount) + 2 * (sides - 2) * lineCount));
  const angles = Array.from({ length: sides }, (_, side) => (2 * Math.PI * side) / sides);
  const circle = angles.map((angle) => [Math.cos(angle), Math.sin(angle)] as const);
  let next = 0;
  const add = (a: number, b: number, c: number) => {
    triangles[next++] = a;
    triangles[next++] = b;
    triangles[next++] = c;
  };
  for (let line = 0; line < lineCount; line++) {
    const [first, end] = [starts[line]!, starts[line + 1]!];
    let normal: Vec3 = [0, 0, 0];
    for (let point = first; point < end; point++) {
      const tangent = tangentAt(centers, point, first, end);
      normal = perpendicular(normal, tangent);
      const binormal = cross(tangent, normal);
      const radius = radiusAt(point);
      for (const [side, [cosine, sine]] of circle.entries()) {
        const at = 3 * (sides * point + side);
        for (let axis = 0; axis < 3; axis++) {
          const outward = cosine * normal[axis]! + sine * binormal[axis]!;
          normals[at + axis] = outward;
          positions[at + axis] = centers.positions[3 * point + axis]! + radius * outward;
        }
      }
      if (point + 1 === end) continue;
      const [ring, following] = [sides * point, sides * (point + 1)];
      for (let side = 0; side < sides; side++) {
        const beside = (side + 1) % sides;
        add(ring + side, ring + beside, following + side);
        add(ring + beside, following + beside, following + side);
      }
    }
    const [head, tail] = [sides * first, sides * (end - 1)];
    for (let side = 1; side + 1 < sides; side++) {
      add(head, head + side + 1, head + side);
      add(tail, tail + side, tail + side + 1);
    }
  }
  return { positions, normals, triangles, origin: centers.origin };
}

/** The direction of a line at a point, between its neighbours, which are farther ones where several lie in one place. */
export function tangentAt(
  { positions }: { readonly positions: ArrayLike<number> },
  point: number,
  first: number,
  end: number,
): Vec3 {
  const along = (from: number, to: number): Vec3 => [
    positions[3 * to]! - positions[3 * from]!,
    positions[3 * to + 1]! - positions[3 * from + 1]!,
    positions[3 * to + 2]! - positions[3 * from + 2]!,
  ];
  let [before, after] = [Math.max(point - 1, first), Math.min(point + 1, end - 1)];
  let direction = along(before, after);
  while (dot(direction, direction) === 0 && (before > first || after < end - 1)) {
    before = Math.max(before - 1, first);
    after = Math.min(after + 1, end - 1);
    direction = along(before, after);
  }
  return dot(direction, direction) === 0 ? [0, 0, 1] : normalize(direction);
}

/** Less than this of the last normal is across a line that turns back, and gives no direction. */
const ACROSS_MIN = 1e-6;

/** The unit vector across `tangent` that is nearest to the last one. */
function perpendicular(last: Vec3, tangent: Vec3): Vec3 {
  const along = dot(last, tangent);
  const across: Vec3 = [last[0] - along * tangent[0], last[1] - along * tangent[1], last[2] - along * tangent[2]];
  if (dot(across, across) > ACROSS_MIN) return normalize(across);
  const [x, y, z] = tangent.map(Math.abs) as [number, number, number];
  return normalize(cross(tangent, x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1]));
}
