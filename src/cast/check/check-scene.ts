/** Refuses scenes that cannot be rendered, whatever a caller passes, before anything is allocated for them. */
import { checkCamera } from '../../camera/parse-camera.js';
import { InputError } from '../../errors.js';
import { length } from '../../math/vec3.js';
import { createEnvironmentMap, ENVIRONMENTS, type Environment } from '../../transfer/light/environment.js';
import { checkLights } from '../../transfer/light/lights.js';
import type { ShadowCatcher } from '../../transfer/light/shadow-catcher.js';
import type { FusedVolume, MeshScene, PosedMesh, Scene, VolumeScene } from '../scene.js';
import type { Settings } from '../settings.js';
import { checkKeys } from './check-keys.js';
import type { checkMeshes } from './check-mesh-scene.js';
import { show } from './check-settings.js';
import { checkChoice, isColor, once } from './check-values.js';
import { checkVolume } from './check-volume-scene.js';

/** The check of a scene's meshes: pages that show none do not load it. */
export async function loadMeshCheck(scene: Scene): Promise<typeof checkMeshes | undefined> {
  const { meshes } = scene as Partial<MeshScene>;
  return meshes ? (await import('./check-mesh-scene.js')).checkMeshes : undefined;
}

/**
 * @param meshCheck that `loadMeshCheck` returns for the scene.
 * @throws InputError if parts of the scene are missing, cannot be, or contradict each other or the settings.
 */
export function checkScene(
  scene: Scene,
  camera: unknown,
  settings: Settings,
  meshCheck: typeof checkMeshes | undefined,
): void {
  refuseOtherKinds(() => {
    checkCamera(camera);
    checkParts(scene, settings);
    if (meshCheck) meshCheck(scene as MeshScene);
    checkPaths(scene, settings);
    checkBackground(scene);
  });
}

/** @throws InputError for parts of a scene that are not even objects of the kind that is read. */
export function refuseOtherKinds<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`the scene cannot be rendered: ${(error as Error).message}`, { cause: error });
  }
}

function checkParts(scene: Scene, settings: Settings): void {
  if (typeof scene !== 'object' || scene === null)
    throw new InputError(`a scene must be an object, not ${show(scene)}`);
  checkNames(scene);
  const { volume } = scene as Partial<VolumeScene>;
  const { meshes } = scene as Partial<MeshScene>;
  if (!volume && !meshes) throw new InputError('a scene needs a volume, meshes, or both');
  if (volume) checkVolume(scene as VolumeScene, settings);
}

function checkBackground({ background }: Scene): void {
  if (background !== undefined && !isNamed(background) && !isColor(background)) {
    throw new InputError(
      `the background must be "transparent", "environment", "#rrggbb" or three numbers from 0 to 1, not ${show(background)}`,
    );
  }
}

const isNamed = (background: Scene['background']) => background === 'transparent' || background === 'environment';

const names = Object.keys;
const FUSED = names({
  volume: true,
  transfer: true,
  pages: true,
  finest: true,
  shading: true,
} satisfies Record<keyof FusedVolume, true>);
const MESH = names({
  mesh: true,
  positions: true,
  transform: true,
  color: true,
  opacity: true,
  reflectivity: true,
  finish: true,
} satisfies Record<keyof PosedMesh, true>);
export const SCENE_NAMES = names({
  volume: true,
  transfer: true,
  mode: true,
  isoValue: true,
  isosurfaces: true,
  shading: true,
  clip: true,
  part: true,
  pages: true,
  finest: true,
  shadows: true,
  ambientOcclusion: true,
  environment: true,
  lamps: true,
  shadowCatcher: true,
  mask: true,
  labelPages: true,
  fused: true,
  background: true,
  meshes: true,
  meshShading: true,
  meshColor: true,
  cull: true,
  smooth: true,
  softShadows: true,
  reflections: true,
} satisfies Record<keyof VolumeScene | keyof MeshScene, true>);

function checkNames(scene: Scene): void {
  checkKeys('a scene has no', scene, SCENE_NAMES);
  const { meshes, fused } = scene as Partial<VolumeScene & MeshScene>;
  const check = (start: string, parts: unknown, fields: readonly string[]) => {
    if (Array.isArray(parts)) for (const part of parts) checkKeys(start, Object(part), fields);
  };
  check('a mesh of a scene has no', meshes, MESH);
  check('a fused volume has no', fused, FUSED);
}

/** Refuses what paths of light are not for. */
function checkPaths(scene: Scene, { quality, outputs }: Settings): void {
  if (scene.environment !== undefined) checkEnvironment(scene.environment);
  if (scene.lamps !== undefined) checkLights(scene.lamps);
  if (scene.shadowCatcher) checkCatcher(scene.shadowCatcher);
  if (quality !== 'path') return;
  const { mode = 'composite', part } = scene as Partial<VolumeScene>;
  if (mode !== 'composite') throw new InputError(`quality path is for the mode composite, not for ${mode}`);
  if (part) throw new InputError('quality path follows light through all of a volume, not through a part');
  const stray = outputs.find((name) => name !== 'pixels' && name !== 'color');
  if (stray) throw new InputError(`quality path has the outputs pixels and color, not ${stray}`);
}

function checkCatcher({ point, normal }: ShadowCatcher): void {
  if (point.every(Number.isFinite) && Math.abs(length(normal) - 1) < UNIT_ERROR) return;
  throw new InputError(
    `a shadow catcher has a point and a normal of length 1, not (${point.join(', ')}) and (${normal.join(', ')})`,
  );
}

const UNIT_ERROR = 1e-5;

function checkEnvironment(environment: Environment): void {
  if (typeof environment !== 'object' || environment === null) {
    checkChoice('environment', environment, ENVIRONMENTS);
    return;
  }
  once(environment, (map) => {
    if (createEnvironmentMap(map) !== map) throw new InputError('an environment must be made by createEnvironmentMap');
  });
}
