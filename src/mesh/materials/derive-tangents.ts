/** Tangents of a mesh for images of normals, where its file has none. */
import { add, cross, dot, length, scale, subtract, type Vec3 } from '../../math/vec3.js';
import { isBadTriangle, type Mesh } from '../mesh.js';
import { triangleCorners } from '../triangle/triangle-corners.js';
import { SET_COMPONENTS, TANGENT_COMPONENTS } from './mesh-materials.js';

/**
 * The tangents that `MeshMaterials` asks for: at each vertex the mean of the directions in which u grows on its triangles, by their
 * angles there, as M. Mikkelsen has them ("Simulation of Wrinkled Surfaces Revisited", 2008). A vertex where images meet their
 * mirrored copies takes the side of the larger angle: its file should have split it.
 * @param coordinates u and v of each vertex in the image.
 */
export function deriveTangents(
  mesh: Pick<Mesh, 'positions' | 'triangles' | 'origin'>,
  coordinates: Float32Array,
): Float32Array {
  const count = mesh.positions.length / 3;
  // Sums of the triangles where images are as they are, and of those where they are mirrored, and the angles of either.
  const sums = [new Float64Array(3 * count), new Float64Array(3 * count)] as const;
  const angles = [new Float64Array(count), new Float64Array(count)] as const;
  for (let triangle = 0; triangle < mesh.triangles.length / 3; triangle++) {
    if (isBadTriangle(mesh, triangle)) continue;
    const corners = triangleCorners(mesh, triangle);
    const vertices = [0, 1, 2].map((corner) => mesh.triangles[3 * triangle + corner]!);
    const found = tangentOf(corners, vertices, coordinates);
    if (!found) continue;
    for (const [corner, vertex] of vertices.entries()) {
      const angle = angleAt(corners, corner);
      angles[found.side][vertex]! += angle;
      for (let axis = 0; axis < 3; axis++) sums[found.side][3 * vertex + axis]! += angle * found.tangent[axis]!;
    }
  }
  const tangents = new Float32Array(TANGENT_COMPONENTS * count);
  for (let vertex = 0; vertex < count; vertex++) {
    const side = angles[0][vertex]! >= angles[1][vertex]! ? 0 : 1;
    const sum = [0, 1, 2].map((axis) => sums[side][3 * vertex + axis]!) as unknown as Vec3;
    const size = length(sum);
    if (!(size > CANCELLED)) continue;
    tangents.set([...scale(sum, 1 / size), side === 0 ? 1 : -1], TANGENT_COMPONENTS * vertex);
  }
  return tangents;
}

/** Shorter sums, in radians, are what rounding left of directions that cancel. */
const CANCELLED = 1e-6;

function tangentOf([a, b, c]: readonly [Vec3, Vec3, Vec3], vertices: readonly number[], coordinates: Float32Array) {
  const [p, q, r] = vertices.map((vertex) => [
    coordinates[SET_COMPONENTS * vertex]!,
    coordinates[SET_COMPONENTS * vertex + 1]!,
  ]) as unknown as readonly [[number, number], [number, number], [number, number]];
  const [u1, v1, u2, v2] = [q[0] - p[0], q[1] - p[1], r[0] - p[0], r[1] - p[1]];
  // Images lie v down: turned by its sign, the tangent is that of either side.
  const area = u1 * v2 - u2 * v1;
  const tangent = scale(subtract(scale(subtract(b, a), v2), scale(subtract(c, a), v1)), Math.sign(area));
  const size = length(tangent);
  if (!(size > 0 && size < Infinity) || area === 0) return undefined;
  return { tangent: scale(tangent, 1 / size), side: area < 0 ? 0 : 1 } as const;
}

function angleAt(corners: readonly [Vec3, Vec3, Vec3], corner: number): number {
  const [ab, ac] = [1, 2].map((next) => subtract(corners[(corner + next) % 3]!, corners[corner]!)) as [Vec3, Vec3];
  return Math.atan2(length(cross(ab, ac)), dot(ab, ac));
}

/** A tangent and the bitangent towards an image's top, on a surface of a unit normal; undefined where there is none. */
export function tangentFrame(normal: Vec3, tangent: Vec3, sign: number): readonly [Vec3, Vec3] | undefined {
  const inSurface = add(tangent, scale(normal, -dot(normal, tangent)));
  const size = length(inSurface);
  if (!(size > LEAST_TANGENT) || sign === 0) return undefined;
  const unit = scale(inSurface, 1 / size);
  return [unit, scale(cross(normal, unit), sign)];
}

/** Shorter, a tangent along the normal has no direction in the surface. */
const LEAST_TANGENT = 1e-3;
