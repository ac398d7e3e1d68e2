/** The little vector algebra that navigation needs. */
import type { Vec3 } from '../../index.js';

export const addScaled = (a: Vec3, b: Vec3, factor: number): Vec3 => [
  a[0] + factor * b[0],
  a[1] + factor * b[1],
  a[2] + factor * b[2],
];
export const subtract = (a: Vec3, b: Vec3): Vec3 => addScaled(a, b, -1);
export const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vec3) => Math.hypot(...a);
export const scale = (a: Vec3, factor: number): Vec3 => addScaled([0, 0, 0], a, factor);
export const normalize = (a: Vec3): Vec3 => scale(a, 1 / length(a));

/** `v` turned by `angle` radians about the unit vector `axis` (Rodrigues). */
export function rotateAbout(v: Vec3, axis: Vec3, angle: number): Vec3 {
  const cos = Math.cos(angle);
  const turned = addScaled(scale(v, cos), cross(axis, v), Math.sin(angle));
  return addScaled(turned, axis, dot(axis, v) * (1 - cos));
}
