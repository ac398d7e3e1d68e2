/** Drags over the screen as movements along and about directions of the world. */
import { type Camera, cameraBasis, type ImageSize, type Vec3 } from '../../index.js';
import { addScaled, dot } from '../../math/vec3.js';
import type { Point } from '../camera/navigate.js';
import { projectPoint } from '../camera/project.js';

/** Squared pixels of a step, below which a line points at the eye and cannot be dragged along. */
const LEAST_SQUARED = 1e-6;

/** How many `step`s a drag moves what is at `point`: as far as it goes along the step as that is seen. */
export function dragAlong(camera: Camera, size: ImageSize, point: Vec3, step: Vec3, from: Point, to: Point): number {
  const [start, end] = [point, addScaled(point, step, 1)].map((point) => projectPoint(camera, size, point));
  if (!start || !end) return 0;
  const along = { x: end.x - start.x, y: end.y - start.y };
  const squared = along.x ** 2 + along.y ** 2;
  return squared < LEAST_SQUARED ? 0 : ((to.x - from.x) * along.x + (to.y - from.y) * along.y) / squared;
}

/** Radians that a drag turns what is around `center` about the axis: as far as it goes around that on the screen. */
export function dragAround(camera: Camera, size: ImageSize, center: Vec3, axis: Vec3, from: Point, to: Point): number {
  const middle = projectPoint(camera, size, center);
  if (!middle) return 0;
  const angleOf = ({ x, y }: Point) => Math.atan2(y - middle.y, x - middle.x);
  const clockwise = Math.atan2(Math.sin(angleOf(to) - angleOf(from)), Math.cos(angleOf(to) - angleOf(from)));
  // Axes that point at the reader turn against the clock.
  return dot(axis, cameraBasis(camera).forward) < 0 ? -clockwise : clockwise;
}

/** How many times as far from `center` a drag ends as it began. */
export function dragAway(camera: Camera, size: ImageSize, center: Vec3, from: Point, to: Point): number {
  const middle = projectPoint(camera, size, center);
  if (!middle) return 1;
  const distanceTo = ({ x, y }: Point) => Math.max(Math.hypot(x - middle.x, y - middle.y), 1);
  return distanceTo(to) / distanceTo(from);
}
