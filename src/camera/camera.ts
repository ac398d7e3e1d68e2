/** Cameras: where the eye is, where it looks, and the rays through an image's pixels. */
import { InputError } from '../errors.js';
import { addScaled, cross, distance, length, normalize, subtract, type Vec3 } from '../math/vec3.js';

interface CameraPose {
  /** World points. The eye looks at the target, which the image's centre shows. */
  readonly eye: Vec3;
  readonly target: Vec3;
  /** World direction towards the top of the image, of any length and not necessarily perpendicular to the view. */
  readonly up: Vec3;
  /**
   * World direction that was up before the camera was raised or rolled, of any length: turntables turn about it, and a ground
   * faces it. It does not change the picture of anything else. Default: `up`.
   */
  readonly vertical?: Vec3;
}

/** A camera whose rays meet in its eye. */
export interface PerspectiveCamera extends CameraPose {
  /** Rays from one eye. */
  readonly projection: 'perspective';
  /** The full vertical angle, between 0 and 180. */
  readonly fovDegrees: number;
}

/** A camera whose rays are parallel. */
export interface OrthographicCamera extends CameraPose {
  /** Parallel rays. */
  readonly projection: 'orthographic';
  /** World height of the image. */
  readonly height: number;
}

/**
 * A camera in world coordinates. Make it with `createCamera`, `fitCamera` or `fitPoints`, which check or compute its
 * fields.
 */
export type Camera = PerspectiveCamera | OrthographicCamera;

/** Right-handed, unit and mutually perpendicular world directions: right = forward × up. */
export interface CameraBasis {
  /** Unit vector from the eye to the target. */
  readonly forward: Vec3;
  /** Unit vector to the right of the image. */
  readonly right: Vec3;
  /** Unit vector to the top of the image. */
  readonly up: Vec3;
}

/** A half-line in the world. */
export interface Ray {
  /** The point that it starts from, in the world. */
  readonly origin: Vec3;
  /** Unit vector. */
  readonly direction: Vec3;
}

/** The size of an image. */
export interface ImageSize {
  /** Pixels. */
  readonly width: number;
  /** Rows of pixels. */
  readonly height: number;
}

/** Nearer to the view direction than this (the sine of the angle), `up` holds no more than float32 rounding. */
const MIN_UP_SINE = 1e-6;

/**
 * Checks a camera.
 * @throws InputError if a number is not finite, eye and target coincide, `up` is parallel to the view direction, `vertical`
 * is zero, the field of view is outside (0, 180) degrees or the height is not positive.
 */
export function createCamera<C extends Camera>(camera: C): C {
  for (const name of ['eye', 'target', 'up', 'vertical'] as const) {
    if (name === 'vertical' && camera?.vertical === undefined) continue;
    // Callers without types may hand over anything.
    const vector: unknown = camera?.[name];
    if (!Array.isArray(vector) || vector.length !== 3 || !vector.every(Number.isFinite)) {
      const given = Array.isArray(vector) ? `(${vector.map(String).join(', ')})` : String(vector);
      throw new InputError(`the camera's ${name} must be three finite numbers, not ${given}`);
    }
  }
  const view = subtract(camera.target, camera.eye);
  const distance = length(view);
  if (distance === 0) {
    throw new InputError(`the camera's eye and target must differ, but both are ${format(camera.eye)}`);
  }
  if (!Number.isFinite(distance)) {
    throw new InputError(`the camera's eye ${format(camera.eye)} is too far from its target ${format(camera.target)}`);
  }
  // Written so that a zero `up`, whose sine is NaN, fails too.
  if (!(length(cross(normalize(view), normalize(camera.up))) > MIN_UP_SINE)) {
    throw new InputError(`the camera's up ${format(camera.up)} must not be zero or parallel to its view direction`);
  }
  if (camera.vertical && !(length(camera.vertical) > 0)) {
    throw new InputError("the camera's vertical must not be zero; leave it out where it is the up direction");
  }
  if (camera.projection === 'perspective') {
    checkFov(camera.fovDegrees);
  } else if (!(camera.height > 0 && camera.height < Infinity)) {
    throw new InputError(`the camera's height must be positive and finite, not ${camera.height}`);
  }
  return camera;
}

/** @throws InputError unless the angle is between 0 and 180 degrees. */
export function checkFov(fovDegrees: number): void {
  if (!(fovDegrees > 0 && fovDegrees < 180)) {
    throw new InputError(`the camera's field of view must be between 0 and 180 degrees, not ${fovDegrees}`);
  }
}

const format = (v: Vec3) => `(${v.join(', ')})`;

/** The directions of the image's axes in the world; `up` is re-orthogonalised. */
export function cameraBasis({ eye, target, up }: Camera): CameraBasis {
  const forward = normalize(subtract(target, eye));
  const right = normalize(cross(forward, normalize(up)));
  return { forward, right, up: cross(right, forward) };
}

/**
 * The world ray through the centre of pixel (x, y), with pixel (0, 0) at the top left and square pixels. Perspective
 * rays start at the eye, orthographic ones in the plane through the eye that is perpendicular to the view.
 */
export function rayThroughPixel(camera: Camera, { width, height }: ImageSize, x: number, y: number): Ray {
  const { forward, right, up } = cameraBasis(camera);
  // Offsets from the image's centre, in image heights.
  const toRight = (x + 0.5 - width / 2) / height;
  const upwards = (height / 2 - y - 0.5) / height;
  const moved = (from: Vec3, heightWorld: number) =>
    addScaled(addScaled(from, right, toRight * heightWorld), up, upwards * heightWorld);

  if (camera.projection === 'orthographic') return { origin: moved(camera.eye, camera.height), direction: forward };
  const heightAtUnitDistance = 2 * Math.tan((camera.fovDegrees * Math.PI) / 360);
  return { origin: camera.eye, direction: normalize(moved(forward, heightAtUnitDistance)) };
}

/** World height of what the image shows at the target. */
export function heightAtTarget(camera: Camera): number {
  if (camera.projection === 'orthographic') return camera.height;
  return 2 * Math.tan((camera.fovDegrees * Math.PI) / 360) * distance(camera.eye, camera.target);
}
