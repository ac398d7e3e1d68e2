/** Viewpoints spread evenly over the sphere. */
import { InputError } from '../errors.js';
import { cross, normalize, rotateAbout, type Vec3 } from '../math/vec3.js';
import type { ViewDirection } from './views.js';

/** Turns between neighbouring points of the spiral: the golden angle. */
const GOLDEN_TURN = (3 - Math.sqrt(5)) / 2;

/** Irrational and unlike the other, so that rolls do not follow the directions: the root of ρ³ = ρ + 1. */
const PLASTIC_NUMBER = 1.324717957244746;

/**
 * Directions on a Fibonacci spiral (González 2010), each rolled about itself by another angle, so that a few views meet the
 * volume from all sides and in all positions.
 * @throws InputError unless the count is a positive whole number.
 */
export function spreadViews(count: number): ViewDirection[] {
  if (!(Number.isSafeInteger(count) && count > 0)) {
    throw new InputError(`the number of viewpoints must be a positive whole number, not ${count}`);
  }
  return Array.from({ length: count }, (_, index) => {
    const z = 1 - (2 * index + 1) / count;
    const radius = Math.sqrt(1 - z * z);
    const longitude = 2 * Math.PI * GOLDEN_TURN * index;
    const forward: Vec3 = [radius * Math.cos(longitude), radius * Math.sin(longitude), z];
    const right = normalize(cross(forward, Math.abs(z) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
    return { forward, up: rotateAbout(right, forward, (2 * Math.PI * (index + 0.5)) / PLASTIC_NUMBER) };
  });
}
