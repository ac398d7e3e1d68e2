/** The thick slab: a slice of the world across the view. */
import { InputError } from '../errors.js';
import type { HalfSpace } from '../math/half-space.js';
import { dot, scale } from '../math/vec3.js';
import { type Camera, cameraBasis } from './camera.js';

/**
 * Two half-spaces of the world that keep the points within half of `thicknessWorld` before and behind the camera's target,
 * measured along its forward direction.
 * @throws InputError if the thickness is not positive and finite.
 */
export function thickSlab(camera: Camera, thicknessWorld: number): HalfSpace[] {
  if (!(thicknessWorld > 0 && thicknessWorld < Infinity)) {
    throw new InputError(`a slab's thickness must be a positive length in world units, not ${thicknessWorld}`);
  }
  const { forward } = cameraBasis(camera);
  return [forward, scale(forward, -1)].map((normal) => ({
    normal,
    offset: dot(normal, camera.target) - thicknessWorld / 2,
  }));
}
