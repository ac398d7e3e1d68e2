/** How surfaces are lit: Blinn–Phong, on the gradient of a volume's values or on the normals of a mesh. */

import { InputError } from '../../errors.js';
import { withDefaults } from '../../with-defaults.js';
import { checkLights, type LightChoice } from './lights.js';

/** The parameters of Blinn–Phong shading and its lights. Make it with `createShading`. */
export interface Shading {
  /** Share of a colour that is visible without light. */
  readonly ambient: number;
  /** Share that is proportional to |normal · light|. */
  readonly diffuse: number;
  /** White added in proportion to |normal · half|^shininess. */
  readonly specular: number;
  /** Exponent of highlights: larger ones are smaller and sharper. */
  readonly shininess: number;
  /** World direction towards the light, the light at the eye, or up to four lights with colours. */
  readonly light: LightChoice;
}

/** VTK's, with the light at the eye. */
export const SHADING_DEFAULTS = {
  ambient: 0.1,
  diffuse: 0.7,
  specular: 0.2,
  shininess: 10,
  light: 'headlight',
} as const satisfies Shading;

/**
 * Gradients smaller than this share of the transfer function's range of values a unit length are shaded in proportion, down
 * to ambient light alone: in homogeneous regions their direction is nothing but rounding.
 */
export const FULL_SHADING_GRADIENT = 1e-3;

/**
 * How far from the triangle's plane, on the side that is seen, secondary rays start (shadows, reflections, ambient occlusion):
 * a fraction of the distance that light travels from the hit to the eye.
 */
export const SHADOW_OFFSET = 1e-4;

/**
 * The least sine of the angle between a mirrored ray and the triangle that mirrors it: smooth normals alone would send rays
 * through their own triangle where the eye sees it from the side.
 */
export const LEAST_LIFT = 1 / 64;

/** @throws InputError if a share or the shininess is negative or not finite, or the light has no direction. */
export function createShading(options: Partial<Shading> = {}): Shading {
  const shading = withDefaults(SHADING_DEFAULTS, options);
  for (const name of ['ambient', 'diffuse', 'specular', 'shininess'] as const) {
    if (!(shading[name] >= 0 && shading[name] < Infinity)) {
      throw new InputError(`shading's ${name} must be a number from 0 on, not ${shading[name]}`);
    }
  }
  checkLights(shading.light);
  return shading;
}
