/** The plane through points of the world. */
import { InputError } from '../errors.js';
import { cross, dot, length, normalize, scale, subtract, type Vec3 } from '../math/vec3.js';

export interface ThroughPlane {
  /** Unit vector, whose largest coordinate is positive. */
  readonly normal: Vec3;
  /** The points' coordinate along it. */
  readonly position: number;
}

/** Sines of angles below it are taken for none. */
const PARALLEL = 1e-6;

/**
 * The plane through three points, or through two and at right angles to another plane.
 * @param across the normal of the other plane.
 * @throws InputError where they leave a choice of planes.
 */
export function planeThroughPoints(points: readonly Vec3[], across: Vec3 | undefined): ThroughPlane {
  const [a, b, c] = points as readonly [Vec3, Vec3, Vec3 | undefined];
  const first = subtract(b, a);
  const second = c ? subtract(c, a) : across!;
  const normal = cross(first, second);
  // Not greater rather than less: points may be the same, and their angle NaN.
  if (!(length(normal) > PARALLEL * length(first) * length(second))) {
    throw new InputError(
      c
        ? 'the three points lie on a line, through which many planes go'
        : 'the line through the two points is at right angles to that plane, as many planes through it are',
    );
  }
  const unit = normalize(normal);
  const largest = unit.reduce((most, x) => (Math.abs(x) > Math.abs(most) ? x : most), 0);
  const turned = largest < 0 ? scale(unit, -1) : unit;
  return { normal: turned, position: dot(a, turned) };
}
