/** Samples of surfaces, which default views are chosen by. */
import type { Vec3 } from '../../math/vec3.js';

/** Points on surfaces, each with a unit normal and the area that it stands for: `FaceSamples` of the room `mesh`. */
export interface ViewSamples {
  /** Position of each sample, x, y, z. */
  readonly points: Float64Array;
  /** Unit normal of each sample, x, y, z. */
  readonly normals: Float64Array;
  /** Area that each sample stands for. */
  readonly areas: Float64Array;
  /** How many triangles each stands for, which are most where somebody modelled most. */
  readonly triangles: Float64Array;
}

/** The box around samples: its centre, and half of its diagonal. */
export function boundSamples({ points }: Pick<ViewSamples, 'points'>): {
  readonly center: Vec3;
  readonly radius: number;
} {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < points.length; at++) {
    low[at % 3] = Math.min(low[at % 3]!, points[at]!);
    high[at % 3] = Math.max(high[at % 3]!, points[at]!);
  }
  const along = (combine: (a: number, b: number) => number) =>
    [0, 1, 2].map((axis) => combine(low[axis]!, high[axis]!)) as unknown as Vec3;
  return { center: along((a, b) => (a + b) / 2), radius: Math.hypot(...along((a, b) => (b - a) / 2)) };
}
