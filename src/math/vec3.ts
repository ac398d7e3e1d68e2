/** Vectors of three float64 numbers as plain tuples, a thin face on gl-matrix. */
import { vec3 } from 'gl-matrix';

/** A point or a vector: x, y and z. */
export type Vec3 = readonly [number, number, number];

const zero = (): [number, number, number] => [0, 0, 0];

export const add = (a: Vec3, b: Vec3): Vec3 => vec3.add(zero(), a, b) as Vec3;
export const subtract = (a: Vec3, b: Vec3): Vec3 => vec3.subtract(zero(), a, b) as Vec3;
export const scale = (a: Vec3, factor: number): Vec3 => vec3.scale(zero(), a, factor) as Vec3;
/** a + b · factor */
export const addScaled = (a: Vec3, b: Vec3, factor: number): Vec3 => vec3.scaleAndAdd(zero(), a, b, factor) as Vec3;
export const mapVec3 = (a: Vec3, change: (coordinate: number, axis: 0 | 1 | 2) => number): Vec3 => [
  change(a[0], 0),
  change(a[1], 1),
  change(a[2], 2),
];
export const dot = (a: Vec3, b: Vec3): number => vec3.dot(a, b);
export const cross = (a: Vec3, b: Vec3): Vec3 => vec3.cross(zero(), a, b) as Vec3;
export const distance = (a: Vec3, b: Vec3): number => vec3.distance(a, b);
/** Euclidean length; exact scaling is the caller's business: squares overflow beyond 1e154. */
export const length = (a: Vec3): number => vec3.length(a);
/** a / |a|; not a number for the zero vector, for which gl-matrix has the zero vector. */
export const normalize = (a: Vec3): Vec3 => {
  const inverse = 1 / length(a);
  return [a[0] * inverse, a[1] * inverse, a[2] * inverse];
};
/** `v` turned by `angle` radians about the unit vector `axis`, counter-clockwise as seen from its tip (Rodrigues). */
export const rotateAbout = (v: Vec3, axis: Vec3, angle: number): Vec3 => {
  const cos = Math.cos(angle);
  const turned = addScaled(scale(v, cos), cross(axis, v), Math.sin(angle));
  return addScaled(turned, axis, dot(axis, v) * (1 - cos));
};
