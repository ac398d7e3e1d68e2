/** The scene that data are shown in, as options choose: a pure function, but for what it keeps of the scene before. */
import {
  createGround,
  findGround,
  type MeshScene,
  type PosedMesh,
  type Scene,
  type Vec3,
  type Volume,
} from '../../index.js';
import { describeVolumeScene, resolveAppearance } from './describe-volume-scene.js';
import { describeMask } from './labels/describe-masks.js';
import { describeMeshes, describeMeshSettings } from './meshes/describe-meshes.js';
import type { Parts } from './parts.js';
import type { SceneChoice } from './scene-choice.js';
import type { SceneData } from './scene-data.js';

export interface SceneExtras {
  /** Surfaces of labels, where these are shown by them and have been made. */
  readonly surfaces?: readonly PosedMesh[] | undefined;
  /** A small copy of the volume in its place. */
  readonly draft?: Volume | undefined;
}

/**
 * The scene without its ground, and without a slab's cuts; undefined where nothing is there to be shown.
 * @param parts of the scene before: those that stay the same are the same objects, by which a renderer knows them again.
 */
export function describeScene(
  parts: Parts,
  data: SceneData,
  choice: SceneChoice,
  { surfaces, draft }: SceneExtras = {},
): Scene | undefined {
  // Labels that are all there is of a volume are seen by their surfaces alone.
  const isReplaced = surfaces !== undefined && data.labels === undefined;
  const volume = isReplaced ? undefined : data.volume;
  const meshScene = describeMeshes(parts, { ...data, volume }, choice, surfaces);
  if (!volume) return meshScene;
  const appearance = resolveAppearance(parts, { ...data, volume }, choice);
  const labels = describeMask(parts, data, choice, appearance.mask);
  const volumeScene = describeVolumeScene(parts, { ...data, volume }, choice, { appearance, labels, draft });
  if (!meshScene) return volumeScene;
  return parts.keep(draft ? 'both in draft' : 'both', [volumeScene, meshScene], () => ({
    ...meshScene,
    ...volumeScene,
  }));
}

/** The objects that a ground lies below. */
export interface Grounded {
  /** The object that says whether the points are the same. */
  readonly of: object;
  /** World points around all of it. */
  readonly points: () => readonly Vec3[];
  /** The direction that the ground faces. */
  readonly up: Vec3;
}

/** The scene on its ground, if one is chosen. @param name of the scene among the parts. */
export function addGround(
  parts: Parts,
  scene: Scene,
  data: Pick<SceneData, 'volume' | 'environment'>,
  choice: SceneChoice,
  { of, points, up }: Grounded,
  name = 'scene on a ground',
): Scene {
  const { ground: color } = choice;
  if (!color) return scene;
  if (color === 'shadow') {
    const shadowCatcher = parts.keep('shadow catcher', [of, ...up], () => {
      const { point, normal } = findGround(points(), up);
      return { point, normal };
    });
    return parts.keep(name, [scene, shadowCatcher], () => ({ ...scene, shadowCatcher }));
  }
  const ground = parts.keep('ground', [of, color, ...up], () => ({ mesh: createGround(points(), up), color }));
  const settings = 'meshes' in scene ? {} : describeMeshSettings(parts, data, choice);
  return parts.keep(name, [scene, ground, ...Object.values(settings)], () => ({
    ...settings,
    ...scene,
    meshes: [...((scene as Partial<MeshScene>).meshes ?? []), ground],
  }));
}
