/** Vectors of three float64 numbers as plain tuples, a thin face on wgpu-matrix. */
import { vec3n } from 'wgpu-matrix';

export type Vec3 = readonly [number, number, number];

type Mutable = number[];
const mutable = (v: Vec3) => v as unknown as Mutable;
const tuple = (v: Mutable) => v as unknown as Vec3;

export const add = (a: Vec3, b: Vec3): Vec3 => tuple(vec3n.add(mutable(a), mutable(b)));
export const subtract = (a: Vec3, b: Vec3): Vec3 => tuple(vec3n.subtract(mutable(a), mutable(b)));
export const scale = (a: Vec3, factor: number): Vec3 => tuple(vec3n.scale(mutable(a), factor));
/** a + b · factor */
export const addScaled = (a: Vec3, b: Vec3, factor: number): Vec3 =>
  tuple(vec3n.addScaled(mutable(a), mutable(b), factor));
export const mapVec3 = (a: Vec3, change: (coordinate: number, axis: 0 | 1 | 2) => number): Vec3 => [
  change(a[0], 0),
  change(a[1], 1),
  change(a[2], 2),
];
export const dot = (a: Vec3, b: Vec3): number => vec3n.dot(mutable(a), mutable(b));
export const cross = (a: Vec3, b: Vec3): Vec3 => tuple(vec3n.cross(mutable(a), mutable(b)));
export const distance = (a: Vec3, b: Vec3): number => vec3n.distance(mutable(a), mutable(b));
/** Euclidean length; exact scaling is the caller's business: squares overflow beyond 1e154. */
export const length = (a: Vec3): number => vec3n.length(mutable(a));
/** a / |a|. wgpu-matrix returns the zero vector for lengths under 1e-5, which is a plausible voxel size in metres. */
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
