/** Which backgrounds are light: letters on them are black. */
import type { Vec3 } from '../math/vec3.js';

/** Rec. 709's weights of red, green and blue. */
const LUMINANCE = [0.2126, 0.7152, 0.0722] as const;

/** @param background from 0 to 1; a transparent one may end up on anything, and is none. */
export const isLightBackground = (background: Vec3 | 'transparent' | undefined): boolean =>
  typeof background === 'object' &&
  LUMINANCE.reduce((sum, weight, channel) => sum + weight * background[channel]!, 0) > 0.5;
