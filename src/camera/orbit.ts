/** Turns a camera about its target. */

import { InputError } from '../errors.js';
import { addScaled, distance, rotateAbout, type Vec3 } from '../math/vec3.js';
import { withDefaults } from '../with-defaults.js';
import { type Camera, cameraBasis } from './camera.js';

/** Angles of `orbit`. */
export interface OrbitOptions {
  /** Rotation about the image's up direction; positive moves the eye to the image's right. */
  readonly azimuthDegrees?: number;
  /** Rotation about the image's right direction, after the azimuth; positive moves the eye upwards. */
  readonly elevationDegrees?: number;
  /** Rotation about the view direction, last; positive turns the camera clockwise, so the picture counter-clockwise. */
  readonly rollDegrees?: number;
}

/** Defaults of `OrbitOptions`. */
export const ORBIT_DEFAULTS = {
  azimuthDegrees: 0,
  elevationDegrees: 0,
  rollDegrees: 0,
} as const satisfies Required<OrbitOptions>;

/**
 * The camera with its eye moved on the sphere about its target. The up direction turns along, so there is no pole at
 * which the view would flip, and the result's up is perpendicular to the view. Its `vertical`, if it has one, stays.
 * @throws InputError if an angle is not finite.
 * @example
 * ```js
 * const { camera } = await renderer.render({ volume });
 * await renderer.render({ volume, camera: orbit(camera, { azimuthDegrees: 30 }) });
 * ```
 */
export function orbit(camera: Camera, options: OrbitOptions): Camera {
  const { azimuthDegrees, elevationDegrees, rollDegrees } = withDefaults(ORBIT_DEFAULTS, options);
  const azimuth = radians('azimuth', azimuthDegrees);
  const elevation = radians('elevation', elevationDegrees);
  const roll = radians('roll', rollDegrees);

  const start = cameraBasis(camera);
  const right = rotateAbout(start.right, start.up, azimuth);
  const rotate = (v: Vec3) => rotateAbout(rotateAbout(v, start.up, azimuth), right, -elevation);
  const forward = rotate(start.forward);
  return {
    ...camera,
    eye: addScaled(camera.target, forward, -distance(camera.eye, camera.target)),
    up: rotateAbout(rotate(start.up), forward, roll),
  };
}

function radians(name: string, degrees: number): number {
  if (!Number.isFinite(degrees)) throw new InputError(`the ${name} must be a finite number of degrees, not ${degrees}`);
  return (degrees * Math.PI) / 180;
}
