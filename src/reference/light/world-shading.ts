/** The lights of a shading as the camera carries them, in the world's axes. */
import { type Camera, cameraBasis } from '../../camera/camera.js';
import { isLightList, resolveLights, type ViewAxes } from '../../transfer/light/lights.js';
import type { Shading } from '../../transfer/light/shading.js';

/** Axes of lights that are in the world already. */
export const WORLD_AXES: ViewAxes = { right: [1, 0, 0], up: [0, 1, 0], forward: [0, 0, -1] };

export function toWorldShading(shading: Shading, camera: Camera): Shading {
  if (!isLightList(shading.light)) return shading;
  const light = resolveLights(shading.light, cameraBasis(camera)).map(({ toLight, color }) => ({
    direction: toLight ?? ('headlight' as const),
    color,
  }));
  return { ...shading, light };
}
