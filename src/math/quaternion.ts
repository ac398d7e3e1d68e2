/** Unit quaternions as rotations, as plain tuples x, y, z, w in float64: a thin face on gl-matrix. */
import { quat } from 'gl-matrix';
import type { Vec3 } from './vec3.js';

export type Quaternion = readonly [number, number, number, number];

const zero = (): [number, number, number, number] => [0, 0, 0, 0];

/** The rotation that maps the axes to three unit vectors, which are perpendicular and right-handed. */
export const rotationTo = (x: Vec3, y: Vec3, z: Vec3): Quaternion =>
  quat.fromMat3(zero(), [...x, ...y, ...z]) as Quaternion;

/** First b, then a. */
export const compose = (a: Quaternion, b: Quaternion): Quaternion => quat.multiply(zero(), a, b) as Quaternion;

/** The rotation back. */
export const reverse = (a: Quaternion): Quaternion => quat.conjugate(zero(), a) as Quaternion;

/** The axis of a rotation times half its angle, the shorter way round. */
export function logarithm([x, y, z, w]: Quaternion): Vec3 {
  const sign = w < 0 ? -1 : 1;
  const [a, b, c] = quat.ln(zero(), [sign * x, sign * y, sign * z, sign * w]) as Quaternion;
  return [a, b, c];
}

/** The rotation about an axis by twice its length. */
export const exponential = ([x, y, z]: Vec3): Quaternion => quat.exp(zero(), [x, y, z, 0]) as Quaternion;

export function rotate([x, y, z]: Vec3, by: Quaternion): Vec3 {
  const [a, b, c] = compose(compose(by, [x, y, z, 0]), reverse(by));
  return [a, b, c];
}
