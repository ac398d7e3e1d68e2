/** The bones: braincase, face, jaw, teeth and upper neck; and the cavity that the brain fills. */
import { blend, blendIntersect, carve, cone, ellipsoid, type Point, roundedBox } from './distance.js';

const BRAINCASE_THICKNESS = 5;

/** Signed distance to the inside of the braincase, whose floor steps down from front to back. */
export function cavityDistance([x, y, z]: Point): number {
  const dome = ellipsoid([x, y, z], [0, -10, 30], [61.5, 78.5, 64]);
  const floor = 2 - 19 / (1 + Math.exp((y - 22) / 5)) - 24 / (1 + Math.exp((y + 20) / 6));
  // The middle of the floor is higher than its sides, which hold the temporal lobes.
  const saddle = y > -15 ? 8 * Math.exp(-((x / 16) ** 2) - ((y - 8) / 16) ** 2) : 0;
  return blendIntersect(dome, 0.85 * (floor + saddle - z), 10);
}

/** Signed distance to the bones, teeth left out. */
export function boneDistance(p: Point, cavity: number): number {
  const q: Point = [Math.abs(p[0]), p[1], p[2]];
  let bone = Math.max(cavity - BRAINCASE_THICKNESS, -cavity);
  bone = blend(bone, faceDistance(q), 5);
  // Orbits, the nose's opening and the foramen magnum.
  bone = carve(bone, orbitDistance(q), 2);
  bone = carve(bone, ellipsoid(q, [0, 80, -26], [11, 26, 16]), 3);
  bone = carve(bone, cone(q, [0, -34, -20], 13, [0, -38, -62], 13), 3);
  bone = Math.min(bone, cone(q, [0, 74, -12], 1.6, [0, 66, -40], 1.6));
  bone = Math.min(bone, jawDistance(q));
  return Math.min(bone, spineDistance(q));
}

/** The space of the eye and what moves it, narrowing backwards and inwards. */
export function orbitDistance(q: Point): number {
  return cone(q, [33, 86, -4], 20, [15, 26, -2], 5);
}

function faceDistance(q: Point): number {
  let face = cone(q, [12, 68, 15], 6, [44, 58, 12], 6);
  // Around the orbit, down its outer rim to the cheekbone, and back along the arch.
  face = blend(face, orbitDistance(q) - 3.5 + Math.max(0, q[1] - 68), 3);
  face = blend(face, cone(q, [50, 55, 10], 5, [50, 52, -24], 6.5), 5);
  face = blend(face, cone(q, [46, 56, -26], 8, [30, 64, -32], 8), 6);
  face = blend(face, cone(q, [50, 50, -26], 5, [61, 22, -23], 3.6), 6);
  face = blend(face, cone(q, [61, 22, -23], 3.6, [58, -12, -18], 4.5), 4);
  // Bridge of the nose, upper jaw, hard palate, and the bone behind the ear.
  face = blend(face, cone(q, [4, 72, 12], 5, [3, 81, -5], 3.2), 5);
  face = blend(face, ellipsoid(q, [0, 50, -44], [30, 24, 13]), 6);
  face = blend(face, cone(q, [20, 66, -44], 5, [16, 66, -14], 5), 6);
  return blend(face, cone(q, [56, -22, -14], 9, [52, -18, -42], 5), 8);
}

/** Air in the bones of the upper jaw and forehead. */
export function sinusDistance(q: Point): number {
  const maxillary = ellipsoid(q, [25, 52, -34], [9, 13, 11]);
  const frontal = ellipsoid(q, [9, 69, 17], [7, 4, 6]);
  return Math.min(maxillary, frontal);
}

/** Points of the tooth line as seen from above, from the middle to the last molar. */
const ARCH_HALF_WIDTH = 25;
const ARCH_DEPTH = 38;
const archPoint = (turn: number): [number, number] => [
  ARCH_HALF_WIDTH * Math.sin(turn),
  70 - ARCH_DEPTH * (1 - Math.cos(turn)),
];

function jawDistance(q: Point): number {
  // The body is taller than wide: distances along z count less.
  const squash = (z: number) => z * 0.5;
  const flat: Point = [q[0], q[1], squash(q[2])];
  let jaw = cone(flat, [0, 66, squash(-84)], 5.2, [15, 62, squash(-84)], 5.2);
  jaw = blend(jaw, cone(flat, [15, 62, squash(-84)], 5.2, [38, 22, squash(-76)], 5), 3);
  jaw = blend(jaw, ellipsoid(q, [0, 69, -91], [12, 6, 6]), 5);
  // The branch that rises to the joint, flat from side to side.
  const flatX: Point = [q[0] * 2, q[1], q[2]];
  jaw = blend(jaw, cone(flatX, [84, 14, -74], 10, [100, 4, -34], 8) * 0.7, 6);
  return blend(jaw, cone(q, [50, 0, -36], 5, [51, -4, -25], 4.5), 4);
}

const TEETH = 7;

/** Upper and lower row, seven a side. */
export function teethDistance(p: Point): number {
  if (p[2] > -48 || p[2] < -78 || p[1] < 20) return Number.POSITIVE_INFINITY;
  const q: Point = [Math.abs(p[0]), p[1], p[2]];
  let teeth = Number.POSITIVE_INFINITY;
  for (let tooth = 0; tooth < TEETH; tooth++) {
    const [x, y] = archPoint(((tooth + 0.5) / TEETH) * 1.45);
    const width = tooth < 3 ? 2.6 : 3.6;
    teeth = Math.min(
      teeth,
      roundedBox(q, [x, y, -56], [width, width, 5], 2),
      roundedBox(q, [x, y - 2, -68], [width, width, 5], 2),
    );
  }
  return teeth;
}

const VERTEBRA_HEIGHT = 17;

function spineDistance(q: Point): number {
  if (q[2] > -40) return q[2] + 46;
  const level = q[2] + 104 - VERTEBRA_HEIGHT * Math.floor((q[2] + 104) / VERTEBRA_HEIGHT) - VERTEBRA_HEIGHT / 2;
  const local: Point = [q[0], q[1], level];
  let vertebra = roundedBox(local, [0, -22, 0], [11, 9, 6.5], 4);
  vertebra = blend(vertebra, cone(local, [10, -26, 0], 4, [22, -30, 0], 4.5), 3);
  vertebra = blend(vertebra, cone(local, [18, -34, 0], 4, [4, -52, -1], 3.5), 3);
  vertebra = blend(vertebra, cone(local, [2, -52, -1], 3.5, [3, -68, -4], 3.5), 3);
  return Math.max(vertebra, q[2] + 44);
}
