/** Points as queries take them: float32, relative to the tree's origin. */
import { InputError } from '../errors.js';
import { unshared } from '../gpu/unshared.js';
import type { Vec3 } from '../math/vec3.js';

/** x, y and z of each point, in world units. */
export type Points = Float32Array | Float64Array;

/** @throws InputError if there are not three numbers per point. */
export function countPoints(points: Points): number {
  if (points.length % 3 !== 0) {
    throw new InputError(`points must have three numbers each, not ${points.length} in all`);
  }
  return points.length / 3;
}

export function relativeTo(origin: Vec3, points: Points): Float32Array<ArrayBuffer> {
  const isAtZero = origin.every((coordinate) => coordinate === 0);
  if (isAtZero && points instanceof Float32Array) return unshared(points as Float32Array);
  const relative = new Float32Array(points.length);
  writeRelative(origin, points, relative);
  return relative;
}

/** Writes points relative to `origin` to an array as long. */
export function writeRelative([x, y, z]: Vec3, points: Points, relative: Float32Array): void {
  if (x === 0 && y === 0 && z === 0) {
    relative.set(points);
    return;
  }
  for (let at = 0; at < points.length; at += 3) {
    relative[at] = points[at]! - x;
    relative[at + 1] = points[at + 1]! - y;
    relative[at + 2] = points[at + 2]! - z;
  }
}
