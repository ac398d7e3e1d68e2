/** Whether a mesh has an inside: every edge belongs to an even number of triangles. */

import { isBadTriangle, type Mesh } from '../mesh.js';
import { mergeVertices } from './merge-vertices.js';
import { TripleNumbering } from './triple-numbering.js';

/** Whether a mesh encloses a volume, and what is wrong where it does not. */
export interface Closedness {
  /** Whether there are no open edges, so that a way out crosses the surface odd times from inside and even times from outside. */
  readonly closed: boolean;
  /** Edges of an odd number of triangles: borders of holes. */
  readonly openEdges: number;
  /** Edges whose triangles do not go along them in both directions equally often: neighbours that face opposite sides. */
  readonly misorientedEdges: number;
}

/** Vertices at the same place are one; bad triangles and those with two corners at one place are left out. */
export function findClosedness(mesh: Pick<Mesh, 'positions' | 'triangles'>): Closedness {
  const { indices } = mergeVertices(mesh.positions);
  const numbering = new TripleNumbering();
  const uses: number[] = [];
  const balances: number[] = [];
  for (let triangle = 0; triangle < mesh.triangles.length / 3; triangle++) {
    if (isBadTriangle(mesh, triangle)) continue;
    const corners = [0, 1, 2].map((corner) => indices[mesh.triangles[3 * triangle + corner]!]!);
    const [a, b, c] = corners as [number, number, number];
    if (a === b || b === c || c === a) continue;
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      const edge = numbering.number(Math.min(from, to), Math.max(from, to), 0);
      uses[edge] = (uses[edge] ?? 0) + 1;
      balances[edge] = (balances[edge] ?? 0) + Math.sign(to - from);
    }
  }
  const openEdges = uses.filter((count) => count % 2 === 1).length;
  const misorientedEdges = balances.filter((balance, edge) => balance !== 0 && uses[edge]! % 2 === 0).length;
  return { closed: openEdges === 0 && uses.length > 0, openEdges, misorientedEdges };
}
