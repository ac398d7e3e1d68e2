/** How the inside of a mesh is told; an open one is said to be open. */
import { findClosedness, type Mesh, type SignMethod } from '../../index.js';
import { say } from '../say.js';

export interface Sides {
  readonly sign: SignMethod;
  /** Edges of holes. */
  readonly openEdges: number;
}

export function tellSides(mesh: Mesh, name = 'the mesh'): Sides {
  const { closed, openEdges } = findClosedness(mesh);
  if (!closed) say(`${name} is open, with ${openEdges} edges of holes: what is inside is told by winding numbers`);
  return { sign: closed ? 'parity' : 'winding', openEdges };
}
