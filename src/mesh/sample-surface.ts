/** Points spread evenly over a surface. */
import { length, type Vec3 } from '../math/vec3.js';
import { isBadTriangle, type Mesh } from './mesh.js';
import { triangleCorners, triangleNormal } from './triangle/triangle-corners.js';

/**
 * `count` points, x, y and z of each in the world: every one stands for the same area, triangle by triangle, and within a
 * triangle they follow M. Roberts' R2 sequence ("The unreasonable effectiveness of quasirandom sequences", 2018).
 */
export function sampleSurface(mesh: Mesh, count: number): Float64Array {
  const areas = Array.from({ length: mesh.triangles.length / 3 }, (_, triangle) =>
    isBadTriangle(mesh, triangle) ? 0 : length(triangleNormal(...triangleCorners(mesh, triangle))) / 2,
  );
  const total = areas.reduce((sum, area) => sum + area, 0);
  if (total === 0) return new Float64Array(0);
  const points = new Float64Array(3 * count);
  let [passed, sample] = [0, 0];
  for (const [triangle, area] of areas.entries()) {
    passed += area;
    const end = Math.min(count, Math.round((passed / total) * count));
    if (sample === end) continue;
    const corners = triangleCorners(mesh, triangle);
    for (; sample < end; sample++) points.set(placeSample(corners, sample), 3 * sample);
  }
  return points;
}

/** 1 / p and 1 / p² of p³ = p + 1. */
const STEPS = [0.7548776662466927, 0.5698402909980532] as const;

/** The place of a sample in its triangle. */
export function placeSample([a, b, c]: readonly [Vec3, Vec3, Vec3], sample: number): number[] {
  let [u, v] = STEPS.map((step) => (0.5 + step * sample) % 1) as [number, number];
  // The other half of the parallelogram is folded back.
  if (u + v > 1) [u, v] = [1 - u, 1 - v];
  return [0, 1, 2].map((axis) => a[axis]! + u * (b[axis]! - a[axis]!) + v * (c[axis]! - a[axis]!));
}
