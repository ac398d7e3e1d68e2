/** Replaces posed meshes by meshes of their own, for scenes of which many frames are rendered. */
import { createMesh } from '../../mesh/mesh.js';
import { posesNow } from '../poses-now.js';
import type { MeshScene, PosedMesh } from '../scene.js';

/** The scene with its meshes in the positions that they have now, as meshes of their own, which frames that accumulate know again. */
export function settlePoses<Scene>(scene: Scene): Scene {
  const posed = posesNow(scene);
  const { meshes } = posed as Partial<MeshScene>;
  if (!meshes?.some(({ positions }) => positions instanceof Float32Array)) return posed;
  return { ...posed, meshes: meshes.map(settle) };
}

/** Positions of another length are left to the checks. */
function settle(posed: PosedMesh): PosedMesh {
  const { mesh, positions } = posed;
  if (!(positions instanceof Float32Array) || positions.length !== mesh.positions.length) return posed;
  // Normals follow from the positions.
  return { ...posed, mesh: createMesh({ ...mesh, positions, normals: undefined }), positions: undefined };
}
