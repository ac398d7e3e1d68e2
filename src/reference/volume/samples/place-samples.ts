/** The samples of a ray between a volume's box and all half-spaces, in float64. */
import type { Ray } from '../../../camera/camera.js';
import { transformPoint } from '../../../math/affine.js';
import type { HalfSpace } from '../../../math/half-space.js';
import { addScaled } from '../../../math/vec3.js';
import { smallestSpacing, type Volume, worldToIndex } from '../../../volume/volume.js';
import { sampleVolume } from '../sample-volume.js';
import { keepSamples } from './keep-samples.js';
import { createInterval } from './ray-interval.js';
import { type RaySample, sampleRay } from './sample-ray.js';

/** A sample and the length that it stands for, in steps; 1 where it is not said. */
export interface PlacedSample extends RaySample {
  readonly lengthSteps?: number;
}

/** Share of an interval's distance from the eye below which its length is taken for rounding. */
const LEAST_LENGTH = 1e-9;

/** The places of a thin interval's samples, from 0 to 1 along it. */
const MIDDLE = [0.5];
/** Crossings are looked for between samples. */
const ENDS_AND_MIDDLE = [0, 0.5, 1];

/**
 * Maps a ray, and the phase of its samples in their steps, to the samples: those of `sampleRay` that all half-spaces keep. Where
 * they are fewer than two, there is one in the middle of the interval that is left, which stands for all of it: nothing thin is
 * missed or counted too much.
 * @param looksBetween whether a thin interval has samples at its ends too, for what lies between.
 */
export function createSamplePlacement(
  volume: Volume,
  clip: readonly HalfSpace[],
  stepVoxels: number,
  looksBetween = false,
): (ray: Ray, phase?: number) => Iterable<PlacedSample> {
  const toIndex = worldToIndex(volume);
  const stepWorld = stepVoxels * smallestSpacing(volume);
  const intervalOf = createInterval(volume, clip);
  return function* (ray, phase) {
    const first: PlacedSample[] = [];
    for (const sample of keepSamples(sampleRay(volume, ray, stepVoxels, phase), clip, undefined)) {
      if (first.length < 2) first.push(sample);
      if (first.length === 2) {
        if (sample === first[1]) yield* first;
        else yield sample;
      }
    }
    if (first.length === 2) return;
    const [from, to] = intervalOf(ray).part;
    if (!(to - from > LEAST_LENGTH * to)) return;
    const fractions = looksBetween ? ENDS_AND_MIDDLE : MIDDLE;
    for (const [index, fraction] of fractions.entries()) {
      const t = from + (to - from) * fraction;
      const pointWorld = addScaled(ray.origin, ray.direction, t);
      const positionIndex = transformPoint(toIndex, pointWorld);
      const value = sampleVolume(volume, positionIndex);
      yield { index, t, pointWorld, positionIndex, value, lengthSteps: (to - from) / stepWorld };
    }
  };
}
