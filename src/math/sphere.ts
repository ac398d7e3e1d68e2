/** Bounding spheres. */
import { distance, type Vec3 } from './vec3.js';

/** A sphere in the world. */
export interface Sphere {
  /** The centre. */
  readonly center: Vec3;
  /** The radius. */
  readonly radius: number;
}

/**
 * The sphere about the centre of the points' axis-aligned box that reaches the farthest point: the smallest one for
 * the corners of any parallelepiped, since those are symmetric about that centre. Needs at least one point.
 */
export function boundingSphere(points: readonly Vec3[]): Sphere {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const point of points) {
    for (const [axis, coordinate] of point.entries()) {
      min[axis] = Math.min(min[axis]!, coordinate);
      max[axis] = Math.max(max[axis]!, coordinate);
    }
  }
  const center = min.map((low, axis) => (low + max[axis]!) / 2) as unknown as Vec3;
  const radius = points.reduce((farthest, point) => Math.max(farthest, distance(center, point)), 0);
  return { center, radius };
}
