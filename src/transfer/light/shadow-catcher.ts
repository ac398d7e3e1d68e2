/** A ground that shows nothing but shadows. */
import type { Vec3 } from '../../math/vec3.js';

/**
 * An infinite plane, visible from the side of its normal, that shows only the shadows on it. It reflects nothing and transmits
 * light, so that the scene on it is lit as without it.
 */
export interface ShadowCatcher {
  /** A world point of the plane. */
  readonly point: Vec3;
  /** World direction of unit length. */
  readonly normal: Vec3;
}
