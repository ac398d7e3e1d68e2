/** Unit quaternions as rotations, as plain tuples x, y, z, w in float64: a thin face on gl-matrix. */
import { quat } from 'gl-matrix';
import type { Vec3 } from './vec3.js';

export type Quaternion = readonly [number, number, number, number];

const zero = (): [number, number, number, number] => [0, 0, 0, 0];

/** The rotation that maps x, y and z to three unit vectors, which are perpendicular and right-handed. */
export const rotationTo = (x: Vec3, y: Vec3, z: Vec3): Quaternion =>
  quat.fromMat3(zero() as never, [...x, ...y, ...z] as never) as never as Quaternion;

/** First b, then a. */
export const multiply = (a: Quaternion, b: Quaternion): Quaternion =>
  quat.multiply(zero() as never, a as never, b as never) as never as Quaternion;

export const inverse = (a: Quaternion): Quaternion =>
  quat.conjugate(zero() as never, a as never) as never as Quaternion;

/** The axis of a rotation times half its angle, the shorter way round. */
export function logarithm(a: Quaternion): Vec3 {
  const near = a[3] < 0 ? (a.map((part) => -part) as unknown as Quaternion) : a;
  const [x, y, z] = quat.ln(zero() as never, near as never) as never as Quaternion;
  return [x, y, z];
}

/** The rotation about an axis by twice its length. */
export const exponential = ([x, y, z]: Vec3): Quaternion =>
  quat.exp(zero() as never, [x, y, z, 0] as never) as never as Quaternion;

export function rotate(v: Vec3, by: Quaternion): Vec3 {
  const [x, y, z] = multiply(multiply(by, [...v, 0]), inverse(by));
  return [x, y, z];
}
