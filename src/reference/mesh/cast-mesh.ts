/** Casts opaque meshes alone, in float64. */
import type { Mesh } from '../../mesh/mesh.js';
import { castScene, type SceneImage } from '../cast-scene.js';
import type { ImageOptions, MeshOptions } from '../scene-options.js';

export { NO_TRIANGLE } from '../cast-scene.js';

export type CastMeshOptions = Omit<ImageOptions & MeshOptions, 'meshes'> & { readonly meshes: readonly Mesh[] };

export type MeshPixels = Omit<SceneImage, 'sampleCount'>;

export const castMesh = (options: CastMeshOptions): MeshPixels =>
  castScene({ ...options, meshes: options.meshes.map((mesh) => ({ mesh })) });
