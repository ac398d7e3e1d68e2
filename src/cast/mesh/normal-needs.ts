/** The meshes whose vertex normals are computed from their triangles; asked before any mesh is loaded. */
import type { MeshScene, PosedMesh } from '../scene.js';

/** Whether a mesh is drawn by the normals that it has: it is not where the scene has other positions for it. */
export const hasOwnNormals = ({ mesh, positions = mesh.positions }: PosedMesh) =>
  mesh.normals !== undefined && positions === mesh.positions;

/** Whether normals of vertices have to be summed up for any mesh, and whether there is a mesh for which they have not. */
export function findNormalNeeds({ meshes, smooth }: Pick<MeshScene, 'meshes' | 'smooth'>) {
  const own = meshes.map(hasOwnNormals);
  return { summed: smooth === true && own.includes(false), unsummed: !smooth || own.includes(true) };
}
