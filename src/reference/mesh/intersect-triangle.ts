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

const ORIGIN: Vec3 = [0, 0, 0];

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
 * @param corners x, y and z of A, B and C, from the number `at` on.
 * @param from the ray's origin in the coordinates of the corners; default: they are relative to it.
 */
export function intersectTriangle(
  { axes, shear }: ShearedRay,
  corners: Float64Array,
  at = 0,
  from: Vec3 = ORIGIN,
): TriangleHit | undefined {
  const [x, y, z] = axes;
  const [atX, atY, atZ] = [at + x, at + y, at + z];
  const [fromX, fromY, fromZ] = [from[x]!, from[y]!, from[z]!];
  const az = corners[atZ]! - fromZ;
  const bz = corners[atZ + 3]! - fromZ;
  const cz = corners[atZ + 6]! - fromZ;
  const ax = corners[atX]! - fromX - shear[0] * az;
  const ay = corners[atY]! - fromY - shear[1] * az;
  const bx = corners[atX + 3]! - fromX - shear[0] * bz;
  const by = corners[atY + 3]! - fromY - shear[1] * bz;
  const cx = corners[atX + 6]! - fromX - shear[0] * cz;
  const cy = corners[atY + 6]! - fromY - shear[1] * cz;
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
