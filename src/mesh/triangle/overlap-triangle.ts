/** Whether a triangle meets a box or a ball, in float64. */
import { cross, dot, subtract, type Vec3 } from '../../math/vec3.js';
import type { Box } from '../bounding-box.js';
import { closestOnTriangle } from './closest-on-triangle.js';

const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/**
 * Whether a triangle has a point in a box, its faces included: unless one of 13 axes separates them. T. Akenine-Möller, "Fast 3D
 * triangle-box overlap testing", Journal of Graphics Tools 6(1), 2001.
 */
export function overlapsBox(corners: readonly [Vec3, Vec3, Vec3], { min, max }: Box): boolean {
  const center: Vec3 = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  const half: Vec3 = [(max[0] - min[0]) / 2, (max[1] - min[1]) / 2, (max[2] - min[2]) / 2];
  const [a, b, c] = corners.map((corner) => subtract(corner, center)) as [Vec3, Vec3, Vec3];
  const edges = [subtract(b, a), subtract(c, b), subtract(a, c)];
  const separates = (axis: Vec3) => {
    const projections = [dot(axis, a), dot(axis, b), dot(axis, c)];
    const extent = half[0] * Math.abs(axis[0]) + half[1] * Math.abs(axis[1]) + half[2] * Math.abs(axis[2]);
    return Math.min(...projections) > extent || Math.max(...projections) < -extent;
  };
  const across = edges.flatMap((edge) => AXES.map((axis) => cross(axis, edge)));
  return ![...AXES, cross(edges[0]!, edges[1]!), ...across].some(separates);
}

/** Whether a triangle has a point in a ball, its surface included. */
export function overlapsBall(corners: readonly [Vec3, Vec3, Vec3], center: Vec3, radius: number): boolean {
  return closestOnTriangle(center, ...corners).distance <= radius;
}
