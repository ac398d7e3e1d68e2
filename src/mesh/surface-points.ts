/** The points that a view of a mesh is fitted to. */
import type { Vec3 } from '../math/vec3.js';
import { boundingBox, boxCorners } from './bounding-box.js';
import type { Mesh } from './mesh.js';

/** A mesh of more vertices is represented by every second of them, every third and so on: what is missed is less than a view's margin. */
const MANY_VERTICES = 1_000_000;

/** Points around a mesh, and close to it: its vertices in triangles. */
export function surfacePoints(mesh: Mesh): Vec3[] {
  const { positions, triangles, origin } = mesh;
  const used = new Uint8Array(positions.length / 3);
  for (const vertex of triangles) used[vertex] = 1;
  const points: Vec3[] = [];
  const stride = Math.ceil(used.length / MANY_VERTICES);
  for (let vertex = 0; vertex < used.length; vertex += stride) {
    const at = (axis: 0 | 1 | 2) => origin[axis] + positions[3 * vertex + axis]!;
    if (used[vertex] && Number.isFinite(at(0) + at(1) + at(2))) points.push([at(0), at(1), at(2)]);
  }
  return points.length > 1 ? points : boxCorners(boundingBox(mesh));
}
