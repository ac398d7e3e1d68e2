/** Normals of the facets of a rough surface, about its own normal along z: wgsl/cast/path/surface/visible_normals.wgsl has the same. Sources: albedo.ts. */
import { length, scale, type Vec3 } from '../../math/vec3.js';

/** Width of the distribution of normals below which floats do not tell directions from each other. */
export const LEAST_WIDTH = 1e-3;

/** How many facets have a normal, per steradian and area of the surface. */
export const normalsAt = ([x, y, z]: Vec3, width: number): number =>
  width ** 2 / (Math.PI * ((width * z) ** 2 + x ** 2 + y ** 2) ** 2);

/** Smith's lambda of a direction, of whose height this is the cosine. */
export const shadowed = (cosine: number, width: number): number =>
  (Math.sqrt(1 + (width ** 2 * (1 - cosine ** 2)) / cosine ** 2) - 1) / 2;

/** The unit vector halfway between two. */
export const halfway = (seen: Vec3, lit: Vec3): Vec3 => {
  const sum: Vec3 = [seen[0] + lit[0], seen[1] + lit[1], seen[2] + lit[2]];
  return scale(sum, 1 / length(sum));
};

/** A normal, drawn as often as it is seen from a direction above the surface. */
export function drawVisibleNormal([x, y, z]: Vec3, u: number, v: number, width: number): Vec3 {
  const stretched: Vec3 = [width * x, width * y, z];
  const [a, b, c] = scale(stretched, 1 / length(stretched));
  const across = Math.hypot(a, b);
  const [right, up]: readonly [Vec3, Vec3] =
    across > 0
      ? [
          [-b / across, a / across, 0],
          [(-c * a) / across, (-c * b) / across, across],
        ]
      : [
          [1, 0, 0],
          [0, 1, 0],
        ];
  const radius = Math.sqrt(u);
  const s = radius * Math.cos(2 * Math.PI * v);
  const half = (1 + c) / 2;
  const t = (1 - half) * Math.sqrt(1 - s ** 2) + half * radius * Math.sin(2 * Math.PI * v);
  const rest = Math.sqrt(Math.max(0, 1 - s ** 2 - t ** 2));
  const at = (axis: 0 | 1 | 2) => s * right[axis] + t * up[axis] + rest * [a, b, c][axis]!;
  const unstretched: Vec3 = [width * at(0), width * at(1), Math.max(0, at(2))];
  return scale(unstretched, 1 / length(unstretched));
}

/** Probability per steradian that `drawVisibleNormal` mirrors what is seen from a direction to another one. */
export const visibleMirroredDensity = (seen: Vec3, lit: Vec3, width: number): number =>
  normalsAt(halfway(seen, lit), width) / (1 + shadowed(seen[2], width)) / (4 * seen[2]);
