/** The share of a light with an extent that reaches a place, in float64. */
import { add, normalize, scale, type Vec3 } from '../../math/vec3.js';
import type { SoftShadows } from '../scene-options.js';
import { occlusionDirections, tangentsOf } from './ambient-occlusion.js';
import { isBlocked, type TriangleList } from './triangle-list.js';

/** Unit directions to points that are spread evenly over a light's disk. @param noise a share of a circle, as for occlusion. */
export function shadowDirections(toLight: Vec3, { angleDegrees, rays = 16 }: SoftShadows, noise: number): Vec3[] {
  const radius = Math.tan((angleDegrees * Math.PI) / 360);
  const [right, up] = tangentsOf(toLight);
  // Points of a unit disk, as what lies below a half sphere of directions about z.
  return occlusionDirections([0, 0, 1], rays, noise).map(([x, y]) =>
    normalize(add(toLight, add(scale(right, radius * x), scale(up, radius * y)))),
  );
}

export function visibleShare(
  origin: Vec3,
  toLight: Vec3,
  softShadows: SoftShadows,
  noise: number,
  casters: TriangleList,
): number {
  const directions = shadowDirections(toLight, softShadows, noise);
  return directions.filter((direction) => !isBlocked(casters, { origin, direction })).length / directions.length;
}
