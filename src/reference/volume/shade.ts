/** Blinn–Phong shading on the gradient, in float64. */
import { length, normalize, scale, type Vec3 } from '../../math/vec3.js';
import { FULL_SHADING_GRADIENT, type Shading } from '../../transfer/shading.js';
import type { TransferFunction } from '../../transfer/transfer-function.js';
import { lightSurface, shadowColor } from '../mesh/shade-mesh.js';

/** The colour of a surface with this gradient, per smallest spacing, to an eye in the unit direction `toEye`. */
export type Shade = (color: Vec3, gradient: Vec3, toEye: Vec3) => Vec3;

/** Both sides of a surface are lit, since a gradient does not say which of them is out (J. Blinn, 1977). */
export function createShade(shading: Shading, transfer: TransferFunction): Shade {
  const { light } = shading;
  const fullGradient = FULL_SHADING_GRADIENT * valueRange(transfer);
  return (color, gradient, toEye) => {
    const unlit = shadowColor(shading, color);
    const magnitude = length(gradient);
    if (magnitude === 0) return unlit;
    const normal = scale(gradient, 1 / magnitude);
    const lit = lightSurface(shading, color, normal, toEye, light === 'headlight' ? toEye : normalize(light));
    const strength = Math.min(1, magnitude / fullGradient);
    return unlit.map((channel, index) => channel + (lit[index]! - channel) * strength) as unknown as Vec3;
  };
}

/** From the first to the last value of the points; 1 where they are all at one. */
function valueRange({ colors, opacities }: TransferFunction): number {
  const values = [...colors, ...opacities].map(({ value }) => value);
  return Math.max(...values) - Math.min(...values) || 1;
}
