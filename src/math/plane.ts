/** Planes in the world, and the half-spaces that they bound. */
import type { Vec3 } from './vec3.js';

/** Keeps the points p with normal · p ≥ offset. The normal has any length but 0; the offset is scaled with it. */
export interface HalfSpace {
  readonly normal: Vec3;
  readonly offset: number;
}
