/** Splits world coordinates into an origin and float32 positions relative to it. */
import { mapNumbers } from '../math/map-numbers.js';
import type { Vec3 } from '../math/vec3.js';

/** Farther from zero than this many times the extent, float32 would lose more than three of its 24 bits. */
const DISTANCE_MAX_EXTENTS = 8;

/** Positions relative to an origin near them, which float32 holds more exactly. */
export interface RecenteredPositions {
  /** Positions relative to it, x, y, z. */
  readonly positions: Float32Array;
  /** The origin, in the world. */
  readonly origin: Vec3;
}

/** World coordinates, three per vertex, of positions relative to an origin. */
export function worldPositions({ positions, origin }: RecenteredPositions): Float64Array<ArrayBuffer> {
  const world = new Float64Array(positions.length);
  return mapNumbers(world, positions, (coordinate, at) => coordinate + origin[at % 3]!);
}

/**
 * Positions, three numbers per vertex in world coordinates, relative to the centre of their box. The origin is zero on axes where
 * that is near zero already. Coordinates that are float32 numbers stay exactly what they are: their distances to the centre are
 * multiples of half their last place, and small.
 */
export function recenter(positions: Float32Array | Float64Array): RecenteredPositions {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at++) {
    const coordinate = positions[at]!;
    if (!Number.isFinite(coordinate)) continue;
    const axis = at % 3;
    if (coordinate < min[axis]!) min[axis] = coordinate;
    if (coordinate > max[axis]!) max[axis] = coordinate;
  }
  const extent = Math.hypot(...max.map((high, axis) => Math.max(high - min[axis]!, 0)));
  const origin = min.map((low, axis) => {
    const center = low / 2 + max[axis]! / 2;
    return Math.abs(center) > DISTANCE_MAX_EXTENTS * extent ? center : 0;
  }) as unknown as Vec3;
  if (origin.every((coordinate) => coordinate === 0)) {
    return { positions: positions instanceof Float32Array ? positions : Float32Array.from(positions), origin };
  }
  const relative = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at++) relative[at] = positions[at]! - origin[at % 3]!;
  return { positions: relative, origin };
}
