/** A clear, rough coat on surfaces: wgsl/cast/path/coat.wgsl has the same. Sources: albedo.ts. Directions are about a normal along z. */
import { dot, length, scale, type Vec3 } from '../../math/vec3.js';

export interface Coat {
  /** Share of the surface that it covers, from 0 to 1. */
  readonly coat: number;
  /** From 0, a mirror, to 1; its square is the width of the distribution of normals. */
  readonly coatRoughness: number;
}

/** Light that a clear material of the refractive index 1.5 reflects straight on. */
const STRAIGHT_ON = 0.04;
/** Width of the distribution of normals below which floats do not tell directions from each other. */
const LEAST_WIDTH = 1e-3;

export const widthOfNormals = ({ coatRoughness }: Coat): number => Math.max(coatRoughness ** 2, LEAST_WIDTH);

/** The share of light that a coat reflects at the cosine to its normal: C. Schlick, 1994. */
const reflectedShare = (cosine: number, { coat }: Coat): number =>
  coat * (STRAIGHT_ON + (1 - STRAIGHT_ON) * (1 - Math.min(Math.max(cosine, 0), 1)) ** 5);

/** Smith's lambda of a direction, of whose height this is the cosine. */
const shadowed = (cosine: number, width: number): number =>
  (Math.sqrt(1 + (width ** 2 * (1 - cosine ** 2)) / cosine ** 2) - 1) / 2;

const normalsAt = ([x, y, z]: Vec3, width: number): number =>
  width ** 2 / (Math.PI * ((width * z) ** 2 + x ** 2 + y ** 2) ** 2);

const halfway = (seen: Vec3, lit: Vec3): Vec3 => {
  const sum: Vec3 = [seen[0] + lit[0], seen[1] + lit[1], seen[2] + lit[2]];
  return scale(sum, 1 / length(sum));
};

/** Light that comes from `lit` and is reflected to `seen`, times the cosine of `lit`; both above the surface. */
export function coatReflects(seen: Vec3, lit: Vec3, coat: Coat): number {
  const width = widthOfNormals(coat);
  const normal = halfway(seen, lit);
  const unshadowed = 1 / (1 + shadowed(seen[2], width) + shadowed(lit[2], width));
  return (reflectedShare(dot(seen, normal), coat) * normalsAt(normal, width) * unshadowed) / (4 * seen[2]);
}

/** Probability per steradian that `drawMirrored` draws `lit`. */
export function mirroredDensity(seen: Vec3, lit: Vec3, coat: Coat): number {
  const width = widthOfNormals(coat);
  return normalsAt(halfway(seen, lit), width) / (1 + shadowed(seen[2], width)) / (4 * seen[2]);
}

/** The direction to which `seen` is mirrored by a normal that is drawn as often as it is seen; it may lie below the surface. */
export function drawMirrored([x, y, z]: Vec3, u: number, v: number, coat: Coat): Vec3 {
  const width = widthOfNormals(coat);
  const stretched: Vec3 = [width * x, width * y, z];
  const [a, b, c] = scale(stretched, 1 / length(stretched));
  const across = Math.hypot(a, b);
  const [right, up]: readonly [Vec3, Vec3] =
    across > 0
      ? [
          [-b / across, a / across, 0],
          [(-c * a) / across, (-c * b) / across, across],
        ]
      : [
          [1, 0, 0],
          [0, 1, 0],
        ];
  const radius = Math.sqrt(u);
  const s = radius * Math.cos(2 * Math.PI * v);
  const half = (1 + c) / 2;
  const t = (1 - half) * Math.sqrt(1 - s ** 2) + half * radius * Math.sin(2 * Math.PI * v);
  const rest = Math.sqrt(Math.max(0, 1 - s ** 2 - t ** 2));
  const at = (axis: 0 | 1 | 2) => s * right[axis] + t * up[axis] + rest * [a, b, c][axis]!;
  const unstretched: Vec3 = [width * at(0), width * at(1), Math.max(0, at(2))];
  const [nx, ny, nz] = scale(unstretched, 1 / length(unstretched));
  const along = 2 * (x * nx + y * ny + z * nz);
  return [along * nx - x, along * ny - y, along * nz - z];
}

/** Cosines, evenly from 0 to 1, at which `coatAlbedos` are known. Same as in wgsl/cast/path/coat.wgsl. */
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
