/** Seeded random numbers, rotations and volume axes for tests by law. */
import type { Affine } from '../../src/math/affine.js';
import { normalize, rotateAbout, scale, type Vec3 } from '../../src/math/vec3.js';
import { createRandom } from '../../src/mesh/generators/random.js';

export { createRandom };

/** Numbers in [0, 1) that a seed determines. */
export type Random = () => number;

export const between = (random: Random, low: number, high: number) => low + (high - low) * random();

export const randomPoint = (random: Random, low: number, high: number): Vec3 => [
  between(random, low, high),
  between(random, low, high),
  between(random, low, high),
];

/** Uniform on the sphere. */
export function randomDirection(random: Random): Vec3 {
  for (;;) {
    const candidate = randomPoint(random, -1, 1);
    const squared = candidate.reduce((sum, c) => sum + c * c, 0);
    if (squared > 0.01 && squared < 1) return normalize(candidate);
  }
}

/** A rotation about a random axis. */
export function randomRotation(random: Random, maxAngle = Math.PI): (v: Vec3) => Vec3 {
  const axis = randomDirection(random);
  const angle = between(random, -maxAngle, maxAngle);
  return (v) => rotateAbout(v, axis, angle);
}

/** Perpendicular voxel axes of unequal spacings, turned at random, right- or left-handed. */
export function randomAxes(random: Random, handedness: 1 | -1): Affine {
  const rotate = randomRotation(random);
  const [sx, sy, sz] = [between(random, 0.2, 5), between(random, 0.2, 5), between(random, 0.2, 5)];
  return {
    columns: [rotate([sx, 0, 0]), rotate([0, sy, 0]), rotate([0, 0, sz * handedness])],
    origin: randomPoint(random, -50, 50),
  };
}

/** Voxel axes that are at least 15 degrees off a common plane, but otherwise lean as they like. */
export function randomShearedAxes(random: Random): Affine {
  for (;;) {
    const directions = [randomDirection(random), randomDirection(random), randomDirection(random)] as const;
    const [a, b, c] = directions;
    const leaning = [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ].every(([u, v, w]) => Math.abs(sineOffPlane(u!, v!, w!)) > Math.sin(Math.PI / 12));
    if (!leaning) continue;
    const columns = directions.map((direction) => scale(direction, between(random, 0.2, 5)));
    return { columns: columns as unknown as [Vec3, Vec3, Vec3], origin: randomPoint(random, -50, 50) };
  }
}

/** Sine of the angle between `v` and the plane of `a` and `b`. */
function sineOffPlane(a: Vec3, b: Vec3, v: Vec3): number {
  const normal = normalize([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]);
  return normal[0] * v[0] + normal[1] * v[1] + normal[2] * v[2];
}
