/** How firmly something stands on an axis. */
import { boundSamples, type ViewSamples } from './view-samples.js';

/** Share of the diagonal within which the lowest samples touch the ground. */
const TOUCHING = 0.015;
/** Directions in which the base is measured. */
const DIRECTIONS = 32;
const angleOf = (step: number) => (2 * Math.PI * step) / DIRECTIONS;
const COSINES = Float64Array.from({ length: DIRECTIONS }, (_, step) => Math.cos(angleOf(step)));
const SINES = Float64Array.from({ length: DIRECTIONS }, (_, step) => Math.sin(angleOf(step)));

/**
 * Distance from below the centre of the area to the nearest edge of the base, over the diagonal of the box: the static stability
 * of Fu, Cohen-Or, Dror and Sheffer ("Upright orientation of man-made objects", 2008). Negative where it would fall over.
 * @param axis whose lower end the ground is at.
 */
export function standsAlong(samples: ViewSamples, axis: 0 | 1 | 2): number {
  const { points, areas } = samples;
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3] as [number, number];
  const diagonal = 2 * boundSamples(samples).radius;
  let [lowest, area, centerU, centerV] = [Infinity, 0, 0, 0];
  for (let sample = 0; sample < areas.length; sample++) {
    lowest = Math.min(lowest, points[3 * sample + axis]!);
    area += areas[sample]!;
    centerU += areas[sample]! * points[3 * sample + u]!;
    centerV += areas[sample]! * points[3 * sample + v]!;
  }
  const reaches = new Float64Array(DIRECTIONS).fill(-Infinity);
  for (let at = 0; at < points.length; at += 3) {
    if (points[at + axis]! > lowest + TOUCHING * diagonal) continue;
    const [fromU, fromV] = [points[at + u]! - centerU / area, points[at + v]! - centerV / area];
    for (let step = 0; step < reaches.length; step++) {
      const reach = fromU * COSINES[step]! + fromV * SINES[step]!;
      if (reach > reaches[step]!) reaches[step] = reach;
    }
  }
  return Math.min(...reaches) / diagonal;
}
