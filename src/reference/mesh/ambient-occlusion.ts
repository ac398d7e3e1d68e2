/** How much of the ambient light reaches a surface, in float64. */
import { add, addScaled, dot, scale, type Vec3 } from '../../math/vec3.js';
import type { ViewAxes } from '../../transfer/light/lights.js';
import type { AmbientOcclusion } from '../scene-options.js';
import type { Departure } from './surface-hit.js';
import { isBlocked, type TriangleList } from './triangle-list.js';

/** The golden ratio's part behind the point: turned by this share of a circle each, points spread evenly over a disk. */
const GOLDEN_TURN = 0.6180339887498949;

/**
 * Directions about a unit normal, as many in equal parts of the sphere as the cosine to the normal weights them: points of a
 * disk, lifted onto the half sphere over it (P. Malley's method).
 * @param noise a share of a circle, by which they are all turned.
 * @param axes of the camera, with which they turn: a rotation of the world changes nothing.
 */
export function occlusionDirections(normal: Vec3, count: number, noise: number, axes: ViewAxes): Vec3[] {
  const [right, up] = tangentsInView(normal, axes);
  return Array.from({ length: count }, (_, index) => {
    const radius = Math.sqrt((index + 0.5) / count);
    const angle = 2 * Math.PI * ((index * GOLDEN_TURN + noise) % 1);
    const across = addScaled(scale(right, radius * Math.cos(angle)), up, radius * Math.sin(angle));
    return addScaled(across, normal, Math.sqrt(1 - radius ** 2));
  });
}

/** Two that make an orthonormal basis with a unit vector, in a frame that turns with the camera. */
export function tangentsInView(normal: Vec3, { right, up, forward }: ViewAxes): readonly [Vec3, Vec3] {
  const toWorld = ([x, y, z]: Vec3) => add(add(scale(right, x), scale(up, y)), scale(forward, -z));
  const [first, second] = tangentsOf([dot(normal, right), dot(normal, up), -dot(normal, forward)]);
  return [toWorld(first), toWorld(second)];
}

/** Height between the two forms of the basis: not at 0, as in the paper, where the normals of walls are. */
export const TURNING_HEIGHT = -0.6;

/** Two that make an orthonormal basis with a unit vector: T. Duff et al., JCGT 6(1), 2017. */
export function tangentsOf([x, y, z]: Vec3): readonly [Vec3, Vec3] {
  const sign = z >= TURNING_HEIGHT ? 1 : -1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  return [
    [1 + sign * x * x * a, sign * b, -sign * x],
    [b, sign + y * y * a, -y],
  ];
}

/**
 * The share of the rays from a surface that meet none of the triangles. Those below its own triangle are mirrored by that.
 * @param normal the one that it is lit by, from either side.
 */
export function opennessAt(
  { start, facing }: Departure,
  { rays, distance }: AmbientOcclusion,
  noise: number,
  occluders: TriangleList,
  axes: ViewAxes,
  normal: Vec3 = facing,
): number {
  const about = dot(normal, facing) < 0 ? scale(normal, -1) : normal;
  const free = occlusionDirections(about, rays, noise, axes).filter((direction) => {
    const above = addScaled(direction, facing, -2 * Math.min(dot(direction, facing), 0));
    return !isBlocked(occluders, { origin: start, direction: above }, distance);
  });
  return free.length / rays;
}
