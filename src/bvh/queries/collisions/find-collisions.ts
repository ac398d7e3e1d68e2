/** Which triangles of two meshes intersect. */
import { readWords } from '../../../gpu/allocate-storage.js';
import type { Mesh } from '../../../mesh/mesh.js';
import { triangleCorners } from '../../../mesh/triangle/triangle-corners.js';
import type { Bvh } from '../../bvh.js';
import { type IntersectOptions, intersectSegments, type Segments } from '../../intersect-segments.js';
import { CollisionQuery, type CollisionQueryOptions, PAIR_WORDS } from './collision-query.js';

/** A mesh and its BVH. */
export interface MeshTree {
  /** The mesh of the tree. */
  readonly mesh: Mesh;
  /** The tree, built of `mesh`. */
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
export async function findCollisions(
  a: MeshTree,
  b: MeshTree,
  options: CollisionQueryOptions = {},
): Promise<Uint32Array> {
  const query = await CollisionQuery.create(a.bvh, b.bvh, options);
  try {
    const count = await query.run();
    const [pairs] = await readWords(a.bvh.gpu, [{ buffer: query.pairs, length: PAIR_WORDS * count }]);
    return pairs!;
  } finally {
    query.destroy();
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
