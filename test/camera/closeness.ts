/** Closeness of vectors, up to float64 rounding. */
import { expect } from 'vitest';
import { distance, type Vec3 } from '../../src/math/vec3.js';

/** A few dozen operations on numbers of `magnitude` lose less than this many units in the last place. */
const ROUNDING = 256 * Number.EPSILON;

export function expectClose(actual: Vec3, expected: Vec3, magnitude = 1): void {
  const message = `(${actual.join(', ')}) is not (${expected.join(', ')})`;
  expect(distance(actual, expected), message).toBeLessThanOrEqual(ROUNDING * magnitude);
}
