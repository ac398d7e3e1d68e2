/** Shadows on a ground that shows nothing else, in float64: what wgsl/cast/path/light/ground.wgsl computes. */
import { addScaled, dot, subtract, type Vec3 } from '../../math/vec3.js';
import type { ShadowCatcher } from '../../transfer/light/shadow-catcher.js';
import { aboutNormal } from './coated-surface.js';
import type { EnvironmentLight } from './environment.js';
import type { Random } from './random.js';

interface Ray {
  readonly origin: Vec3;
  readonly direction: Vec3;
}

/** Directions along each side of the square that a floor's light is averaged over. */
const SIDE = 400;

const sum = ([red, green, blue]: Vec3) => red + green + blue;

/** How far a ray goes to the ground: Infinity from below, and along it. */
export function groundDistance(catcher: ShadowCatcher | undefined, { origin, direction }: Ray): number {
  if (!catcher || dot(direction, catcher.normal) >= 0) return Infinity;
  const distance = dot(subtract(catcher.point, origin), catcher.normal) / dot(direction, catcher.normal);
  return distance > 0 ? distance : Infinity;
}

/** Maps a ray that meets nothing before the ground to the share of light that is kept from there; 0 where no ground is. */
export function createCatchShadow(
  catcher: ShadowCatcher | undefined,
  light: EnvironmentLight,
  isBlocked: (ray: Ray, random: Random) => boolean,
): (ray: Ray, random: Random) => number {
  if (!catcher) return () => 0;
  let whole = 0;
  for (let at = 0; at < SIDE ** 2; at++) {
    const direction = aboutNormal(((at % SIDE) + 0.5) / SIDE, (Math.floor(at / SIDE) + 0.5) / SIDE, catcher.normal);
    whole += sum(light(direction)) / SIDE ** 2;
  }
  return (ray, random) => {
    const distance = groundDistance(catcher, ray);
    if (distance === Infinity) return 0;
    const direction = aboutNormal(random(), random(), catcher.normal);
    const origin = addScaled(ray.origin, ray.direction, distance);
    return isBlocked({ origin, direction }, random) ? sum(light(direction)) / whole : 0;
  };
}
