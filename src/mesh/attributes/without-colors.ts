/** A mesh in one colour, whatever its file says. */
import { createMesh, type Mesh } from '../mesh.js';

/** The mesh without colours of its own, so that the scene's `color` applies; the mesh itself if it has none. */
export function withoutColors(mesh: Mesh): Mesh {
  if (!mesh.vertexColors && !mesh.faceColors && !mesh.textures) return mesh;
  const { vertexColors: _, faceColors: __, textures: ___, ...bare } = mesh;
  return createMesh(bare);
}
