/** Poses of meshes as they are when a frame is asked for. */
import { createMesh } from '../mesh/mesh.js';
import type { MeshScene, PosedMesh } from './scene.js';

const MATRIX_NUMBERS = 16;

/** Copies that were made here: nobody changes them. */
const copies = new WeakSet<object>();

/**
 * The scene with its meshes' positions and transforms as they are now: a frame waits for others and for the device, while its
 * caller goes on to the next pose. Copies only arrays that may change, and leaves whatever cannot be rendered to the checks: a
 * scene without such arrays, as one that this returned, is returned itself.
 */
export function posesNow<Scene>(scene: Scene): Scene {
  const meshes: unknown = (scene as Partial<MeshScene> | null | undefined)?.meshes;
  if (!Array.isArray(meshes) || !meshes.some((posed) => moves(posed) || isTransformed(posed))) return scene;
  return { ...scene, meshes: meshes.map(poseNow) };
}

/** The scene with its meshes in the positions that they have now, as meshes of their own, which frames that accumulate know again. */
export function settlePoses<Scene>(scene: Scene): Scene {
  const posed = posesNow(scene);
  const { meshes } = posed as Partial<MeshScene>;
  if (!meshes?.some(({ positions }) => positions instanceof Float32Array)) return posed;
  return { ...posed, meshes: meshes.map(settle) };
}

type Given = Partial<PosedMesh> | null | undefined;

/** A mesh's own positions never change, and those of a detached array cannot be copied. */
function moves(posed: Given): posed is PosedMesh & { readonly positions: Float32Array } {
  const positions = posed?.positions;
  if (!(positions instanceof Float32Array)) return false;
  return positions !== posed?.mesh?.positions && positions.length > 0 && !copies.has(positions);
}

function isTransformed(posed: Given): posed is PosedMesh & { readonly transform: ArrayLike<number> } {
  const transform = posed?.transform;
  return transform?.length === MATRIX_NUMBERS && !copies.has(transform);
}

const poseNow = (posed: PosedMesh): PosedMesh => ({
  ...posed,
  ...(moves(posed) && { positions: noted(posed.positions.slice()) }),
  ...(isTransformed(posed) && { transform: noted(Array.from(posed.transform)) }),
});

function noted<Copy extends object>(copy: Copy): Copy {
  copies.add(copy);
  return copy;
}

/** Positions of another length are left to the checks. */
function settle(posed: PosedMesh): PosedMesh {
  const { mesh, positions } = posed;
  if (!(positions instanceof Float32Array) || positions.length !== mesh.positions.length) return posed;
  // Normals follow from the positions.
  return { ...posed, mesh: createMesh({ ...mesh, positions, normals: undefined }), positions: undefined };
}
