/** Which points are inside a closed surface: those from which a ray crosses it an odd number of times. */
import { mapNumbers } from '../math/map-numbers.js';
import type { Box } from '../mesh/bounding-box.js';
import type { Bvh } from './bvh.js';
import { type IntersectOptions, intersectSegments } from './intersect-segments.js';

/** How far the way out leads beyond the box and to the side: not along an axis, where models have their edges. */
const BEYOND = 0.125;
const ASIDE = [0.0371, 0.0213] as const;

/** The end of a way out of a box: x at `outside`, in world units, and so far to the side along y and z. */
export function wayOut({ min, max }: Box): { readonly outside: number; readonly aside: readonly [number, number] } {
  const length = Math.max(...max.map((high, axis) => high - min[axis]!));
  return { outside: max[0] + BEYOND * length, aside: [ASIDE[0] * length, ASIDE[1] * length] };
}

/**
 * 1 for each point inside, else 0. The answer for a surface that is not closed depends on the way, which leads towards +x.
 * @param box Of the whole surface, in world units.
 * @param points x, y and z of each point, in world units. Those on the surface are on one of its sides, always the same.
 * @throws InputError if there are not three numbers per point.
 */
export async function findInside(
  bvh: Bvh,
  box: Box,
  points: Float32Array | Float64Array,
  options: IntersectOptions = {},
): Promise<Int32Array> {
  const { outside, aside } = wayOut(box);
  const to = mapNumbers(new Float64Array(points.length), points, (coordinate, at) => {
    const axis = at % 3;
    return axis === 0 ? outside : coordinate + aside[axis - 1]!;
  });
  const counts = await intersectSegments(bvh, { from: points, to }, 'count', options);
  return counts.map((count) => count % 2);
}
