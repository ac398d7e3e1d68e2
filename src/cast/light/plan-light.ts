/** Plans which light of a frame passes through its volume, and lists its lights in the form of kernels. */
import { type Camera, cameraBasis } from '../../camera/camera.js';
import { InputError } from '../../errors.js';
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import { isLightList, MAX_LIGHTS, type ResolvedLight, resolveLights } from '../../transfer/light/lights.js';
import { createShading, type Shading } from '../../transfer/light/shading.js';
import { reducesToValue } from '../../transfer/mode.js';
import { fitLightGrid, type LightGrid } from '../../volume/grids/light-grid.js';
import type { AmbientOcclusion, VolumeScene } from '../scene.js';
import type { MeshSettings, SceneParts } from '../scene-parts.js';
import { shownGrid } from '../volume/grids.js';

/** A light of the volume, of the meshes, or of both. */
export interface SceneLight {
  /** Unit world direction; undefined for a light at the eye. */
  readonly toLight: Vec3 | undefined;
  readonly onVolume: Vec3;
  readonly onMeshes: Vec3;
}

export interface LightPlan {
  /** Lists of lights alone, if no volume is in their way. */
  readonly lights: readonly SceneLight[];
  /** Undefined where light does not go through a volume. */
  readonly grid: LightGrid | undefined;
  /** Whether the volume casts shadows, and meshes on the volume. */
  readonly shadows: boolean;
  readonly meshShadows: boolean;
  readonly ambientOcclusion: AmbientOcclusion | undefined;
}

/** Undefined for what a single point light without a volume in its way lights. @throws InputError for too many lights. */
export function planLight({ volume, meshes }: SceneParts, camera: Camera): LightPlan | undefined {
  const volumeShading = volume && (shadingOf(volume) ?? shadingOfFused(volume));
  const isList = [volumeShading, meshes?.shading].some((shading) => shading && isLightList(shading.light));
  if (!volume && !isList && !meshes?.softShadows) return undefined;
  const lights = mergeLights(volumeShading, meshes, camera);
  const isDense = volume !== undefined && volume.part === undefined && hasDensity(volume);
  const hasDirection = lights.some(({ toLight }) => toLight);
  const shadows = isDense && hasDirection && (volume.shadows ?? meshes?.shadows ?? false);
  const ambientOcclusion = isDense ? (volume.ambientOcclusion ?? meshes?.ambientOcclusion) : undefined;
  const goesThrough = shadows || ambientOcclusion !== undefined;
  const isSoft = meshes?.shadows && meshes.softShadows !== undefined && hasDirection;
  if (!goesThrough && !isList && !isSoft) return undefined;
  return {
    lights,
    grid: goesThrough ? fitGrid(volume!) : undefined,
    shadows,
    meshShadows: shadows && volumeShading !== undefined && meshes !== undefined,
    ambientOcclusion,
  };
}

/** Light goes through the preview of a volume in pages, whose voxels are fewer. */
function fitGrid(scene: VolumeScene): LightGrid {
  const grid = fitLightGrid(shownGrid(scene));
  const { pages, volume } = scene;
  if (!pages) return grid;
  return { ...grid, samples: mapVec3(grid.cells, (cells, axis) => Math.ceil(volume.sizes[axis]! / cells)) };
}

/** The light on a volume, if it is lit. */
function shadingOf({ mode = 'composite', shading }: VolumeScene): Shading | undefined {
  if (mode === 'isosurface') return shading ?? createShading();
  return mode === 'composite' ? shading : undefined;
}

/** The light on fused volumes, where the first is not lit. */
const shadingOfFused = ({ fused }: VolumeScene): Shading | undefined =>
  fused?.some(({ shading }) => shading) ? createShading() : undefined;

const hasDensity = ({ mode = 'composite' }: VolumeScene) => !reducesToValue(mode);

const DARK: Vec3 = [0, 0, 0];

/** Lists lights of one direction as one. */
function mergeLights(
  volume: Shading | undefined,
  meshes: MeshSettings | undefined,
  camera: Camera,
): readonly SceneLight[] {
  const axes = cameraBasis(camera);
  const merged: SceneLight[] = [];
  const add = (lights: readonly ResolvedLight[], name: 'onVolume' | 'onMeshes') => {
    for (const { toLight, color } of lights) {
      const same = merged.findIndex((one) => one.toLight?.join() === toLight?.join() && one[name] === DARK);
      if (same >= 0) merged[same] = { ...merged[same]!, [name]: color };
      else merged.push({ toLight, onVolume: DARK, onMeshes: DARK, [name]: color });
    }
  };
  if (volume) add(resolveLights(volume.light, axes), 'onVolume');
  if (meshes) add(resolveLights(meshes.shading.light, axes), 'onMeshes');
  if (merged.length > MAX_LIGHTS) {
    throw new InputError(`a scene has up to ${MAX_LIGHTS} lights, those of its volume and its meshes together`);
  }
  return merged;
}
