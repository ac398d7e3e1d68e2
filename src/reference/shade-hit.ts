/** What a ray sees of a triangle that it hits, in float64: its colour in the light, or in the shadow of others. */
import type { Ray } from '../camera/camera.js';
import { addScaled, dot, normalize, scale, type Vec3 } from '../math/vec3.js';
import { SHADOW_OFFSET, type Shading } from '../transfer/shading.js';
import type { FaceHit } from './find-hits.js';
import { intersectTriangle, shearRay } from './intersect-triangle.js';
import { cornersFrom, type Face } from './mesh-faces.js';
import { lightSurface, shadowColor, smoothNormal, surfaceColor } from './shade-mesh.js';

/** @param casters the triangles that cast shadows. */
export function shadeHit(hit: FaceHit, ray: Ray, shading: Shading, casters: readonly Face[]): Vec3 {
  const { mesh, normal: flat, vertexNormals, triangle, plainColor } = hit.face;
  const point = { triangle, u: hit.u, v: hit.v };
  const color = surfaceColor(mesh, point, plainColor);
  const toEye = scale(ray.direction, -1);
  const toLight = shading.light === 'headlight' ? toEye : normalize(shading.light);
  // What the eye sees, a light at the eye reaches.
  if (shading.light !== 'headlight' && isInShadow(hit, ray, toLight, casters)) return shadowColor(shading, color);
  const normal = vertexNormals ? smoothNormal(mesh, vertexNormals, point, flat) : flat;
  return lightSurface(shading, color, normal, toEye, toLight);
}

/** Whether a triangle is between a hit and a light in a direction; the hit's own one is if the light is behind it. */
function isInShadow({ t, face }: FaceHit, ray: Ray, toLight: Vec3, casters: readonly Face[]): boolean {
  const side = dot(face.normal, ray.direction) > 0 ? -1 : 1;
  const origin = addScaled(addScaled(ray.origin, ray.direction, t), face.normal, side * SHADOW_OFFSET * t);
  const shadowRay = shearRay({ origin, direction: toLight });
  return casters.some((caster) => intersectTriangle(shadowRay, cornersFrom(caster, origin)));
}
