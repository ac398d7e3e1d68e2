/** Projections: a ray's samples reduced to one value, in float64. */
import type { ProjectionMode } from '../../transfer/mode.js';
import { attenuationOf } from '../../transfer/xray.js';
import type { KeptSample } from './samples/keep-samples.js';
import type { RaySample } from './samples/sample-ray.js';

/** Values between the samples of a ray, by positions that are counted in samples. */
export interface Between {
  /** Undefined where a mask hides it. */
  readonly valueAt: (t: number) => number | undefined;
  /** The places of both ends. */
  readonly ends: readonly [number, number];
}

/**
 * The largest, smallest or mean value of the samples and their number; no value where there are none. Of X-rays, the integral of
 * their attenuation.
 * @param stepWorld length of a step.
 * @param between where the largest or smallest value is looked for between samples too.
 */
export function reduceValues(
  samples: Iterable<RaySample & Pick<KeptSample, 'lengthSteps'>>,
  mode: ProjectionMode,
  stepWorld: number,
  between?: Between,
): { readonly value: number | undefined; readonly sampleCount: number } {
  const taken = [...samples];
  const sampleCount = taken.length;
  if (sampleCount === 0) return { value: undefined, sampleCount };
  if (mode === 'average') return { value: taken.reduce((sum, { value }) => sum + value, 0) / sampleCount, sampleCount };
  if (mode === 'xray') {
    const integral = (sum: number, { value, lengthSteps = 1 }: (typeof taken)[number]) =>
      sum + attenuationOf(value) * lengthSteps * stepWorld;
    const value = taken.reduce(integral, 0);
    return { value, sampleCount };
  }
  const sign = mode === 'mip' ? 1 : -1;
  const signed = new Map(taken.map(({ index, value }) => [index, sign * value]));
  let best = -Infinity;
  for (const [index, value] of signed) {
    best = Math.max(best, value);
    if (!between) continue;
    const [before, behind] = [signed.get(index - 1), signed.get(index + 1)];
    const neighbors = [before, behind].filter((one) => one !== undefined);
    if (neighbors.some((one) => one > value)) continue;
    const slope = neighbors.length < 2 ? Infinity : Math.max(...neighbors.map((one) => value - one));
    if (!(value + slope > best)) continue;
    const [low, high] = [Math.max(index - 1, between.ends[0]), Math.min(index + 1, between.ends[1])];
    const signedAt = (t: number) => sign * (between.valueAt(t) ?? -sign * Infinity);
    best = Math.max(best, findPeak(signedAt, low, high));
  }
  return { value: sign * best, sampleCount };
}

const SEARCH_STEPS = 6;
const GOLDEN_SHARE = (Math.sqrt(5) - 1) / 2;

/** The largest value that golden-section search meets between two places. */
function findPeak(valueAt: (t: number) => number, first: number, last: number): number {
  let [low, high] = [first, last];
  let peak = -Infinity;
  for (let step = 0; step <= SEARCH_STEPS; step++) {
    const part = GOLDEN_SHARE * (high - low);
    const [near, far] = [valueAt(high - part), valueAt(low + part)];
    peak = Math.max(peak, near, far);
    if (near >= far) high = low + part;
    else low = high - part;
  }
  return peak;
}
