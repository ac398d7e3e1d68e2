/** Which backgrounds are light: letters on them are black. */
import { luminanceOf } from '../math/srgb.js';
import type { Vec3 } from '../math/vec3.js';

/** @param background from 0 to 1; a transparent one may end up on anything, and is none. */
export const isLightBackground = (background: Vec3 | 'transparent' | undefined): boolean =>
  typeof background === 'object' && luminanceOf(...background) > 0.5;
