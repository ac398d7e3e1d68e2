/** The vertical of cameras: what was up before they were raised, which turntables turn about and grounds face. */
import { InputError } from '../errors.js';
import { addScaled, normalize, rotateAbout, subtract, type Vec3 } from '../math/vec3.js';
import type { Camera } from './camera.js';
import { type OrbitOptions, orbit } from './orbit.js';

/** The world direction that was up before the camera was raised or rolled, of any length. */
export const verticalOf = ({ vertical, up }: Pick<Camera, 'vertical' | 'up'>): Vec3 => vertical ?? up;

/** The camera with its vertical named, which it then keeps however it moves. */
export const withVertical = <C extends Camera>(camera: C): C => ({ ...camera, vertical: verticalOf(camera) });

/**
 * The camera on a turntable: turned about its vertical through its target, raised and rolled as before. At 0 degrees it is
 * the same to the bit.
 * @param degrees positive moves the eye to the right of an upright image.
 * @throws InputError if the angle is not finite.
 */
export function turnCamera<C extends Camera>(camera: C, degrees: number): C {
  if (!Number.isFinite(degrees)) throw new InputError(`a camera turns by a finite number of degrees, not ${degrees}`);
  if (degrees === 0) return camera;
  const vertical = verticalOf(camera);
  const axis = normalize(vertical);
  const rotate = (v: Vec3) => rotateAbout(v, axis, (degrees * Math.PI) / 180);
  const { eye, target, up } = camera;
  return { ...camera, eye: addScaled(target, rotate(subtract(eye, target)), 1), up: rotate(up), vertical };
}

/**
 * The camera turned about its vertical by the azimuth, then raised and rolled, which leaves the vertical as it is. Angles of
 * 0 change nothing, not even by a rounding.
 * @throws InputError if an angle is not finite.
 */
export function placeCamera<C extends Camera>(camera: C, { azimuthDegrees = 0, ...tilt }: OrbitOptions): C {
  const turned = turnCamera(camera, azimuthDegrees);
  const { elevationDegrees = 0, rollDegrees = 0 } = tilt;
  if (elevationDegrees === 0 && rollDegrees === 0) return turned;
  return orbit(withVertical(turned), tilt) as C;
}
