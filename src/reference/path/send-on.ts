/** Metal, varnish and glass of meshes, in float64: what wgsl/cast/path/surface/finish.wgsl computes. */
import { addScaled, dot, mapVec3, scale, type Vec3 } from '../../math/vec3.js';
import { type MeshFinish, mirroredBy, widthOfFinish } from '../../transfer/light/finish.js';
import { drawVisibleNormal } from '../../transfer/light/visible-normals.js';
import { aboutAxis, aboutNormal, fromAxis, LEAST_HEIGHT } from './coated-surface.js';

type Point = readonly [number, number];

interface FinishedSurface {
  readonly finish: MeshFinish;
  /** The shading normal, and the normal of the triangle, on the side that is seen. */
  readonly normal: Vec3;
  readonly side: Vec3;
  /** To where its light goes. */
  readonly seen: Vec3;
  readonly color: Vec3;
  /** Whether it is seen from within the mesh. */
  readonly isWithin: boolean;
}

/** The direction and factor of light, and the normal of the side that it goes to. */
interface SentOn {
  readonly direction: Vec3;
  readonly weight: Vec3;
  readonly side: Vec3;
}

/** @param facet draws a facet, and `matt` a direction of the matt layer; `events` decide between the lobes. */
export function sendOn(surface: FinishedSurface, facet: Point, matt: Point, events: Point): SentOn {
  const { finish, color, side, isWithin } = surface;
  const { metallic, transmission } = finish;
  const upright = dot(surface.seen, surface.normal) < LEAST_HEIGHT ? side : surface.normal;
  const ior = isWithin && transmission > 0 ? 1 / finish.ior : finish.ior;
  const seen = aboutAxis(surface.seen, upright);
  const normal = drawVisibleNormal(seen, ...facet, widthOfFinish(finish.roughness));
  const cosine = Math.max(0, dot(seen, normal));
  const { dielectric, share, chance } = mirroredBy(finish, color, ior, cosine);
  if (events[0] < chance) {
    const direction = fromAxis(addScaled(scale(seen, -1), normal, 2 * cosine), upright);
    return { direction, weight: scale(share, 1 / chance), side };
  }
  const rest = ((1 - metallic) * (1 - dielectric)) / (1 - chance);
  if (events[1] < transmission) {
    const refracted = Math.sqrt(Math.max(0, 1 - (1 - cosine ** 2) / ior ** 2));
    const direction = fromAxis(addScaled(scale(seen, -1 / ior), normal, cosine / ior - refracted), upright);
    return { direction, weight: mapVec3(color, (channel) => rest * Math.sqrt(channel)), side: scale(side, -1) };
  }
  return { direction: aboutNormal(...matt, upright), weight: scale(color, rest), side };
}

/** The lobe that most paths take, whose points are spread evenly. */
export const isMatt = ({ metallic, transmission }: MeshFinish): boolean => metallic <= 0.5 && transmission <= 0.5;
