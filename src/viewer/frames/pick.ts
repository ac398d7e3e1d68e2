/** The first visible thing at a place of a picture. */
import type { Camera, ImageSize, Quality, Renderer, Scene } from '../../index.js';
import { addScaled, normalize, subtract, type Vec3 } from '../../math/vec3.js';
import type { Point } from '../camera/navigate.js';
import { cameraThroughPixel } from '../camera/project.js';
import type { Hit } from '../measure/measurements.js';

const NO_TRIANGLE = 0xffffffff;

export interface Picked {
  readonly scene: Scene;
  readonly camera: Camera;
  readonly step: number;
  readonly quality: Quality;
}

/** @returns undefined where there is nothing. */
export async function pickThrough(
  renderer: Renderer,
  { scene, camera, step, quality }: Picked,
  size: ImageSize,
  at: Point,
): Promise<Hit | undefined> {
  const through = cameraThroughPixel(camera, size, at);
  const { distances, triangles, labels } = await renderer.render(scene, through, {
    width: 1,
    height: 1,
    step,
    // Paths have no surfaces of their own.
    quality: quality === 'path' ? 'fine' : quality,
    outputs: ['distances', 'triangles', 'labels'],
  });
  const [distance = Infinity] = distances;
  if (!Number.isFinite(distance)) return undefined;
  return {
    point: pointAhead(through, distance),
    triangle: triangles[0] === NO_TRIANGLE ? undefined : triangles[0],
    label: labels[0] || undefined,
  };
}

/** The point in the middle of a camera's picture, at a distance from its eye. */
export const pointAhead = ({ eye, target }: Camera, distance: number): Vec3 =>
  addScaled(eye, normalize(subtract(target, eye)), distance);
