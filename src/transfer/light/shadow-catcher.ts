/** A ground that shows nothing but shadows. */
import type { Vec3 } from '../../math/vec3.js';

/**
 * A plane without an end that is seen from where its normal points to, and only as dark as light around is kept from it. Nothing is
 * lit by it, and light goes through it: what stands on it looks as without it.
 */
export interface ShadowCatcher {
  /** A world point of the plane. */
  readonly point: Vec3;
  /** World direction of unit length. */
  readonly normal: Vec3;
}
