/** Refuses scenes that cannot be rendered, whatever a caller passes, before anything is allocated for them. */
import { checkCamera } from '../../camera/parse-camera.js';
import { InputError } from '../../errors.js';
import { loadOnce } from '../load-once.js';
import type { FusedVolume, MeshScene, PosedMesh, Scene, VolumeScene } from '../scene.js';
import type { Settings } from '../settings.js';
import { checkKeys } from './check-keys.js';
import { show } from './check-settings.js';
import { isColor } from './check-values.js';
import { checkVolume } from './check-volume-scene.js';

/** A check of some parts of a scene. */
export type PartCheck = (scene: Scene) => void;

const loadMeshChecks = loadOnce(() => import('./check-mesh-scene.js'));
const loadLightChecks = loadOnce(() => import('./check-light-around.js'));

/** Checks of the parts that many scenes lack, loaded only for scenes that have them. */
export async function loadPartChecks(scene: Scene): Promise<readonly PartCheck[]> {
  const { meshes, environment, lamps, shadowCatcher } = scene as Partial<VolumeScene & MeshScene>;
  const hasLight = environment !== undefined || lamps !== undefined || shadowCatcher;
  return [
    ...(meshes ? [(await loadMeshChecks()).checkMeshes as PartCheck] : []),
    ...(hasLight ? [(await loadLightChecks()).checkLightAround] : []),
  ];
}

/**
 * @param partChecks that `loadPartChecks` returns for the scene.
 * @throws InputError if parts of the scene are missing, cannot be, or contradict each other or the settings.
 */
export function checkScene(scene: Scene, camera: unknown, settings: Settings, partChecks: readonly PartCheck[]): void {
  refuseOtherKinds(() => {
    checkCamera(camera);
    checkParts(scene, settings);
    for (const check of partChecks) check(scene);
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
  fusedDepth: true,
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
  if (quality !== 'path') return;
  const { mode = 'composite', part, fusedDepth } = scene as Partial<VolumeScene>;
  if (fusedDepth)
    throw new InputError('fusedDepth is not for quality path, which traces light through the volumes; leave it out');
  if (mode !== 'composite') throw new InputError(`quality path is for the mode composite, not for ${mode}`);
  if (part) throw new InputError('quality path follows light through all of a volume, not through a part');
  const stray = outputs.find((name) => !['pixels', 'color', 'guides'].includes(name));
  if (stray) throw new InputError(`quality path has the outputs pixels and color, not ${stray}`);
}
