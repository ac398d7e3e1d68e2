/** Which backgrounds are light: letters on them are black. */
import { luminanceOf } from '../math/srgb.js';
import type { Vec3 } from '../math/vec3.js';

/** @param background from 0 to 1; transparent ones may end up on anything, and light around has many colours: both are none. */
export const isLightBackground = (background: Vec3 | 'transparent' | 'environment' | undefined): boolean =>
  typeof background === 'object' && luminanceOf(...background) > 0.5;
