/** Flatness of a box: which of its sides is so short that its face alone is worth seeing. */
import type { Vec3 } from './vec3.js';

/** Fraction of the second shortest side. */
const FLAT_DEPTH = 0.25;

/** The axis along which a box is flat; undefined where it is not, as of a cube or of a rod. @param extents lengths of its sides. */
export function flatAxis(extents: Vec3): 0 | 1 | 2 | undefined {
  const [thinnest, second] = sortAxes(extents);
  return extents[thinnest] < FLAT_DEPTH * extents[second] ? thinnest : undefined;
}

type Axis = 0 | 1 | 2;

/** The axes by their lengths, the shortest first. */
export const sortAxes = (lengths: Vec3): readonly [Axis, Axis, Axis] =>
  ([0, 1, 2] as const).toSorted((a, b) => lengths[a] - lengths[b]) as [Axis, Axis, Axis];
