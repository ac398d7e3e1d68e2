/** The outer surface of the head and neck. */
import { blend, carve, cone, ellipsoid, type Point } from './distance.js';

/** Signed distance to the skin, negative within the head. */
export function skinDistance(p: Point): number {
  // What is symmetric is modelled once, on the right.
  const q: Point = [Math.abs(p[0]), p[1], p[2]];
  let head = ellipsoid(q, [0, -10, 30], [73, 90, 75]);
  head = blend(head, ellipsoid(q, [0, -4, -16], [67, 60, 42]), 16);
  head = blend(head, ellipsoid(q, [0, 28, -36], [60, 50, 58]), 20);
  head = blend(head, ellipsoid(q, [0, 52, -68], [38, 34, 28]), 22);
  head = blend(head, cone(q, [0, -24, -50], 46, [0, -34, -120], 50), 26);
  head = blend(head, cone(q, [28, 72, 17], 5, [10, 77, 14], 6), 12);
  head = carve(head, ellipsoid(q, [31, 86, -2], [17, 13, 10]), 9);
  head = blend(head, ellipsoid(q, [31, 64, -3], [14, 14, 13]), 3);
  head = blend(head, ellipsoid(q, [38, 54, -30], [17, 17, 16]), 16);
  head = blend(head, noseDistance(q), 7);
  head = blend(head, mouthDistance(q), 4);
  head = blend(head, ellipsoid(q, [0, 78, -86], [15, 11, 10]), 12);
  return blend(head, earDistance(q), 5);
}

function noseDistance(q: Point): number {
  const bridge = cone(q, [0, 76, 6], 6, [0, 95, -27], 8);
  const wing = ellipsoid(q, [9, 87, -31], [6, 9, 6]);
  return carve(blend(bridge, wing, 6), ellipsoid(q, [6, 90, -38], [3.5, 6, 5]), 3);
}

function mouthDistance(q: Point): number {
  const upper = ellipsoid(q, [0, 76, -55], [22, 11, 5]);
  const lower = ellipsoid(q, [0, 75, -65], [18, 11, 5.5]);
  return Math.min(upper, lower);
}

function earDistance(q: Point): number {
  // Turned outwards and leaning back.
  const leaning: Point = [q[0] + 0.3 * (q[1] + 12), q[1] + 0.25 * (q[2] + 4), q[2]];
  const shell = ellipsoid(leaning, [71, -13, -6], [5, 16, 28]);
  return carve(shell, ellipsoid(leaning, [76, -10, -5], [5, 9, 16]), 4);
}
