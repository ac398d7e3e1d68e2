/** Refuses scenes that cannot be rendered, whatever a caller passes, before anything is allocated for them. */
import { checkCamera } from '../camera/parse-camera.js';
import { InputError } from '../errors.js';
import { BUFFER_USAGE } from '../gpu/constants.js';
import { affineOfMatrix } from '../math/affine.js';
import { createMesh } from '../mesh/mesh.js';
import { checkTransform } from '../mesh/transform-mesh.js';
import { createEnvironmentMap, ENVIRONMENTS, type Environment } from '../transfer/environment.js';
import { checkIsosurfaces } from '../transfer/isosurface.js';
import { RENDER_MODES } from '../transfer/mode.js';
import { createShading } from '../transfer/shading.js';
import type { TransferFunction } from '../transfer/transfer-function.js';
import { isSameGrid } from '../volume/grids/same-grid.js';
import { rangeOfCell, type VolumePart } from '../volume/split-volume.js';
import { createVolume, type Volume } from '../volume/volume.js';
import { show } from './check-settings.js';
import {
  type AmbientOcclusion,
  CULLS,
  MAX_FUSED,
  MAX_LIGHT_DEGREES,
  MAX_OCCLUSION_RAYS,
  MAX_REFLECTIONS,
  MAX_SHADOW_RAYS,
  type MeshScene,
  type PosedMesh,
  type Scene,
  SOFT_SHADOW_RAYS,
  type SoftShadows,
  type VolumeScene,
} from './scene.js';
import type { Settings } from './settings.js';
import { MAX_CELL_PLANES, MAX_HALF_SPACES } from './volume/planes.js';

/** @throws InputError if parts of the scene are missing, cannot be, or contradict each other or the settings. */
export function checkScene(scene: Scene, camera: unknown, settings: Settings): void {
  refuseOtherKinds(() => {
    checkCamera(camera);
    checkParts(scene, settings);
  });
}

/** @throws InputError for parts of a scene that are not even objects of the kind that is read. */
export function refuseOtherKinds<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`the scene is none that can be rendered: ${(error as Error).message}`, { cause: error });
  }
}

function checkParts(scene: Scene, settings: Settings): void {
  if (typeof scene !== 'object' || scene === null)
    throw new InputError(`a scene must be an object, not ${show(scene)}`);
  const { volume } = scene as Partial<VolumeScene>;
  const { meshes } = scene as Partial<MeshScene>;
  if (!volume && !meshes) throw new InputError('a scene needs a volume, meshes, or both');
  if (volume) checkVolume(scene as VolumeScene, settings);
  if (meshes) checkMeshes(scene as MeshScene);
  checkPaths(scene, settings);
  const { background } = scene;
  if (background !== undefined && background !== 'transparent' && !isColor(background)) {
    throw new InputError(`the background must be "transparent" or three numbers from 0 to 1, not ${show(background)}`);
  }
}

/** Refuses what paths of light are not for. */
function checkPaths(scene: Scene, { quality, outputs }: Settings): void {
  if (scene.environment !== undefined) checkEnvironment(scene.environment);
  if (quality !== 'path') return;
  const { mode = 'composite', part } = scene as Partial<VolumeScene>;
  if (mode !== 'composite') throw new InputError(`quality path is for the mode composite, not for ${mode}`);
  if (part) throw new InputError('quality path follows light through all of a volume, not through a part');
  const stray = outputs.find((name) => name !== 'pixels' && name !== 'color');
  if (stray) throw new InputError(`quality path has the outputs pixels and color, not ${stray}`);
}

function checkEnvironment(environment: Environment): void {
  if (typeof environment !== 'object' || environment === null) {
    checkChoice('environment', environment, ENVIRONMENTS);
    return;
  }
  once(environment, (map) => {
    if (createEnvironmentMap(map) !== map) throw new InputError('an environment must be made by createEnvironmentMap');
  });
}

/** Objects are known again by their identity, and large ones are looked through once. */
const checked = new WeakSet<object>();

function once<Part extends object>(part: Part, check: (part: Part) => unknown): void {
  if (checked.has(part)) return;
  check(part);
  checked.add(part);
}

const VOXEL_ARRAYS = [
  ...[Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array],
  ...[Float32Array, Float64Array],
];

function checkVoxels(volume: Volume): void {
  if (!VOXEL_ARRAYS.some((ArrayType) => volume.voxels instanceof ArrayType)) {
    throw new InputError("a volume's voxels must be a typed array of 8, 16 or 32-bit integers or of floats");
  }
  createVolume(volume);
}

