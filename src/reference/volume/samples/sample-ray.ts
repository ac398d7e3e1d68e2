/** The samples of one ray through a volume, in float64. */
import type { Ray } from '../../../camera/camera.js';
import { transformPoint, transformVector } from '../../../math/affine.js';
import { clipToBox } from '../../../math/clip-ray.js';
import { addScaled, type Vec3 } from '../../../math/vec3.js';
import { smallestSpacing, type Volume, worldToIndex } from '../../../volume/volume.js';
import { sampleVolume } from '../sample-volume.js';

export interface RaySample {
  /** Samples that are neighbours on the ray differ by one. */
  readonly index: number;
  /** World distance from the ray's origin. */
  readonly t: number;
  readonly pointWorld: Vec3;
  readonly positionIndex: Vec3;
  readonly value: number;
}

/** Samples lie in the middle of each step. */
const MIDDLE = 0.5;

/**
 * Yields a ray's samples from front to back: one in each step of `stepVoxels` smallest spacings, counted from where the
 * ray enters the volume's box, or from its origin if that is inside, to where it leaves.
 * @param phase where in its step each sample lies, from 0 to 1.
 */
export function* sampleRay(
  volume: Volume,
  rayWorld: Ray,
  stepVoxels: number,
  phase: number = MIDDLE,
): Generator<RaySample> {
  const toIndex = worldToIndex(volume);
  const origin = transformPoint(toIndex, rayWorld.origin);
  // Not normalised, so that t is a world distance in index space too.
  const direction = transformVector(toIndex, rayWorld.direction);
  const [tEnter, tLeave] = clipToBox(volume.sizes, origin, direction);
  const stepWorld = stepVoxels * smallestSpacing(volume);
  for (let index = 0; ; index++) {
    const t = tEnter + (index + phase) * stepWorld;
    if (!(t < tLeave)) return;
    const pointWorld = addScaled(rayWorld.origin, rayWorld.direction, t);
    const positionIndex = addScaled(origin, direction, t);
    yield { index, t, pointWorld, positionIndex, value: sampleVolume(volume, positionIndex) };
  }
}
