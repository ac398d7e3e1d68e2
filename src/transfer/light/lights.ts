/** The lights of a shading: one, or a list of them with colours. */
import { InputError } from '../../errors.js';
import { addScaled, normalize, scale, type Vec3 } from '../../math/vec3.js';

/** A directional light, or the headlight. */
export interface Light {
  /** Towards the light. */
  readonly direction: Vec3 | 'headlight';
  /** Factors of what is reflected of red, green and blue, from 0 on; default 1 each. */
  readonly color?: Vec3 | undefined;
  /** Axes of the direction: the world's, or the camera's, which are right, up and towards the eye; default `world`. */
  readonly axes?: 'world' | 'camera' | undefined;
  /** Degrees across it as a lamp of quality `path`, above 0, to `MAX_LIGHT_DEGREES`; default: `LAMP_DEGREES`. */
  readonly sizeDegrees?: number | undefined;
}

/** Maximum angular diameter of a light, in degrees. */
export const MAX_LIGHT_DEGREES = 60;

/** `MAX_LIGHTS` of wgsl/cast/light/lights.wgsl: a texel holds a share of each. */
export const MAX_LIGHTS = 4;

/** A key light from the upper left of the camera, and a weak one at the eye that fills its shadows. */
export const KEY_LIGHT: readonly Light[] = [
  { direction: [-0.6, 0.8, 0.7], axes: 'camera' },
  { direction: 'headlight', color: [0.3, 0.3, 0.3] },
];

/** Named lights, fixed to the camera. */
export const LIGHT_PRESETS = {
  key: KEY_LIGHT,
  /** Even light: a large lamp at the upper left, a larger one at the right that fills its shadows, and one above. */
  studio: [
    { direction: [-0.6, 0.7, 0.8], color: [0.85, 0.84, 0.82], axes: 'camera', sizeDegrees: 40 },
    { direction: [0.9, 0.2, 0.6], color: [0.32, 0.33, 0.34], axes: 'camera', sizeDegrees: 60 },
    { direction: [0.1, 1, -0.4], color: [0.4, 0.4, 0.42], axes: 'camera', sizeDegrees: 50 },
  ],
  /** A warm key light at the upper left, a weak cool one at the right, and a cool rim from behind. */
  cinematic: [
    { direction: [-0.75, 0.6, 0.5], color: [1.3, 1.08, 0.82], axes: 'camera', sizeDegrees: 24 },
    { direction: [0.9, 0.05, 0.55], color: [0.1, 0.14, 0.2], axes: 'camera', sizeDegrees: 60 },
    { direction: [0.65, 0.5, -0.8], color: [1.1, 1.35, 1.7], axes: 'camera', sizeDegrees: 18 },
  ],
} as const satisfies Readonly<Record<string, readonly Light[]>>;

/** A light as one camera sees it. */
export interface ResolvedLight {
  /** Unit world direction; undefined for a light at the eye. */
  readonly toLight: Vec3 | undefined;
  readonly color: Vec3;
  /** Degrees across it, where it has a size of its own. */
  readonly sizeDegrees?: number | undefined;
}

/** The camera's unit directions in the world. */
export interface ViewAxes {
  readonly right: Vec3;
  readonly up: Vec3;
  readonly forward: Vec3;
}

/** A light, or several. */
export type LightChoice = Vec3 | 'headlight' | readonly Light[];

/** Whether a choice is a list of lights, not a direction or the light at the eye. */
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
  return lights.map((one) => ({
    toLight: toWorld(one, axes),
    color: one.color ?? WHITE,
    sizeDegrees: one.sizeDegrees,
  }));
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
  for (const { direction, color = WHITE, axes = 'world', sizeDegrees = MAX_LIGHT_DEGREES } of light) {
    if (direction !== 'headlight') checkDirection(direction);
    if (!color.every((channel) => channel >= 0 && channel < Infinity)) {
      throw new InputError(`a light's colour must be three numbers from 0 on, not (${color.join(', ')})`);
    }
    if (!(sizeDegrees > 0 && sizeDegrees <= MAX_LIGHT_DEGREES)) {
      throw new InputError(`a light's size must be above 0, to ${MAX_LIGHT_DEGREES} degrees, not ${sizeDegrees}`);
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
