/** Poses of meshes as they are when a frame is asked for. */
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
