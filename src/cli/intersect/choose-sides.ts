/** How the inside of a mesh is found, with a note where it is open. */
import type { Mesh } from '../../index.js';
import { findClosedness, type SignMethod } from '../../mesh-queries.js';
import { say } from '../say.js';

export interface Sides {
  readonly sign: SignMethod;
  /** Edges of holes. */
  readonly openEdges: number;
}

export function chooseSides(mesh: Mesh, name = 'the mesh'): Sides {
  const { closed, openEdges } = findClosedness(mesh);
  if (!closed) say(`${name} is open, with ${openEdges} edges of holes: winding numbers decide what is inside`);
  return { sign: closed ? 'parity' : 'winding', openEdges };
}