function checkVolume(scene: VolumeScene, settings: Settings): void {
  const { preintegrated } = settings;
  const { mode = 'composite', isoValue, isosurfaces, shading, mask, transfer, clip = [], volume, part, pages } = scene;
  once(volume, checkVoxels);
  checkTransfer(transfer);
  checkChoice('mode', mode, RENDER_MODES);
  if (isosurfaces) checkIsosurfaces(isosurfaces);
  else if (mode === 'isosurface' && !Number.isFinite(isoValue)) {
    throw new InputError('an isosurface needs the value that it is at, a finite number');
  }
  if (shading) checkShading(shading);
  if (mask) once(mask, ({ labels, styles }) => [checkVoxels(labels), styles.length]);
  const mostPlanes = MAX_HALF_SPACES - (part ? MAX_CELL_PLANES : 0);
  if (clip.length > mostPlanes) {
    throw new InputError(`a scene can be clipped by up to ${mostPlanes} half-spaces, not ${clip.length}`);
  }
  if (pages) checkPages(scene, settings);
  checkShared(scene);
  if (part) checkPart(part, volume, settings);
  if (part && (scene.shadows || scene.ambientOcclusion)) {
    throw new InputError(
      'a part of a volume knows nothing of the others’ shadows: leave out shadows and ambientOcclusion',
    );
  }
  if (scene.ambientOcclusion) checkAmbientOcclusion(scene.ambientOcclusion);
  if (scene.shadows !== undefined) checkChoice('shadows', scene.shadows, [true, false]);
  if (part && isosurfaces) throw new InputError('a part of a volume shows one isosurface, isoValue, and no list');
  for (const { normal, offset } of clip) {
    if (![...normal, offset].every(Number.isFinite)) {
      throw new InputError('a half-space that clips needs a normal and an offset of finite numbers');
    }
  }
  if (scene.fused !== undefined) checkFused(scene, settings);
  if (preintegrated && mode !== 'composite') {
    throw new InputError(`pre-integration is for the mode composite, not for ${mode}`);
  }
  if (preintegrated && volume.colors) {
    throw new InputError('pre-integration is of a transfer function’s colours, and the volume has its own');
  }
}

/** @throws InputError for more volumes than can be fused, and for what they cannot do. */
function checkFused(scene: VolumeScene, { preintegrated }: Settings): void {
  const { fused = [], mode = 'composite', part } = scene;
  if (!Array.isArray(fused) || !fused.every((one) => one?.volume)) {
    throw new InputError('fused must be a list of volumes, each with its transfer function: { volume, transfer }');
  }
  if (fused.length === 0) return;
  if (fused.length > MAX_FUSED) {
    throw new InputError(`a scene can fuse ${MAX_FUSED} volumes with its first, not ${fused.length}`);
  }
  for (const { volume, transfer, shading } of fused) {
    if (volume.colors) throw new InputError('only the first of fused volumes can show colours of its own');
    once(volume, checkVoxels);
    checkTransfer(transfer);
    if (shading) checkShading(shading);
  }
  if (mode !== 'composite') throw new InputError(`fused volumes are for the mode composite, not for ${mode}`);
  const asked = [preintegrated && 'pre-integration', part && 'parts'].filter((what) => typeof what === 'string');
  if (asked.length > 0) throw new InputError(`fused volumes have no ${asked.join(' and no ')} yet`);
}

function checkTransfer(transfer: TransferFunction | undefined): void {
  if (!transfer?.colors?.length || !transfer.opacities?.length) {
    throw new InputError('a volume needs a transfer function, such as createTransferFunction makes');
  }
}

/** @throws InputError for volumes in pages of other voxels than the first's, and for labels of none. */
function checkShared({ pages, fused = [], mask, labelPages }: VolumeScene): void {
  if (labelPages && !(pages && mask))
    throw new InputError('labelPages are the labels of a mask, for a volume in pages');
  const others = [...(labelPages ? [labelPages] : []), ...fused.flatMap((one) => one.pages ?? [])];
  if (pages && fused.some((one) => !one.pages)) {
    throw new InputError(
      'volumes that are fused with one in pages must be in pages too; show a coarser level, which fits the device',
    );
  }
  for (const other of others) {
    if (!pages) throw new InputError('a fused volume is in pages only with a first one that is');
    if (!isSameGrid(other.level, pages.level)) {
      throw new InputError(
        `${other.store.name}: is of other voxels than ${pages.store.name}, and only volumes of the same are shown together ` +
          'in pages; show coarser levels, which fit the device',
      );
    }
  }
}

/** @throws InputError for what volumes in pages cannot do yet. */
function checkPages(scene: VolumeScene, settings: Settings): void {
  const asked = [settings.quality === 'path' && 'paths of light', scene.part && 'parts'].filter(
    (what) => typeof what === 'string',
  );
  if (asked.length === 0) return;
  throw new InputError(
    `a volume in pages has no ${asked.join(' and no ')} yet; show a coarser level, which fits the device`,
  );
}

