/** The view fitted to a bounding sphere. */

import { InputError } from '../errors.js';
import type { Sphere } from '../math/sphere.js';
import { addScaled } from '../math/vec3.js';
import { withDefaults } from '../with-defaults.js';
import { type Camera, checkFov, createCamera } from './camera.js';
import type { ViewDirection } from './views.js';

/** Options of `fitCamera`. */
export interface FitOptions {
  /** Width of the image over its height. */
  readonly aspect: number;
  /** Perspective unless it says otherwise. */
  readonly projection?: Camera['projection'];
  /** The full vertical angle, between 0 and 180, before the zoom; nothing to an orthographic camera. */
  readonly fovDegrees?: number;
  /** Magnifies the image about its centre: 2 shows everything twice as large. */
  readonly zoom?: number;
}

/** Defaults of `FitOptions`. */
export const FIT_DEFAULTS = {
  projection: 'perspective',
  fovDegrees: 30,
  zoom: 1,
} as const satisfies Required<Omit<FitOptions, 'aspect'>>;

/**
 * A camera that looks at the sphere's centre and shows the whole sphere, which touches the image's edges on the
 * tighter axis. The zoom leaves the eye where it is and narrows the field of view, so perspective stays the same.
 * @throws InputError if the sphere has no extent, an option is out of range or `up` is parallel to the view direction.
 */
export function fitCamera(sphere: Sphere, { forward, up }: ViewDirection, options: FitOptions): Camera {
  const { aspect, projection, fovDegrees, zoom } = withDefaults(FIT_DEFAULTS, options);
  if (!isPositive(sphere.radius)) {
    throw new InputError(`a view can only be fitted to something with an extent, not to a radius of ${sphere.radius}`);
  }
  if (!isPositive(aspect)) throw new InputError(`an image's width over its height must be positive, not ${aspect}`);
  if (!isPositive(zoom)) throw new InputError(`the zoom must be a positive number, not ${zoom}`);

  if (projection === 'orthographic') {
    const eye = addScaled(sphere.center, forward, -EYE_RADII * sphere.radius);
    const height = (2 * sphere.radius) / Math.min(1, aspect) / zoom;
    return createCamera({ projection, eye, target: sphere.center, up, height });
  }
  checkFov(fovDegrees);
  const slope = Math.tan((fovDegrees * Math.PI) / 360);
  // The cone about the sphere has to fit into the narrower of the two angles.
  const distance = sphere.radius / Math.sin(Math.atan(slope * Math.min(1, aspect)));
  const eye = addScaled(sphere.center, forward, -distance);
  const zoomedDegrees = (Math.atan(slope / zoom) * 360) / Math.PI;
  return createCamera({ projection, eye, target: sphere.center, up, fovDegrees: zoomedDegrees });
}

/** An orthographic eye stands clear of the sphere, since no ray shows what lies behind its plane. */
const EYE_RADII = 2;

const isPositive = (value: number) => value > 0 && value < Infinity;
