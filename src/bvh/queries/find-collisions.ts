/** Which triangles of two meshes intersect. */
import type { Mesh } from '../../mesh/mesh.js';
import { triangleCorners } from '../../mesh/triangle/triangle-corners.js';
import type { Bvh } from '../bvh.js';
import { type IntersectOptions, intersectSegments, type Segments } from '../intersect-segments.js';
import { listCrossings } from './crossings/list-crossings.js';

/** A mesh and the tree that is built of it. */
export interface MeshTree {
  readonly mesh: Mesh;
  readonly bvh: Bvh;
}

/** Whether any triangle of one mesh intersects one of the other: whether an edge of either crosses the other. */
export async function collides(a: MeshTree, b: MeshTree, options: IntersectOptions = {}): Promise<boolean> {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    const crossing = await intersectSegments(to.bvh, edgesOf(from.mesh), 'any', options);
    if (crossing.includes(1)) return true;
  }
  return false;
}

/**
 * The pairs of triangles that intersect, one of `a` and one of `b` in turn, in order: two of them do where an edge of one
 * crosses the other, which is decided exactly, as `intersectSegments` says. Triangles in one plane do not cross, nor does a mesh
 * that is inside of another.
 */
export async function findCollisions(a: MeshTree, b: MeshTree, options: IntersectOptions = {}): Promise<Uint32Array> {
  const pairs = new Set<number>();
  const pairsOf = b.mesh.triangles.length / 3;
  const add = (ofA: number, ofB: number) => pairs.add(ofA * pairsOf + ofB);
  await visitCrossings(a, b, options, add);
  await visitCrossings(b, a, options, (ofB, ofA) => add(ofA, ofB));
  const sorted = Float64Array.from(pairs).sort();
  return Uint32Array.from({ length: 2 * sorted.length }, (_, at) => {
    const pair = sorted[at >> 1]!;
    return at % 2 === 0 ? Math.floor(pair / pairsOf) : pair % pairsOf;
  });
}

async function visitCrossings(
  edged: MeshTree,
  crossed: MeshTree,
  options: IntersectOptions,
  visit: (edgeTriangle: number, crossedTriangle: number) => void,
): Promise<void> {
  const { offsets, triangles } = await listCrossings(crossed.bvh, edgesOf(edged.mesh), options);
  for (let edge = 0; edge + 1 < offsets.length; edge++) {
    for (let index = offsets[edge]!; index < offsets[edge + 1]!; index++)
      visit(Math.floor(edge / 3), triangles[index]!);
  }
}

/** The three edges of each triangle. */
function edgesOf(mesh: Mesh): Segments {
  const from = new Float64Array(3 * mesh.triangles.length);
  const to = new Float64Array(3 * mesh.triangles.length);
  for (let triangle = 0; triangle < mesh.triangles.length / 3; triangle++) {
    const corners = triangleCorners(mesh, triangle);
    for (let corner = 0; corner < 3; corner++) {
      from.set(corners[corner]!, 9 * triangle + 3 * corner);
      to.set(corners[(corner + 1) % 3]!, 9 * triangle + 3 * corner);
    }
  }
  return { from, to };
}
