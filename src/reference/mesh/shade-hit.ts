/** What a ray sees of a triangle that it hits, in float64: its colour in the light, or in the shadow of others. */
import { normalize, scale, type Vec3 } from '../../math/vec3.js';
import type { Shading } from '../../transfer/shading.js';
import { lightSurface, shadowColor, surfaceColor } from './shade-mesh.js';
import type { SurfaceHit } from './surface-hit.js';
import { isBlocked, type TriangleList } from './triangle-list.js';

/** @param casters the triangles that cast shadows; the hit's own one does if the light is behind it. */
export function shadeHit(hit: SurfaceHit, shading: Shading, casters: TriangleList): Vec3 {
  const { mesh, triangle, plainColor } = hit.face;
  const color = surfaceColor(mesh, { triangle, u: hit.u, v: hit.v }, plainColor);
  const toEye = scale(hit.direction, -1);
  // Where a ray comes from, a light at the eye does too.
  if (shading.light === 'headlight') return lightSurface(shading, color, hit.shadingNormal, toEye, toEye);
  const toLight = normalize(shading.light);
  const inShadow = isBlocked(casters, { origin: hit.start, direction: toLight });
  return inShadow ? shadowColor(shading, color) : lightSurface(shading, color, hit.shadingNormal, toEye, toLight);
}
