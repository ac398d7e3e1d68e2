/** Clip planes as what can be seen and held of them: an outline within the volume's box, a place on them, and their normal. */
import { corners, type HalfSpace, type Vec3, type Volume } from '../../index.js';
import { addScaled, cross, dot, length, normalize, subtract } from '../../math/vec3.js';

/** The point of the plane that is nearest to `point`. */
export function footOf({ normal, offset }: HalfSpace, point: Vec3): Vec3 {
  return addScaled(point, normal, (offset - dot(normal, point)) / dot(normal, normal));
}

/** The plane through `point` with another normal; what it keeps lies where the normal points. */
export const planeThrough = (point: Vec3, normal: Vec3): HalfSpace => {
  const unit = normalize(normal);
  return { normal: unit, offset: dot(unit, point) };
};

/** Pairs of corners of a box, by the bits of their numbers, that an edge joins. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((from) =>
  [1, 2, 4].filter((bit) => !(from & bit)).map((bit) => [from, from | bit] as const),
);

/** The polygon in which the plane cuts the volume's box; empty where it passes by. */
export function outlineOf(plane: HalfSpace, volume: Volume): Vec3[] {
  const box = corners(volume);
  const sideOf = (point: Vec3) => dot(plane.normal, point) - plane.offset;
  const points = EDGES.flatMap(([from, to]): Vec3[] => {
    const [start, end] = [box[from]!, box[to]!];
    const [before, after] = [sideOf(start), sideOf(end)];
    if (before === after || before * after > 0) return [];
    return [addScaled(start, subtract(end, start), before / (before - after))];
  });
  if (points.length < 3) return [];
  const middle = points.reduce((sum, point) => addScaled(sum, point, 1 / points.length), [0, 0, 0] as Vec3);
  const right = normalize(subtract(points[0]!, middle));
  const up = cross(normalize(plane.normal), right);
  const angleOf = (point: Vec3) => {
    const from = subtract(point, middle);
    return length(from) === 0 ? 0 : Math.atan2(dot(from, up), dot(from, right));
  };
  return points.sort((a, b) => angleOf(a) - angleOf(b));
}
