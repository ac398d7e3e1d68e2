/** A mesh in one colour, whatever its file says. */
import { withoutEmission } from '../materials/mesh-materials.js';
import { createMesh, type Mesh } from '../mesh.js';

/**
 * The mesh without colours of its own, so that the scene's `color` applies, lit and not shining; what is transparent stays so. The
 * mesh itself if it has none.
 */
export function withoutColors(mesh: Mesh): Mesh {
  if (!mesh.vertexColors && !mesh.faceColors && !mesh.textures && !mesh.materials) return mesh;
  const { vertexColors: _, faceColors: __, textures: ___, materials, ...bare } = mesh;
  return createMesh({ ...bare, materials: materials && withoutEmission(materials) });
}
