/** The facts and samples that the default view of a scene's meshes and their front follow from. */
import {
  type Mesh,
  type MeshScene,
  type MeshViewOptions,
  type PosedMesh,
  type Scene,
  sampleFaces,
  transformMesh,
} from '../../../index.js';
import { affineOfMatrix } from '../../../lab.js';
import { meshStyleOf, type SceneChoice } from '../scene-choice.js';
import type { LoadedMesh, SceneData } from '../scene-data.js';
import { isAnatomical, standsAlongZ } from './mesh-space.js';

/** Keyed by the first mesh, with all that they were made of: a motion keeps those of its start. */
const known = new WeakMap<Mesh, { readonly key: readonly unknown[]; readonly options: MeshViewOptions }>();

/** Undefined where a volume or anatomy says it. */
export function meshViewOptions(
  scene: Scene,
  loaded: Pick<SceneData, 'volume' | 'meshes'> | undefined,
): MeshViewOptions | undefined {
  const { meshes = [] } = scene as Partial<MeshScene>;
  const [first] = meshes;
  if (!loaded || loaded.volume || !first || loaded.meshes.every(({ space }) => space !== undefined)) return undefined;
  const zUp = standsAlongZ(loaded.meshes);
  const key = [zUp, ...meshes.flatMap(({ mesh, transform }) => [mesh, transform && Array.from(transform).join()])];
  const found = known.get(first.mesh);
  if (found?.key.length === key.length && found.key.every((part, at) => part === key[at])) return found.options;
  const options = { zUp, samples: sampleFaces(meshes.map(meshInWorld)) };
  known.set(first.mesh, { key, options });
  return options;
}

/** The data, whose meshes say that they are a patient's where a choice does: its directions are those of their world. */
export function withAnatomy<Data extends Pick<SceneData, 'meshes'>>(data: Data, choice: SceneChoice): Data {
  const isTold = (file: LoadedMesh, index: number) =>
    file.space === undefined && isAnatomical(meshStyleOf(choice, index).transform, file);
  if (!data.meshes.some(isTold)) return data;
  return {
    ...data,
    meshes: data.meshes.map((file, index) => (isTold(file, index) ? { ...file, space: 'lps' } : file)),
  };
}

/** The mesh with its vertices where they are seen. */
export function meshInWorld({ mesh, positions, transform }: PosedMesh): Mesh {
  const posed = positions instanceof Float32Array ? { ...mesh, positions } : mesh;
  return transform ? transformMesh(posed, affineOfMatrix(transform)) : posed;
}
