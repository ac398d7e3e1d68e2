/** A matt surface beneath a coat, in float64: what wgsl/cast/path/surface/coated_surface.wgsl computes. */
import { add, addScaled, dot, mapVec3, scale, type Vec3 } from '../../math/vec3.js';
import {
  albedoAt,
  type Coat,
  type CoatAlbedos,
  coatReflects,
  drawMirrored,
  mirroredDensity,
} from '../../transfer/light/coat.js';
import { tangentsOf } from '../mesh/ambient-occlusion.js';

/** Height of a direction from which on facets are seen. */
export const LEAST_HEIGHT = 1e-3;

export interface CoatedSurface {
  readonly normal: Vec3;
  /** To where its light goes. */
  readonly seen: Vec3;
  /** The share of light that the matt layer reflects. */
  readonly reflected: Vec3;
  readonly coat: Coat;
  readonly albedos: CoatAlbedos;
}

/** A direction that light may come from, and the factor of that light. */
export function scatterOn(surface: CoatedSurface, [u, v]: readonly [number, number], lobe: number) {
  const { normal, coat } = surface;
  const seen = aboutAxis(surface.seen, normal);
  const isCoat = lobe < coatChance(surface, seen[2]);
  const direction = isCoat ? fromAxis(drawMirrored(seen, u, v, coat), normal) : aboutNormal(u, v, normal);
  const density = surfaceDensity(surface, direction);
  const weight = density > 0 ? scale(surfaceShare(surface, direction), 1 / density) : ([0, 0, 0] as const);
  return { direction, weight };
}

/** The share of light from `lit` that goes to where the surface is seen, per steradian, times the cosine of `lit`. */
export function surfaceShare({ normal, seen, reflected, coat, albedos }: CoatedSurface, lit: Vec3): Vec3 {
  const cosine = dot(lit, normal);
  if (cosine <= 0) return [0, 0, 0];
  const [from, to] = [aboutAxis(seen, normal), aboutAxis(lit, normal)];
  const matt = scale(reflected, cosine / Math.PI);
  if (from[2] < LEAST_HEIGHT) return matt;
  const through = ((1 - albedoAt(albedos, from[2])) * (1 - albedoAt(albedos, cosine))) / (1 - albedos.mean);
  const coated = coatReflects(from, to, coat);
  return mapVec3(matt, (share) => share * through + coated);
}

/** Probability per steradian that `scatterOn` takes a direction. */
export function surfaceDensity(surface: CoatedSurface, lit: Vec3): number {
  const { normal, coat } = surface;
  const cosine = dot(lit, normal);
  if (cosine <= 0) return 0;
  const seen = aboutAxis(surface.seen, normal);
  const chance = coatChance(surface, seen[2]);
  const mirrored = chance === 0 ? 0 : mirroredDensity(seen, aboutAxis(lit, normal), coat);
  return ((1 - chance) * cosine) / Math.PI + chance * mirrored;
}

function coatChance({ reflected, albedos }: CoatedSurface, height: number): number {
  if (height < LEAST_HEIGHT) return 0;
  const coated = albedoAt(albedos, height);
  return coated / Math.max(coated + (1 - coated) * Math.max(...reflected), 1e-6);
}

/** A direction, as likely as its cosine to a unit normal says. */
export function aboutNormal(u: number, v: number, normal: Vec3): Vec3 {
  const radius = Math.sqrt(u);
  const [x, y] = [radius * Math.cos(2 * Math.PI * v), radius * Math.sin(2 * Math.PI * v)];
  return fromAxis([x, y, Math.sqrt(Math.max(0, 1 - u))], normal);
}

/** A direction about z as one about a unit normal. */
export function fromAxis([x, y, z]: Vec3, normal: Vec3): Vec3 {
  const [right, up] = tangentsOf(normal);
  return addScaled(add(scale(right, x), scale(up, y)), normal, z);
}

/** A direction about a unit normal as one about z. */
export function aboutAxis(direction: Vec3, normal: Vec3): Vec3 {
  const [right, up] = tangentsOf(normal);
  return [dot(direction, right), dot(direction, up), dot(direction, normal)];
}
