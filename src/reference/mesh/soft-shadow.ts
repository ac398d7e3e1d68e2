/** The share of a light with an extent that reaches a place, in float64. */
import { add, normalize, scale, type Vec3 } from '../../math/vec3.js';
import type { ViewAxes } from '../../transfer/light/lights.js';
import type { SoftShadows } from '../scene-options.js';
import { occlusionDirections, tangentsInView } from './ambient-occlusion.js';
import { isBlocked, type TriangleList } from './triangle-list.js';

/** Unit directions to points that are spread evenly over a light's disk. @param noise a share of a circle, as for occlusion. */
export function shadowDirections(
  toLight: Vec3,
  { angleDegrees, rays = 16 }: SoftShadows,
  noise: number,
  axes: ViewAxes,
): Vec3[] {
  const radius = Math.tan((angleDegrees * Math.PI) / 360);
  const [right, up] = tangentsInView(toLight, axes);
  // Points of a unit disk, as what lies below a half sphere of directions about z.
  return occlusionDirections([0, 0, 1], rays, noise, UPRIGHT).map(([x, y]) =>
    normalize(add(toLight, add(scale(right, radius * x), scale(up, radius * y)))),
  );
}

/** The camera that looks down z, whose axes are the world's. */
const UPRIGHT: ViewAxes = { right: [1, 0, 0], up: [0, 1, 0], forward: [0, 0, -1] };

export function visibleShare(
  origin: Vec3,
  toLight: Vec3,
  softShadows: SoftShadows,
  noise: number,
  casters: TriangleList,
  axes: ViewAxes,
): number {
  const directions = shadowDirections(toLight, softShadows, noise, axes);
  return directions.filter((direction) => !isBlocked(casters, { origin, direction })).length / directions.length;
}
