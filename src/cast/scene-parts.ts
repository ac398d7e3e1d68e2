/** The parts that a scene has, with its defaults filled in. */

import type { Environment } from '../transfer/light/environment.js';
import type { Light } from '../transfer/light/lights.js';
import { createShading, type Shading } from '../transfer/light/shading.js';
import type { ShadowCatcher } from '../transfer/light/shadow-catcher.js';
import { withPresentFused } from './fused/present-fused.js';
import type { assignStyles, StyleAssignment } from './mesh/styles.js';
import type { LoadedEnvironment } from './path/load-built-in.js';
import { type Background, type EvenBackground, MESH_SCENE_DEFAULTS, type MeshScene, type Scene } from './scene.js';
import { type PresentScene, withoutMissing } from './volume/resident/present-volume.js';

/** Meshes with all that is to know of them. */
export interface MeshSettings
  extends Required<
    Omit<MeshScene, 'shading' | 'meshShading' | 'meshColor' | 'background' | 'environment' | 'lamps' | 'shadowCatcher'>
  > {
  readonly shading: Shading;
  readonly styles: StyleAssignment;
}

export interface SceneParts {
  readonly volume: PresentScene | undefined;
  readonly meshes: MeshSettings | undefined;
  readonly background: EvenBackground;
  /** Whether the light around is seen behind everything. */
  readonly showsEnvironment: boolean;
  readonly environment: LoadedEnvironment;
  readonly shadowCatcher: ShadowCatcher | undefined;
}

/** The parts before a built-in panorama is loaded. */
export type TakenParts = Omit<SceneParts, 'environment' | 'background' | 'showsEnvironment'> & {
  readonly environment: Environment;
  readonly background: Background;
  readonly lamps: readonly Light[];
};

/**
 * @param stylesOf meshes, `assignStyles`: pages that show none do not load it.
 * @throws InputError if the meshes have too many colours and opacities.
 */
export function takeApart(scene: Scene, stylesOf: typeof assignStyles | undefined): TakenParts {
  return {
    volume: 'volume' in scene && scene.volume ? withPresentFused(withoutMissing(scene)) : undefined,
    meshes: 'meshes' in scene && scene.meshes && stylesOf ? describeMeshes(scene, stylesOf) : undefined,
    background: scene.background ?? [0, 0, 0],
    environment: scene.environment ?? 'studio',
    lamps: scene.lamps ?? [],
    shadowCatcher: scene.shadowCatcher ?? undefined,
  };
}

/** The light of meshes that are given none. */
const DEFAULT_SHADING = createShading();

function describeMeshes(scene: MeshScene, stylesOf: typeof assignStyles): MeshSettings {
  const {
    meshes,
    cull = MESH_SCENE_DEFAULTS.cull,
    smooth = MESH_SCENE_DEFAULTS.smooth,
    shadows = MESH_SCENE_DEFAULTS.shadows,
    softShadows,
    reflections = MESH_SCENE_DEFAULTS.reflections,
    ambientOcclusion,
    meshColor = MESH_SCENE_DEFAULTS.meshColor,
  } = scene;
  return {
    meshes,
    cull,
    smooth,
    shadows,
    softShadows: softShadows ?? undefined,
    reflections,
    ambientOcclusion: ambientOcclusion ?? undefined,
    shading: scene.meshShading ?? scene.shading ?? DEFAULT_SHADING,
    styles: stylesOf(meshes, meshColor),
  };
}
