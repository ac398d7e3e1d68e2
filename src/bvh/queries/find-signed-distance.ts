/** How far points are from a surface, and on which side of it. */
import { InputError } from '../../errors.js';
import { boundingBox } from '../../mesh/bounds.js';
import { findClosedness } from '../../mesh/closedness.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { Bvh } from '../bvh.js';
import { findInside } from '../find-inside.js';
import type { Points } from '../relative-points.js';
import { type ClosestTriangles, findClosest } from './find-closest.js';
import { findWinding } from './find-winding.js';

/**
 * How the inside is told: by the parity of exact crossings on the way out, which is certain but needs a closed surface, or by
 * the winding number, which needs triangles that face outwards and bears holes.
 */
export const SIGN_METHODS = ['parity', 'winding'] as const;

export type SignMethod = (typeof SIGN_METHODS)[number];

export interface SignedDistanceOptions {
  /** `auto` takes the parity where the mesh is closed, else the winding number. */
  readonly sign?: SignMethod | 'auto';
  /** Beyond it distances are infinite, in world units. */
  readonly within?: number;
  readonly chunk?: number;
}

export const SIGNED_DISTANCE_DEFAULTS = { sign: 'auto', within: Infinity } as const satisfies SignedDistanceOptions;

export interface SignedDistances extends Omit<ClosestTriangles, 'nearest'> {
  /** Below 0 inside. */
  readonly distances: Float32Array;
  /** How the sign was found. */
  readonly sign: SignMethod;
  /**
   * How sure each sign is, from 0 to 1: 1 by parity, and by winding number w 2 · |w − ½|, up to 1.
   */
  readonly certainty: Float32Array;
}

/** Points inside, 1 each, else 0; and how sure that is, as in `SignedDistances`. */
export interface InsideAnswers {
  readonly inside: Int32Array;
  readonly sign: SignMethod;
  readonly certainty: Float32Array;
}

/** Whether points are inside of `mesh`, which `bvh` is built of. */
export async function findSides(
  bvh: Bvh,
  mesh: Mesh,
  points: Points,
  { sign = 'auto', chunk }: Omit<SignedDistanceOptions, 'within'> = {},
): Promise<InsideAnswers> {
  const method = chooseSignMethod(mesh, sign);
  const options = chunk === undefined ? {} : { chunk };
  if (method === 'parity') {
    const inside = await findInside(bvh, boundingBox(mesh), points, options);
    return { inside, sign: method, certainty: new Float32Array(inside.length).fill(1) };
  }
  const windings = await findWinding(bvh, points, options);
  return {
    inside: Int32Array.from(windings, (winding) => Number(winding > 0.5)),
    sign: method,
    certainty: windings.map((winding) => Math.min(1, 2 * Math.abs(winding - 0.5))),
  };
}

/** @throws InputError for a method that is none. */
export function chooseSignMethod(mesh: Mesh, sign: SignMethod | 'auto'): SignMethod {
  if (sign === 'auto') return findClosedness(mesh).closed ? 'parity' : 'winding';
  if (SIGN_METHODS.includes(sign)) return sign;
  throw new InputError(`the sign of a distance is found by ${SIGN_METHODS.join(' or ')}, not by ${sign}`);
}

/**
 * The distance of each point from `mesh`, which `bvh` is built of; below 0 inside.
 * @throws InputError as `findClosest`, and for a sign method that is none.
 */
export async function findSignedDistance(
  bvh: Bvh,
  mesh: Mesh,
  points: Points,
  options: SignedDistanceOptions = {},
): Promise<SignedDistances> {
  const { sign, within, ...rest } = { ...SIGNED_DISTANCE_DEFAULTS, ...options };
  const { inside, ...how } = await findSides(bvh, mesh, points, { sign, ...rest });
  const { triangles, distances, u, v } = await findClosest(bvh, points, { within, ...rest });
  for (const [index, side] of inside.entries()) if (side === 1) distances[index] = -distances[index]!;
  return { triangles, distances, u, v, ...how };
}
