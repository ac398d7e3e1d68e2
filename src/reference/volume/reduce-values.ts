/** Projections: a ray's samples reduced to one value, in float64. */
import type { RaySample } from './sample-ray.js';

export type ProjectionMode = 'mip' | 'minip' | 'average';

/** The largest, smallest or mean value of the samples and their number; no value where there are none. */
export function reduceValues(
  samples: Iterable<RaySample>,
  mode: ProjectionMode,
): { readonly value: number | undefined; readonly sampleCount: number } {
  let sampleCount = 0;
  let largest = -Infinity;
  let smallest = Infinity;
  let sum = 0;
  for (const { value } of samples) {
    sampleCount++;
    largest = Math.max(largest, value);
    smallest = Math.min(smallest, value);
    sum += value;
  }
  if (sampleCount === 0) return { value: undefined, sampleCount };
  return { value: { mip: largest, minip: smallest, average: sum / sampleCount }[mode], sampleCount };
}
