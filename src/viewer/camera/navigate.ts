/** Camera moves, as pure functions: drags and wheel turns in pixels to new cameras. */
import {
  type Camera,
  cameraBasis,
  createCamera,
  heightAtTarget,
  type ImageSize,
  orbit,
  type Vec3,
  type ViewDirection,
} from '../../index.js';
import { addScaled, cross, dot, length, normalize, rotateAbout, scale, subtract } from '../../math/vec3.js';

/** Pixels from the top left of the image. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `trackball` rolls a ball under the pointer; `orbit` keeps the world's `up` upright. */
export const NAVIGATIONS = ['trackball', 'orbit'] as const;
/** A way in which drags turn the camera. */
export type NavigationMode = (typeof NAVIGATIONS)[number];

/** Distance that eye and target keep, relative to the size of what is looked at, so that zooming has an end. */
const NEAREST = 1e-4;

/** Point of the image's plane, in image heights from its centre: right and up. */
function toPlane({ x, y }: Point, { width, height }: ImageSize): readonly [number, number] {
  return [(x - width / 2) / height, (height / 2 - y) / height];
}

/**
 * Point on the ball under the pointer: a sphere in the middle, and a hyperbolic sheet around it, so that the ball has no edge
 * (G. Bell's version of the virtual trackball; K. Henriksen et al., "Virtual trackballs revisited", 2004, section 2.2).
 */
function toBall(point: Point, size: ImageSize): Vec3 {
  const [x, y] = toPlane(point, size);
  const radius = BALL_DIAMETER / 2;
  const squared = (x * x + y * y) / (radius * radius);
  const z = squared <= 0.5 ? Math.sqrt(1 - squared) : 0.5 / Math.sqrt(squared);
  return normalize([x / radius, y / radius, z]);
}

/** A distance in image heights. */
const BALL_DIAMETER = 0.9;

/** Turns the scene under a pointer that moved; the point under it stays there, in `trackball`. */
export function turn(camera: Camera, from: Point, to: Point, size: ImageSize): Camera {
  const [start, end] = [toBall(from, size), toBall(to, size)];
  const axis = cross(start, end);
  const sine = length(axis);
  if (sine < 1e-9) return camera;
  const { forward, right, up } = cameraBasis(camera);
  // Maps the ball's axes (right, up, towards the eye) to the world's.
  const [x, y, z] = scale(axis, 1 / sine);
  const world = addScaled(addScaled(scale(right, x), up, y), forward, -z);
  // The scene turns with the ball, so the camera turns the other way.
  const angle = -Math.atan2(sine, dot(start, end));
  const eye = addScaled(
    camera.target,
    rotateAbout(forward, world, angle),
    -length(subtract(camera.eye, camera.target)),
  );
  return { ...camera, eye, up: rotateAbout(up, world, angle) };
}

/** Radians of an orbit for a drag of one image height. */
const ORBIT_RADIANS = Math.PI;
/** Radians that an orbit keeps from the poles, where up would flip. */
const POLE_MARGIN = 0.01;

/** Turns about the axis `upright` through the target, and up or down to near that axis. */
export function orbitUpright(camera: Camera, from: Point, to: Point, { height }: ImageSize, upright: Vec3): Camera {
  const distance = length(subtract(camera.eye, camera.target));
  const { forward, right } = cameraBasis({ ...camera, up: uprightOf(camera, upright) });
  const turnBy = (-(to.x - from.x) / height) * ORBIT_RADIANS;
  const altitude = Math.asin(Math.max(-1, Math.min(1, -dot(forward, upright))));
  const limit = Math.PI / 2 - POLE_MARGIN;
  const wanted = Math.max(-limit, Math.min(limit, altitude + ((to.y - from.y) / height) * ORBIT_RADIANS));
  const raised = rotateAbout(forward, right, altitude - wanted);
  const turned = rotateAbout(raised, upright, turnBy);
  return { ...camera, eye: addScaled(camera.target, turned, -distance), up: upright };
}

/** Looking along the axis itself, the image's own up is the only one there is. */
function uprightOf(camera: Camera, upright: Vec3): Vec3 {
  const { forward } = cameraBasis(camera);
  return length(cross(forward, upright)) > POLE_MARGIN / 2 ? upright : camera.up;
}

/** Turns by degrees about the image's own axes: what keys do. */
export const turnBy = (camera: Camera, rightDegrees: number, upDegrees: number): Camera =>
  orbit(camera, { azimuthDegrees: rightDegrees, elevationDegrees: upDegrees });

/** Moves the scene with the pointer, exactly in the plane of the target. */
export function pan(camera: Camera, from: Point, to: Point, { height }: ImageSize): Camera {
  const { right, up } = cameraBasis(camera);
  const world = heightAtTarget(camera) / height;
  return shift(camera, addScaled(scale(right, -(to.x - from.x) * world), up, (to.y - from.y) * world));
}

const shift = (camera: Camera, by: Vec3): Camera => ({
  ...camera,
  eye: addScaled(camera.eye, by, 1),
  target: addScaled(camera.target, by, 1),
});

/**
 * Shows what is at the target's depth `factor` times as large, and keeps what is under the pointer there: the eye moves nearer
 * in perspective.
 * @param extent of the scene, in the world, which limits how near that may be.
 */
export function zoomAt(camera: Camera, factor: number, at: Point, size: ImageSize, extent: number): Camera {
  const before = heightAtTarget(camera);
  const least = NEAREST * extent;
  const most = extent / NEAREST;
  const after = Math.max(least, Math.min(most, before / factor));
  const [toRight, upwards] = toPlane(at, size);
  const { right, up } = cameraBasis(camera);
  const moved = addScaled(scale(right, toRight * (before - after)), up, upwards * (before - after));
  const target = addScaled(camera.target, moved, 1);
  const back = subtract(camera.eye, camera.target);
  if (camera.projection === 'orthographic') {
    return { ...camera, target, eye: addScaled(target, back, 1), height: after };
  }
  return { ...camera, target, eye: addScaled(target, back, after / before) };
}

/** Looks at `point` from the same side and distance. */
export const centerOn = (camera: Camera, point: Vec3): Camera => shift(camera, subtract(point, camera.target));

/** Looks along a direction, at the same target and from as far. */
export function lookAlong(camera: Camera, { forward, up }: ViewDirection): Camera {
  const distance = length(subtract(camera.eye, camera.target));
  return createCamera({ ...camera, eye: addScaled(camera.target, forward, -distance), up });
}

/** Full vertical angle of a perspective view that had none. */
const DEFAULT_FOV_DEGREES = 30;

/**
 * The other projection, with what is at the target's depth as large as before.
 * @param extent of the scene: an orthographic eye stands clear of it, since it sees nothing behind itself.
 */
export function withProjection(camera: Camera, projection: Camera['projection'], extent: number): Camera {
  if (camera.projection === projection) return camera;
  const { target, up, vertical } = camera;
  const pose = { target, up, ...(vertical && { vertical }) };
  const height = heightAtTarget(camera);
  const { forward } = cameraBasis(camera);
  if (projection === 'orthographic') {
    return { projection, ...pose, height, eye: addScaled(target, forward, -Math.max(extent, height)) };
  }
  const distance = height / (2 * Math.tan((DEFAULT_FOV_DEGREES * Math.PI) / 360));
  return { projection, ...pose, fovDegrees: DEFAULT_FOV_DEGREES, eye: addScaled(target, forward, -distance) };
}
