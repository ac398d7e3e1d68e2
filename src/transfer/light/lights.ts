/** The lights of a shading: one, or a list of them with colours. */
import { InputError } from '../../errors.js';
import { addScaled, normalize, scale, type Vec3 } from '../../math/vec3.js';

/** A light so far away that it comes from one direction everywhere, or the light at the eye. */
export interface Light {
  /** Towards the light. */
  readonly direction: Vec3 | 'headlight';
  /** Factors of what is reflected of red, green and blue, from 0 on; default 1 each. */
  readonly color?: Vec3 | undefined;
  /** Axes of the direction: the world's, or the camera's, which are right, up and towards the eye; default `world`. */
  readonly axes?: 'world' | 'camera' | undefined;
}

/** `MAX_LIGHTS` of wgsl/cast/light/lights.wgsl: a texel holds a share of each. */
export const MAX_LIGHTS = 4;

/** A key light from the upper left of the camera, and a weak one at the eye that fills its shadows. */
export const KEY_LIGHT: readonly Light[] = [
  { direction: [-0.6, 0.8, 0.7], axes: 'camera' },
  { direction: 'headlight', color: [0.3, 0.3, 0.3] },
];

/** A light as one camera sees it. */
export interface ResolvedLight {
  /** Unit world direction; undefined for a light at the eye. */
  readonly toLight: Vec3 | undefined;
  readonly color: Vec3;
}

/** The camera's unit directions in the world. */
export interface ViewAxes {
  readonly right: Vec3;
  readonly up: Vec3;
  readonly forward: Vec3;
}

/** A light, or several. */
export type LightChoice = Vec3 | 'headlight' | readonly Light[];

export const isLightList = (light: LightChoice): light is readonly Light[] =>
  typeof light !== 'string' && typeof light[0] !== 'number';

/** Lights that come from elsewhere than the eye. */
export const countDirections = (light: LightChoice): number =>
  isLightList(light)
    ? light.filter(({ direction }) => direction !== 'headlight').length
    : Number(light !== 'headlight');

const WHITE: Vec3 = [1, 1, 1];

/** The lights of a shading in the world. */
export function resolveLights(light: LightChoice, axes: ViewAxes): readonly ResolvedLight[] {
  const lights = isLightList(light) ? light : [{ direction: light }];
  return lights.map((one) => ({ toLight: toWorld(one, axes), color: one.color ?? WHITE }));
}

function toWorld({ direction, axes = 'world' }: Light, { right, up, forward }: ViewAxes): Vec3 | undefined {
  if (direction === 'headlight') return undefined;
  if (axes === 'world') return normalize(direction);
  return normalize(addScaled(addScaled(scale(right, direction[0]), up, direction[1]), forward, -direction[2]));
}

/** @throws InputError if a light has no direction or a colour that none is, or there are none or too many. */
export function checkLights(light: LightChoice): void {
  if (light === 'headlight') return;
  if (!isLightList(light)) {
    checkDirection(light);
    return;
  }
  if (light.length === 0 || light.length > MAX_LIGHTS) {
    throw new InputError(`a shading has 1 to ${MAX_LIGHTS} lights, not ${light.length}`);
  }
  for (const { direction, color = WHITE, axes = 'world' } of light) {
    if (direction !== 'headlight') checkDirection(direction);
    if (!color.every((channel) => channel >= 0 && channel < Infinity)) {
      throw new InputError(`a light's colour must be three numbers from 0 on, not (${color.join(', ')})`);
    }
    if (axes !== 'world' && axes !== 'camera') {
      throw new InputError(`a light's axes must be "world" or "camera", not ${axes}`);
    }
  }
}

function checkDirection(direction: Vec3): void {
  if (direction.every(Number.isFinite) && direction.some((component) => component !== 0)) return;
  throw new InputError(`shading's light must be a direction or "headlight", not (${direction.join(', ')})`);
}