function checkPart(
  { whole, first, cell }: VolumePart,
  { sizes }: Volume,
  { step, samplesPerPixel, accumulate, allowDownsample }: Settings,
): void {
  const needed = rangeOfCell(whole.sizes, cell, step);
  for (const axis of [0, 1, 2] as const) {
    const end = first[axis] + sizes[axis];
    if (Number.isInteger(first[axis]) && first[axis] <= needed.first[axis] && end >= needed.end[axis]) continue;
    throw new InputError(
      `a part whose cell needs the voxels ${needed.first[axis]} to ${needed.end[axis] - 1} along ${'ijk'[axis]} has only ` +
        `${first[axis]} to ${end - 1}; cutPart cuts one that has them`,
    );
  }
  // The mean over rays is taken last: that of parts is another.
  if (samplesPerPixel > 1 || accumulate) {
    throw new InputError('a part of a volume is cast with one ray a pixel: means over rays do not composite');
  }
  if (allowDownsample)
    throw new InputError('a part of a volume must stay as fine as the others: set allowDownsample to false');
}

function checkMeshes(scene: MeshScene): void {
  const { meshes, shading, meshShading, meshColor, cull, reflections, ambientOcclusion, softShadows } = scene;
  if (!Array.isArray(meshes)) throw new InputError('meshes must be a list');
  if (meshes.length === 0) throw new InputError('there must be one mesh at least');
  for (const posed of meshes) checkPosedMesh(posed);
  for (const given of [shading, meshShading]) if (given) checkShading(given);
  if (meshColor && !isColor(meshColor)) {
    throw new InputError(`meshColor must be three numbers from 0 to 1, not ${show(meshColor)}`);
  }
  if (cull !== undefined) checkChoice('cull', cull, CULLS);
  for (const name of ['smooth', 'shadows'] as const) checkChoice(name, scene[name] ?? true, [true, false]);
  if (reflections !== undefined && !isWholeBetween(reflections, 0, MAX_REFLECTIONS)) {
    throw new InputError(`reflections must be a whole number from 0 to ${MAX_REFLECTIONS}, not ${show(reflections)}`);
  }
  if (ambientOcclusion) checkAmbientOcclusion(ambientOcclusion);
  if (softShadows) checkSoftShadows(softShadows);
}

function checkPosedMesh({ mesh, positions, transform, color }: PosedMesh): void {
  if (color !== undefined && !isColor(color)) {
    throw new InputError(`a mesh's colour must be three numbers from 0 to 1, not ${show(color)}`);
  }
  once(mesh, (given) => {
    if (!(given.positions instanceof Float32Array && given.triangles instanceof Uint32Array)) {
      throw new InputError("a mesh's positions must be a Float32Array, and its triangles a Uint32Array");
    }
    createMesh(given);
  });
  if (transform !== undefined) checkMatrix(transform);
  if (!positions) return;
  const expected = mesh.positions.length;
  const isArray = positions instanceof Float32Array;
  const given = isArray ? positions.length : positions.size / 4;
  if (given !== expected) throw new InputError(`a mesh's positions must be ${expected} numbers, not ${given}`);
  if (!isArray && !(positions.usage & BUFFER_USAGE.COPY_SRC)) {
    throw new InputError("a buffer of a mesh's positions must have the usage COPY_SRC");
  }
}

const LAST_ROW = [0, 0, 0, 1];

function checkMatrix(transform: ArrayLike<number>): void {
  const isAffine = transform?.length === 16 && LAST_ROW.every((value, column) => transform[4 * column + 3] === value);
  if (!isAffine) {
    throw new InputError(
      "a mesh's transform must be the 16 numbers of a 4×4 matrix, column by column, with the last row 0, 0, 0, 1",
    );
  }
  checkTransform(affineOfMatrix(transform));
}

function checkShading(shading: NonNullable<VolumeScene['shading']>): void {
  if (shading.light === undefined) throw new InputError('a shading needs a light: a direction or "headlight"');
  createShading(shading);
}

function checkAmbientOcclusion({ rays, distance = Infinity }: AmbientOcclusion): void {
  if (!isWholeBetween(rays, 1, MAX_OCCLUSION_RAYS)) {
    throw new InputError(`ambient occlusion takes a whole number from 1 to ${MAX_OCCLUSION_RAYS} of rays, not ${rays}`);
  }
  if (!(distance > 0)) throw new InputError(`ambient occlusion's distance must be a positive number, not ${distance}`);
}

function checkSoftShadows({ angleDegrees, rays = SOFT_SHADOW_RAYS }: SoftShadows): void {
  if (!(angleDegrees > 0 && angleDegrees <= MAX_LIGHT_DEGREES)) {
    throw new InputError(`a light's angle must be above 0, to ${MAX_LIGHT_DEGREES} degrees, not ${angleDegrees}`);
  }
  if (!isWholeBetween(rays, 1, MAX_SHADOW_RAYS)) {
    throw new InputError(`soft shadows take a whole number from 1 to ${MAX_SHADOW_RAYS} of rays, not ${rays}`);
  }
}

function checkChoice(name: string, value: unknown, choices: readonly unknown[]): void {
  if (choices.includes(value)) return;
  throw new InputError(`${name} must be one of ${choices.join(', ')}, not ${show(value)}`);
}

const isColor = (value: unknown) =>
  Array.isArray(value) && value.length === 3 && value.every((channel) => channel >= 0 && channel <= 1);

const isWholeBetween = (value: number, least: number, most: number) =>
  Number.isSafeInteger(value) && value >= least && value <= most;
