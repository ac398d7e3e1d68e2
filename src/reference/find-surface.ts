/** The first hit of a ray and a scene, a triangle or what of a volume counts as its surface, in float64. */
import type { Ray } from '../camera/camera.js';
import { transformPoint } from '../math/affine.js';
import { addScaled, dot, normalize, scale, type Vec3 } from '../math/vec3.js';
import { type Volume, worldToIndex } from '../volume/volume.js';
import type { FaceHit } from './mesh/find-hits.js';
import { meetSurface } from './mesh/surface-hit.js';
import type { PlacedLayer } from './order-layers.js';
import type { StyleAt } from './volume/samples/keep-samples.js';
import { createGradient } from './volume/shading/gradient.js';

export interface FirstSurface {
  /** World distance along the ray; Infinity where there is none. */
  readonly t: number;
  /** Unit length, towards the eye; zero where there is none. */
  readonly normal: Vec3;
  /** The mask's label there, or 0. */
  readonly label: number;
}

const NOTHING: FirstSurface = { t: Infinity, normal: [0, 0, 0], label: 0 };

/**
 * @param ordered what the ray meets of the volume and of triangles, front to back; only triangles have the distance of a hit.
 * @param surfaceOpacity accumulated opacity of samples that counts as a surface.
 */
export function findSurface(
  ordered: Iterable<PlacedLayer>,
  hits: readonly FaceHit[],
  ray: Ray,
  {
    volume,
    styleAt,
    surfaceOpacity,
  }: { volume?: Volume | undefined; styleAt?: StyleAt | undefined; surfaceOpacity: number },
): FirstSurface {
  let opacity = 0;
  for (const { t, opacity: own } of ordered) {
    const hit = hits.find((one) => one.t === t);
    if (hit) return { t, normal: facing(meetSurface(hit, ray, 0).shadingNormal, ray), label: 0 };
    opacity += (1 - opacity) * own;
    if (opacity >= surfaceOpacity && t < Infinity && volume) return meetVolume(volume, styleAt, ray, t);
  }
  return NOTHING;
}

function meetVolume(volume: Volume, styleAt: StyleAt | undefined, ray: Ray, t: number): FirstSurface {
  const world = addScaled(ray.origin, ray.direction, t);
  const gradient = createGradient(volume)(transformPoint(worldToIndex(volume), world));
  const isFlat = gradient.every((component) => component === 0);
  return { t, normal: isFlat ? gradient : facing(normalize(gradient), ray), label: styleAt?.(world)?.label ?? 0 };
}

const facing = (normal: Vec3, { direction }: Ray): Vec3 => scale(normal, dot(normal, direction) > 0 ? -1 : 1);
