/** Points as queries take them: float32, relative to the tree's origin. */
import { InputError } from '../errors.js';
import type { Vec3 } from '../math/vec3.js';

/** x, y and z of each point, in world units. */
export type Points = Float32Array | Float64Array;

/** @throws InputError if there are not three numbers a point. */
export function countPoints(points: Points): number {
  if (points.length % 3 !== 0) {
    throw new InputError(`points must have three numbers each, not ${points.length} in all`);
  }
  return points.length / 3;
}

export function relativeTo(origin: Vec3, points: Points): Float32Array<ArrayBuffer> {
  const isAtZero = origin.every((coordinate) => coordinate === 0);
  if (isAtZero && points instanceof Float32Array) return points as Float32Array<ArrayBuffer>;
  const relative = new Float32Array(points.length);
  for (let at = 0; at < points.length; at++) relative[at] = points[at]! - origin[at % 3]!;
  return relative;
}
