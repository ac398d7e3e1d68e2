/** A triangle that a ray hits, and where and how light continues from there, in float64. */
import type { Ray } from '../../camera/camera.js';
import { addScaled, dot, normalize, scale, type Vec3 } from '../../math/vec3.js';
import { LEAST_LIFT, SHADOW_OFFSET } from '../../transfer/light/shading.js';
import type { FaceHit } from './find-hits.js';
import { smoothNormal, surfaceColor } from './shade-mesh.js';
import { mappedNormal, opacitySeen } from './surface-finish.js';

/** The place from which rays leave a surface. */
export interface Departure {
  /** A little off the surface, so that they do not meet it again. */
  readonly start: Vec3;
  /** The triangle's unit normal on the side that was hit. */
  readonly facing: Vec3;
}

export interface SurfaceHit extends FaceHit, Departure {
  /** Direction of the ray that hit it, of unit length. */
  readonly direction: Vec3;
  /** Unit normal to either side, interpolated where the mesh is smooth, with what an image changes of it. */
  readonly shadingNormal: Vec3;
  /** World length of the way of the light from here to the eye. */
  readonly travelled: number;
  /** World width of a pixel there; 0 where light comes by mirrors. */
  readonly pixelWidth: number;
}

/**
 * @param before world length of the way of the light from the ray's origin to the eye.
 * @param pixelWidth world width of a pixel there, if the ray is a pixel's.
 */
export function meetSurface(hit: FaceHit, { origin, direction }: Ray, before: number, pixelWidth = 0): SurfaceHit {
  const { mesh, triangle, normal, vertexNormals } = hit.face;
  const facing = scale(normal, dot(normal, direction) > 0 ? -1 : 1);
  const travelled = before + hit.t;
  const point = { triangle, u: hit.u, v: hit.v };
  const interpolated = vertexNormals ? smoothNormal(mesh, vertexNormals, point, normal) : normal;
  return {
    ...hit,
    start: addScaled(addScaled(origin, direction, hit.t), facing, SHADOW_OFFSET * travelled),
    facing,
    direction,
    shadingNormal: mappedNormal({ mesh, point, pixelWidth }, interpolated),
    travelled,
    pixelWidth,
  };
}

/** The opacity that the material of a hit gives it as it is seen: 0 where it is cut out, or seen from behind and has one side. */
export function materialOpacityOf(hit: SurfaceHit): number {
  const { mesh, triangle, normal, plainColor } = hit.face;
  if (!mesh.materials) return 1;
  const spot = { mesh, point: { triangle, u: hit.u, v: hit.v }, pixelWidth: hit.pixelWidth };
  const color = surfaceColor(mesh, spot.point, plainColor, hit.pixelWidth);
  return opacitySeen(spot, { direction: hit.direction, normal, shadingNormal: hit.shadingNormal }, color);
}

/** The ray that a mirror reflects: always to the side that it came from. */
export function mirroredRay({ start, facing, direction, shadingNormal }: SurfaceHit): Ray {
  const mirrored = addScaled(direction, shadingNormal, -2 * dot(direction, shadingNormal));
  const lift = dot(mirrored, facing);
  const lifted = lift < LEAST_LIFT ? normalize(addScaled(mirrored, facing, LEAST_LIFT - lift)) : mirrored;
  return { origin: start, direction: lifted };
}
