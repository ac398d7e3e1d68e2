/** The default view of meshes. */
import type { Vec3 } from '../math/vec3.js';
import type { ViewDirection } from './views.js';

/** Fraction of the middle extent below which the smallest one makes a subject flat. */
const FLAT = 0.1;
/** Times the middle extent above which the largest one makes a rod of it. */
const LONG = 10;

/** Models stand along y more often than not. */
const ALONG_Y: ViewDirection = { forward: [0, 0, -1], up: [0, 1, 0] };
const ALONG_Z: ViewDirection = { forward: [0, 1, 0], up: [0, 0, 1] };

/** The front of meshes without anatomy. */
export const meshFront = (zUp: boolean): ViewDirection => (zUp ? ALONG_Z : ALONG_Y);

/**
 * A view along the world's axes: from the front, unless the subject is flat or a rod and would be seen from its edge or its end
 * there. It is then seen along its smallest extent, from above where that is vertical.
 * @param points around all of it.
 * @param options.zUp whether subjects of the kind stand along z, as those of printers and scanners do.
 */
export function meshView(points: readonly Vec3[], { zUp = false }: { readonly zUp?: boolean } = {}): ViewDirection {
  const front = meshFront(zUp);
  const extents = [0, 1, 2].map((axis) => extentAlong(points, axis));
  const [thin, middle, long] = [0, 1, 2].sort((a, b) => extents[a]! - extents[b]!) as [number, number, number];
  const depth = front.forward.findIndex((component) => component !== 0);
  const isFlat = extents[thin]! < FLAT * extents[middle]! && depth !== thin;
  const isEndOn = extents[long]! > LONG * extents[middle]! && depth === long;
  return isFlat || isEndOn ? lookAlong(thin, front) : front;
}

function extentAlong(points: readonly Vec3[], axis: number): number {
  let [low, high] = [Infinity, -Infinity];
  for (const point of points) {
    low = Math.min(low, point[axis]!);
    high = Math.max(high, point[axis]!);
  }
  return high - low;
}

function lookAlong(axis: number, front: ViewDirection): ViewDirection {
  if (front.forward[axis] !== 0) return front;
  const forward = [0, 1, 2].map((other) => (other === axis ? -1 : 0)) as unknown as Vec3;
  // From above, what is far in front is up.
  return { forward, up: front.up[axis] === 0 ? front.up : front.forward };
}
