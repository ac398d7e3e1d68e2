/** The point of a triangle that is closest to another point, in float64. */
import { addScaled, dot, subtract, type Vec3 } from '../../math/vec3.js';

/** The point of a triangle that is closest to another. */
export interface ClosestPoint {
  /** Distance to it. */
  readonly distance: number;
  /** The place: (1 − u − v) · A + u · B + v · C. */
  readonly u: number;
  /** The second barycentric coordinate, the weight of the third corner. */
  readonly v: number;
}

/**
 * The foot of the perpendicular where it lies inside, else the closest point of an edge. Every candidate lies on the triangle,
 * so that no distance comes out too small; degenerate triangles are their edges.
 */
export function closestOnTriangle(point: Vec3, a: Vec3, b: Vec3, c: Vec3): ClosestPoint {
  const [fromA, fromB] = [subtract(a, point), subtract(b, point)];
  const [ab, ac, bc] = [subtract(b, a), subtract(c, a), subtract(c, b)];
  const onEdge = (from: Vec3, edge: Vec3) => Math.min(1, Math.max(0, quotient(-dot(from, edge), dot(edge, edge))));
  const [onAb, onAc, onBc] = [onEdge(fromA, ab), onEdge(fromA, ac), onEdge(fromB, bc)];
  const weights = [
    [onAb, 0],
    [0, onAc],
    [1 - onBc, onBc],
  ];
  // Solves for the foot by the edge AB and the height above it, made perpendicular twice; see closest_on_triangle.wgsl.
  const tilt = quotient(dot(ac, ab), dot(ab, ab));
  const tilted = addScaled(ac, ab, -tilt);
  const rest = quotient(dot(tilted, ab), dot(ab, ab));
  const height = addScaled(tilted, ab, -rest);
  const v = quotient(-dot(fromA, height), dot(height, height));
  const u = quotient(-dot(fromA, ab), dot(ab, ab)) - v * (tilt + rest);
  if (u > 0 && v > 0 && u + v < 1) weights.push([u, v]);
  let best: ClosestPoint = { distance: Infinity, u: 0, v: 0 };
  for (const [weightB, weightC] of weights as [number, number][]) {
    const distance = Math.hypot(...addScaled(addScaled(fromA, ab, weightB), ac, weightC));
    if (distance < best.distance) best = { distance, u: weightB, v: weightC };
  }
  return best;
}

const quotient = (dividend: number, divisor: number) => (divisor > 0 ? dividend / divisor : 0);
