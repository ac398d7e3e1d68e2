/** The finish of a mesh as paths of light see it: metal, varnish or glass. Terms are those of glTF 2.0; albedo.ts has the sources. */
import { InputError } from '../../errors.js';
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import { LEAST_WIDTH } from './visible-normals.js';

/** How a surface reflects and transmits light, apart from its colour. */
export interface MeshFinish {
  /** From 0, a dielectric, to 1, a metal, which mirrors light of its colour. */
  readonly metallic: number;
  /** From 0, a mirror, to 1. */
  readonly roughness: number;
  /** The share of the light that enters a dielectric which goes on through it, from 0 to 1: that of glass is 1. */
  readonly transmission: number;
  /** Index of refraction of a dielectric, from 1 on. */
  readonly ior: number;
}

/** @throws InputError for shares that are none, and indices of refraction below 1. */
export function checkFinish(finish: MeshFinish): void {
  for (const name of ['metallic', 'roughness', 'transmission'] as const) {
    if (!(finish[name] >= 0 && finish[name] <= 1)) {
      throw new InputError(`a finish's ${name} must be a number from 0 to 1, not ${finish[name]}`);
    }
  }
  if (!(finish.ior >= 1 && finish.ior < Infinity)) {
    throw new InputError(`a finish's ior must be a number from 1 on, not ${finish.ior}`);
  }
}

/** Width of the distribution of normals of a roughness. */
export const widthOfFinish = (roughness: number): number => Math.max(roughness ** 2, LEAST_WIDTH);

/** Light that facets mirror, at the cosine to their normals. */
export interface MirroredLight {
  /** The share of a dielectric. */
  readonly dielectric: number;
  /** The share of the surface. */
  readonly share: Vec3;
  /** How often a path is mirrored. */
  readonly chance: number;
}

/**
 * @param color the share of light that it reflects as matt or metal.
 * @param ior index of refraction of what is beyond the surface over that of what is before it.
 */
export function mirroredBy(
  { metallic, transmission }: Pick<MeshFinish, 'metallic' | 'transmission'>,
  color: Vec3,
  ior: number,
  cosine: number,
): MirroredLight {
  const rest = (1 - Math.min(Math.max(cosine, 0), 1)) ** 5;
  const straight = ((ior - 1) / (ior + 1)) ** 2;
  const dielectric = transmission > 0 ? mirroredByGlass(cosine, ior) : straight + (1 - straight) * rest;
  const share = mapVec3(color, (channel) => dielectric + metallic * (channel + (1 - channel) * rest - dielectric));
  return { dielectric, share, chance: metallic >= 1 || dielectric >= 1 ? 1 : Math.max(...share) };
}

/** Fresnel's equations, for light without polarization; 1 where all of it is reflected within. */
function mirroredByGlass(cosine: number, ior: number): number {
  const beyond = 1 - (1 - cosine ** 2) / ior ** 2;
  if (beyond <= 0) return 1;
  const refracted = Math.sqrt(beyond);
  const across = (cosine - ior * refracted) / (cosine + ior * refracted);
  const along = (ior * cosine - refracted) / (ior * cosine + refracted);
  return (across ** 2 + along ** 2) / 2;
}
