/** The colour of a triangle that a ray hits, in float64: in the light, or in the shadow of others. */
import { scale, type Vec3 } from '../../math/vec3.js';
import { resolveLights } from '../../transfer/light/lights.js';
import type { Shading } from '../../transfer/light/shading.js';
import type { VolumeLight } from '../light/volume-light.js';
import { WORLD_AXES } from '../light/world-shading.js';
import { lightByAll, surfaceColor } from './shade-mesh.js';
import { finishAt } from './surface-finish.js';
import type { SurfaceHit } from './surface-hit.js';

/**
 * @param visibleOf the share of a light that triangles leave: none if it is behind the hit's own.
 * @param volumeLight of a volume that casts shadows too.
 */
export function shadeHit(
  hit: SurfaceHit,
  shading: Shading,
  visibleOf: (toLight: Vec3) => number,
  volumeLight: VolumeLight | undefined,
): Vec3 {
  const { mesh, triangle, plainColor } = hit.face;
  const color = surfaceColor(mesh, { triangle, u: hit.u, v: hit.v }, plainColor, hit.pixelWidth);
  const toEye = scale(hit.direction, -1);
  const lifted = volumeLight?.lift(hit.start, hit.facing);
  // A light at the eye comes from where a ray does.
  const shareOf = (toLight: Vec3 | undefined): number => {
    if (!toLight) return 1;
    const visible = visibleOf(toLight);
    return visible > 0 && lifted && volumeLight ? visible * volumeLight.through(lifted, toLight) : visible;
  };
  const ambient = shading.ambient * (lifted && volumeLight ? volumeLight.openness(lifted) : 1);
  const lights = resolveLights(shading.light, WORLD_AXES).map((light) => ({
    ...light,
    color: scale(light.color, shareOf(light.toLight)),
  }));
  const spot = { mesh, point: { triangle, u: hit.u, v: hit.v }, pixelWidth: hit.pixelWidth };
  return lightByAll({ ...shading, ambient }, color, hit.shadingNormal, toEye, lights, finishAt(spot, shading, color));
}
