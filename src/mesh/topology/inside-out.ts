/** Which way the surface of a closed mesh faces: its volume is positive where the triangles face outward. */
import { cross, dot, subtract, type Vec3 } from '../../math/vec3.js';
import { isBadTriangle, type Mesh } from '../mesh.js';
import { findClosedness } from './closedness.js';

/**
 * The volume that a mesh encloses, in cubic world units: the signed volumes of tetrahedra from its triangles to a point (C. Zhang,
 * T. Chen, "Efficient feature extraction for 2D/3D objects in mesh representation", ICIP 2001). Negative where triangles face
 * inward, counter-clockwise ones facing whom they are seen by; undefined for a mesh that is open or has neighbours that face
 * opposite sides.
 */
export function findSignedVolume(mesh: Pick<Mesh, 'positions' | 'triangles'>): number | undefined {
  const { closed, misorientedEdges } = findClosedness(mesh);
  if (!closed || misorientedEdges > 0) return undefined;
  const { positions, triangles } = mesh;
  const cornerAt = (at: number): Vec3 => {
    const start = 3 * triangles[at]!;
    return [positions[start]!, positions[start + 1]!, positions[start + 2]!];
  };
  // Any point does; one of the mesh keeps the tetrahedra small.
  let apex: Vec3 | undefined;
  let volume = 0;
  for (let triangle = 0; triangle < triangles.length / 3; triangle++) {
    if (isBadTriangle(mesh, triangle)) continue;
    const corner = cornerAt(3 * triangle);
    apex ??= corner;
    const [a, b, c] = [corner, cornerAt(3 * triangle + 1), cornerAt(3 * triangle + 2)] as const;
    volume += dot(subtract(a, apex), cross(subtract(b, apex), subtract(c, apex))) / 6;
  }
  return volume;
}

/** Whether a mesh is closed and faces inward. */
export function isInsideOut(mesh: Pick<Mesh, 'positions' | 'triangles'>): boolean {
  return (findSignedVolume(mesh) ?? 0) < 0;
}

/** The mesh with its triangles turned over, so that they face the other way. */
export function turnOver(mesh: Mesh): Mesh {
  const triangles = mesh.triangles.slice();
  for (let corner = 0; corner < triangles.length; corner += 3) {
    [triangles[corner + 1], triangles[corner + 2]] = [triangles[corner + 2]!, triangles[corner + 1]!];
  }
  return { ...mesh, triangles };
}
