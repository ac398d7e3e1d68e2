/** Poses of meshes as they are when a frame is asked for. */
import type { MeshScene, PosedMesh } from '../scene.js';

const MATRIX_NUMBERS = 16;

/**
 * The scene with its meshes' positions and transforms as they are now: a frame waits for others and for the device, while its
 * caller goes on to the next pose. Copies only arrays that may change, and leaves whatever cannot be rendered to the checks.
 */
export function posesNow<Scene>(scene: Scene): Scene {
  const meshes: unknown = (scene as Partial<MeshScene> | null | undefined)?.meshes;
  if (!Array.isArray(meshes) || !meshes.some(isPosed)) return scene;
  return { ...scene, meshes: meshes.map((posed) => (isPosed(posed) ? poseNow(posed) : posed)) };
}

const isPosed = (posed: Partial<PosedMesh> | null | undefined): posed is PosedMesh => {
  return posed?.positions instanceof Float32Array || posed?.transform?.length === MATRIX_NUMBERS;
};

function poseNow(posed: PosedMesh): PosedMesh {
  const { mesh, positions, transform } = posed;
  // A mesh's own positions never change, and are known again by their identity; those of a detached array cannot be copied.
  const moves = positions instanceof Float32Array && positions !== mesh?.positions && positions.length > 0;
  return {
    ...posed,
    ...(moves && { positions: positions.slice() }),
    ...(transform?.length === MATRIX_NUMBERS && { transform: Array.from(transform) }),
  };
}
