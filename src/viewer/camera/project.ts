/** The maps between the world and the image: where points are seen, and the camera of a single pixel. */
import { type Camera, cameraBasis, heightAtTarget, type ImageSize, rayThroughPixel, type Vec3 } from '../../index.js';
import { addScaled, dot, length, subtract } from '../../math/vec3.js';
import type { Point } from './navigate.js';

/** The image position of a world point, in pixels; undefined behind the eye. */
export function projectPoint(camera: Camera, { width, height }: ImageSize, point: Vec3): Point | undefined {
  const { forward, right, up } = cameraBasis(camera);
  const from = subtract(point, camera.eye);
  const depth = dot(from, forward);
  if (depth <= 0) return undefined;
  const heightThere =
    camera.projection === 'orthographic'
      ? camera.height
      : (heightAtTarget(camera) * depth) / length(subtract(camera.target, camera.eye));
  return {
    x: width / 2 + (dot(from, right) / heightThere) * height,
    y: height / 2 - (dot(from, up) / heightThere) * height,
  };
}

/** The world point under a pixel in the plane through `through` that faces the camera. */
export function unprojectPoint(camera: Camera, size: ImageSize, { x, y }: Point, through: Vec3): Vec3 {
  const { origin, direction } = rayThroughPixel(camera, size, x - 0.5, y - 0.5);
  const { forward } = cameraBasis(camera);
  const distance = dot(subtract(through, origin), forward) / dot(direction, forward);
  return addScaled(origin, direction, distance);
}

/** Angle of the tiny image of a pick; its one ray does not depend on it. */
const PICK_FOV_DEGREES = 0.1;

/** A camera whose image of one pixel has the same ray as a place in the image of `camera`. */
export function cameraThroughPixel(camera: Camera, size: ImageSize, { x, y }: Point): Camera {
  const { origin, direction } = rayThroughPixel(camera, size, x - 0.5, y - 0.5);
  const distance = length(subtract(camera.target, camera.eye));
  const target = addScaled(origin, direction, distance);
  const { up } = cameraBasis(camera);
  if (camera.projection === 'orthographic') {
    return { projection: 'orthographic', eye: origin, target, up, height: camera.height / size.height };
  }
  return { projection: 'perspective', eye: origin, target, up, fovDegrees: PICK_FOV_DEGREES };
}
