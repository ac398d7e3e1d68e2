/** How the inside of a mesh is found. */
import { InputError } from '../../../errors.js';
import type { Mesh } from '../../../mesh/mesh.js';
import { findClosedness } from '../../../mesh/topology/closedness.js';

/**
 * How the inside is found: by the parity of exact crossings on the way out, which is certain but needs a closed surface, or by
 * the winding number, which needs triangles that face outwards and bears holes.
 */
export const SIGN_METHODS = ['parity', 'winding'] as const;

/** A way to tell inside from outside. */
export type SignMethod = (typeof SIGN_METHODS)[number];

/** @throws InputError for a method that is none. */
export function chooseSignMethod(mesh: Mesh, sign: SignMethod | 'auto'): SignMethod {
  if (sign === 'auto') return findClosedness(mesh).closed ? 'parity' : 'winding';
  if (SIGN_METHODS.includes(sign)) return sign;
  throw new InputError(`the sign of a distance is found by ${SIGN_METHODS.join(' or ')}, not by ${sign}`);
}
