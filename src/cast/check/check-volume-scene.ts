/** Refuses scenes with a volume that cannot be rendered. */
import { InputError } from '../../errors.js';
import { checkIsosurfaces } from '../../transfer/isosurface.js';
import { RENDER_MODES } from '../../transfer/mode.js';
import { createTransferFunction, type TransferFunction } from '../../transfer/transfer-function.js';
import { isSameGrid } from '../../volume/grids/same-grid.js';
import { rangeOfCell, type VolumePart } from '../../volume/split-volume.js';
import { checkFloat32Range } from '../../volume/values/float32-range.js';
import { createVolume, type Volume } from '../../volume/volume.js';
import { MAX_FUSED, type VolumeScene } from '../scene.js';
import type { Settings } from '../settings.js';
import { MAX_CELL_PLANES, MAX_HALF_SPACES } from '../volume/planes.js';
import { checkAmbientOcclusion, checkChoice, checkShading, once } from './check-values.js';

const VOXEL_ARRAYS = [
  ...[Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array],
  ...[Float32Array, Float64Array],
];

/** @throws InputError for a volume that cannot be. */
export function checkVoxels(volume: Volume, name = 'volume'): void {
  const { voxels, sizes } = volume;
  if (!VOXEL_ARRAYS.some((ArrayType) => voxels instanceof ArrayType)) {
    throw new InputError(`${name}.voxels must be a typed array of 8, 16 or 32-bit integers or of floats`);
  }
  if (voxels.length === 0 && Array.isArray(sizes)) {
    throw new InputError(
      `${name}.voxels are empty, or detached as by a transfer to a worker; sizes are ${sizes.join(' × ')}`,
    );
  }
  createVolume(volume);
}

/** @throws InputError for a volume, appearance, cuts or parts that are invalid, or contradict each other or the settings. */
export function checkVolume(scene: VolumeScene, settings: Settings): void {
  const { mode = 'composite', isoValue, isosurfaces, shading, mask, transfer, clip = [], volume, part, pages } = scene;
  checkVoxels(volume);
  checkFloat32Range(volume, 'volume.voxels');
  checkTransfer(transfer, 'transfer');
  checkChoice('mode', mode, RENDER_MODES);
  if (isosurfaces) checkIsosurfaces(isosurfaces);
  else if (mode === 'isosurface' && !Number.isFinite(isoValue)) {
    throw new InputError('mode isosurface needs isoValue, a finite number, or isosurfaces');
  }
  if (shading) checkShading(shading);
  if (mask) once(mask.styles, ({ length }) => length);
  if (mask) checkVoxels(mask.labels, 'mask.labels');
  const mostPlanes = MAX_HALF_SPACES - (part ? MAX_CELL_PLANES : 0);
  if (clip.length > mostPlanes) {
    throw new InputError(`a scene can be clipped by up to ${mostPlanes} half-spaces, not ${clip.length}`);
  }
  if (pages && (part || scene.shadowCatcher)) {
    const what = part ? 'parts' : 'ground that shows shadows alone';
    throw new InputError(`a volume in pages has no ${what} yet; show a coarser level, which fits the device`);
  }
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
  if (scene.fused !== undefined) checkFused(scene);
  if (scene.fusedDepth !== undefined) checkFusedDepth(scene);
}

/** @throws InputError for more volumes than can be fused, and for what they cannot do. */
function checkFused(scene: VolumeScene): void {
  const { fused = [], mode = 'composite', part } = scene;
  if (!Array.isArray(fused) || !fused.every((one) => one?.volume)) {
    throw new InputError('fused must be a list of volumes, each with its transfer function: { volume, transfer }');
  }
  if (fused.length === 0) return;
  if (fused.length > MAX_FUSED) {
    throw new InputError(`a scene can fuse ${MAX_FUSED} volumes with its first, not ${fused.length}`);
  }
  for (const [index, { volume, transfer, shading }] of fused.entries()) {
    if (volume.colors) throw new InputError('only the first of fused volumes can show colours of its own');
    const name = `fused[${index}]`;
    checkVoxels(volume, `${name}.volume`);
    checkFloat32Range(volume, `${name}.volume.voxels`);
    checkTransfer(transfer, `${name}.transfer`);
    if (shading) checkShading(shading);
  }
  if (mode !== 'composite') throw new InputError(`fused volumes are for the mode composite, not for ${mode}`);
  if (part) throw new InputError('fused volumes have no parts yet');
}

/** @throws InputError for a depth that is none, and for scenes that have none. */
function checkFusedDepth({ fusedDepth, fused = [], pages, ...scene }: VolumeScene): void {
  if (!(Number.isFinite(fusedDepth) && fusedDepth! >= 0)) {
    throw new InputError(`fusedDepth must be a world length from 0 on, not ${fusedDepth}`);
  }
  if (fusedDepth === 0) return;
  if (fused.length === 0) throw new InputError('fusedDepth is for the volumes after the first, and there are none');
  if (pages)
    throw new InputError('fusedDepth is not for volumes in pages yet; show a coarser level, which fits the device');
  if ('meshes' in scene) throw new InputError('fusedDepth is not for scenes with meshes; leave out one of them');
}

function checkTransfer(transfer: TransferFunction | undefined, name: string): void {
  if (!transfer?.colors?.length || !transfer.opacities?.length) {
    throw new InputError('a volume needs a transfer function, such as createTransferFunction makes');
  }
  once(transfer, () => {
    try {
      createTransferFunction(transfer);
    } catch (error) {
      throw new InputError(`${name}: ${(error as Error).message}`, { cause: error });
    }
  });
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
        `${other.store.name}: has other voxels than ${pages.store.name}, and only volumes on the same voxels are shown together ` +
          'in pages; show coarser levels, which fit the device',
      );
    }
  }
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
    throw new InputError('a part of a volume is cast with one ray per pixel: means over rays do not composite');
  }
  if (allowDownsample)
    throw new InputError('a part of a volume must stay as fine as the others: set allowDownsample to false');
}
