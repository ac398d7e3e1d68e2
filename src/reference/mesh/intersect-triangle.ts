/** The hit of a ray and a triangle, watertight: S. Woop, C. Benthin and I. Wald, JCGT 2(1), 2013; in float64. */
import type { Ray } from '../../camera/camera.js';
import type { Vec3 } from '../../math/vec3.js';

/** A ray for many triangles: the shear that turns it into the z axis, along which its direction is longest. */
export interface ShearedRay {
  readonly origin: Vec3;
  /** Which of the world's axes are x, y and z; a right hand's, seen along the ray. */
  readonly axes: readonly [number, number, number];
  /** The changes of x and y, and the length of the ray, for each unit of z. */
  readonly shear: Vec3;
}

export interface TriangleHit {
  /** Distance from the ray's origin, in lengths of its direction. */
  readonly t: number;
  /** The place: (1 − u − v) · A + u · B + v · C. */
  readonly u: number;
  readonly v: number;
  /** Whether A, B and C are counter-clockwise as the ray's origin sees them. */
  readonly isFront: boolean;
}

export function shearRay({ origin, direction }: Ray): ShearedRay {
  const lengths = direction.map(Math.abs);
  const z = lengths.indexOf(Math.max(...lengths));
  const [next, last] = [(z + 1) % 3, (z + 2) % 3];
  const [x, y] = direction[z]! > 0 ? [next, last] : [last, next];
  const perUnit = 1 / direction[z]!;
  return { origin, axes: [x, y, z], shear: [direction[x]! / direction[z]!, direction[y]! / direction[z]!, perUnit] };
}

/**
 * The hit, if there is one in front of the ray's origin. Triangles that the ray sees from the side have none.
 * @param corners x, y and z of A, B and C, relative to the ray's origin.
 */
export function intersectTriangle({ axes, shear }: ShearedRay, corners: Float64Array): TriangleHit | undefined {
  const [x, y, z] = axes;
  const [az, bz, cz] = [corners[z]!, corners[3 + z]!, corners[6 + z]!];
  const [ax, ay] = [corners[x]! - shear[0] * az, corners[y]! - shear[1] * az];
  const [bx, by] = [corners[3 + x]! - shear[0] * bz, corners[3 + y]! - shear[1] * bz];
  const [cx, cy] = [corners[6 + x]! - shear[0] * cz, corners[6 + y]! - shear[1] * cz];
  // The sides of the edges that the ray is on: two triangles that share one get opposite numbers. Rounding never turns the
  // sign, since a product that is larger does not round to a smaller number, but may lead to 0, which counts as inside.
  const a = cx * by - cy * bx;
  const b = ax * cy - ay * cx;
  const c = bx * ay - by * ax;
  if ((a < 0 || b < 0 || c < 0) && (a > 0 || b > 0 || c > 0)) return undefined;
  const sum = a + b + c;
  // NaN where the ray sees the triangle from the side: then all three are 0.
  const t = (shear[2] * (a * az + b * bz + c * cz)) / sum;
  return t > 0 ? { t, u: b / sum, v: c / sum, isFront: sum > 0 } : undefined;
}
