/** A clear, rough coat on surfaces: wgsl/cast/path/surface/coat.wgsl has the same. Sources: albedo.ts. Directions are about a normal along z. */
import { addScaled, dot, scale, type Vec3 } from '../../math/vec3.js';
import {
  drawVisibleNormal,
  halfway,
  LEAST_WIDTH,
  normalsAt,
  shadowed,
  visibleMirroredDensity,
} from './visible-normals.js';

export interface Coat {
  /** Share of the surface that it covers, from 0 to 1. */
  readonly coat: number;
  /** From 0, a mirror, to 1; its square is the width of the distribution of normals. */
  readonly coatRoughness: number;
}

/** Light that a clear material of the refractive index 1.5 reflects straight on. */
const STRAIGHT_ON = 0.04;

export const widthOfNormals = ({ coatRoughness }: Coat): number => Math.max(coatRoughness ** 2, LEAST_WIDTH);

/** The share of light that a coat reflects at the cosine to its normal: C. Schlick, 1994. */
const reflectedShare = (cosine: number, { coat }: Coat): number =>
  coat * (STRAIGHT_ON + (1 - STRAIGHT_ON) * (1 - Math.min(Math.max(cosine, 0), 1)) ** 5);

/** Light that comes from `lit` and is reflected to `seen`, times the cosine of `lit`; both above the surface. */
export function coatReflects(seen: Vec3, lit: Vec3, coat: Coat): number {
  const width = widthOfNormals(coat);
  const normal = halfway(seen, lit);
  const unshadowed = 1 / (1 + shadowed(seen[2], width) + shadowed(lit[2], width));
  return (reflectedShare(dot(seen, normal), coat) * normalsAt(normal, width) * unshadowed) / (4 * seen[2]);
}

/** Probability per steradian that `drawMirrored` draws `lit`. */
export const mirroredDensity = (seen: Vec3, lit: Vec3, coat: Coat): number =>
  visibleMirroredDensity(seen, lit, widthOfNormals(coat));

/** The direction to which `seen` is mirrored by a normal that is drawn as often as it is seen; it may lie below the surface. */
export function drawMirrored(seen: Vec3, u: number, v: number, coat: Coat): Vec3 {
  const normal = drawVisibleNormal(seen, u, v, widthOfNormals(coat));
  return addScaled(scale(seen, -1), normal, 2 * dot(seen, normal));
}

/** Cosines, evenly from 0 to 1, at which `coatAlbedos` are known. Same as in wgsl/cast/path/surface/coat.wgsl. */
const COAT_COSINES = 32;
/** Points of a side of the square that is averaged over. */
const SIDE = 32;

export interface CoatAlbedos {
  /** The share of the light of each cosine that the coat reflects. */
  readonly byCosine: readonly number[];
  /** The share of light from everywhere. */
  readonly mean: number;
}

/** The shares of light that a coat reflects, by averages over drawn normals. */
export function coatAlbedos(coat: Coat): CoatAlbedos {
  const byCosine = Array.from({ length: COAT_COSINES }, (_, index) => {
    const cosine = Math.max(index / (COAT_COSINES - 1), 0.5 / COAT_COSINES / SIDE);
    return coat.coat > 0 ? averageReflected([Math.sqrt(1 - cosine ** 2), 0, cosine], coat) : 0;
  });
  // The cosine of light from everywhere is distributed as 2 μ, and shares are linear between those that are known.
  let mean = 0;
  const step = 1 / (COAT_COSINES - 1);
  for (let index = 0; index + 1 < COAT_COSINES; index++) {
    const [low, high, from] = [byCosine[index]!, byCosine[index + 1]!, index * step];
    mean += step * (from * (low + high) + (step * (low + 2 * high)) / 3);
  }
  return { byCosine, mean };
}

function averageReflected(seen: Vec3, coat: Coat): number {
  let sum = 0;
  for (let at = 0; at < SIDE ** 2; at++) {
    const lit = drawMirrored(seen, ((at % SIDE) + 0.5) / SIDE, (Math.floor(at / SIDE) + 0.5) / SIDE, coat);
    if (lit[2] > 0) sum += coatReflects(seen, lit, coat) / mirroredDensity(seen, lit, coat);
  }
  return sum / SIDE ** 2;
}

/** The share that `coatAlbedos` have at a cosine, between its neighbours. */
export function albedoAt({ byCosine }: CoatAlbedos, cosine: number): number {
  const at = Math.min(Math.max(cosine, 0), 1) * (COAT_COSINES - 1);
  const low = Math.min(Math.floor(at), COAT_COSINES - 2);
  return byCosine[low]! + (at - low) * (byCosine[low + 1]! - byCosine[low]!);
}
