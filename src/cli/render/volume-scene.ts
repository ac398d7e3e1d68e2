/** The scene of a volume: the appearance that options, files or a recipe give it, and why it may be blank. */
import {
  type Camera,
  coarseFloat32Step,
  computeStatistics,
  type FusedVolume,
  type Gpu,
  type PagedVolume,
  shownPoints,
  smallestSpacing,
  type TransferFunction,
  type Volume,
  type VolumeScene,
} from '../../index.js';
import { valueEnds } from '../../lab.js';
import { countVoxels } from '../../node/index.js';
import type { OptionValues } from '../../recipe/options.js';
import { fail } from '../../recipe/parse/parse-options.js';
import { type CropGrid, createCuts } from '../../recipe/scene/cuts.js';
import { describeGuess } from '../../recipe/scene/label-guess.js';
import { nameLabels } from '../../recipe/scene/name-labels.js';
import { say } from '../say.js';
import type { PictureRecord } from './recipe/start-replay.js';
import { chooseLabelNames } from './scene/choose-label-names.js';
import { chooseLabelSurfaces, refuseOptionsOfValues } from './scene/choose-label-surfaces.js';
import { chooseLightPaths } from './scene/choose-light-paths.js';
import { chooseLighting } from './scene/choose-lighting.js';
import { chooseMask, maskOfOwn, maskOfPages } from './scene/choose-mask.js';
import { chooseMode } from './scene/choose-mode.js';
import { chooseTransfer } from './scene/choose-transfer.js';
import type { OpenedVolume } from './scene/open-store-volume.js';

/** @throws InputError that names the option. */
export async function chooseScene(values: OptionValues, record: PictureRecord | undefined) {
  const transferChoice = await chooseTransfer(values, record?.transferFile);
  const mode = chooseMode(values, transferChoice.mode);
  const { shadingFor } = chooseLighting(values);
  const { ambientOcclusion } = chooseLightPaths(values);
  const { shadows, background } = values;
  const { clip, crop, 'crop-world': cropWorld, 'slab-thickness': slabThickness } = values;
  const clipFor = (grids: readonly [CropGrid, ...CropGrid[]], camera?: Camera) =>
    createCuts(grids, { clip, crop, cropWorld, slabThickness }, camera);
  const names = await chooseLabelNames(values);
  const masked = await chooseMask(values, record?.maskFiles);
  const surfacesOf = chooseLabelSurfaces(values);
  const isShown = !surfacesOf || masked !== undefined;
  if (!isShown) refuseOptionsOfValues(values);
  const { needsStatistics } = transferChoice;
  const sceneFor = async (
    { volume, basis = volume, pages, finest, partSource, labels }: OpenedVolume,
    name: string,
    fused: readonly FusedVolume[],
    gpu: Promise<Gpu>,
  ) => {
    const recordedTransfer = record?.transfer;
    const needsNone = recordedTransfer && (masked || record.readsParts === true);
    const create = async (from: Volume) =>
      transferChoice.create(from, mode.mode, needsStatistics ? await countVoxels(from) : undefined);
    const likely = needsNone ? undefined : await create(basis);
    // Labels are those of the voxels that are shown.
    const taken = likely?.mask && basis !== volume ? await create(volume) : likely;
    const chosen = taken?.mask
      ? { ...taken, mask: names.name(labels ? nameLabels(taken.mask, labels) : taken.mask) }
      : taken;
    const guess = chosen?.labels && describeGuess(name, volume, chosen.labels);
    if (guess !== undefined && recordedTransfer === undefined) say(guess);
    const transferFunction = recordedTransfer ?? chosen!.transfer;
    // The default appearance is of the voxels that it was made from; a transfer function is of the finest ones.
    const isOwn =
      recordedTransfer === undefined && values.transfer === undefined && transferFunction.unit === undefined;
    const transfer = isOwn && finest ? { ...transferFunction, unit: smallestSpacing(basis) } : transferFunction;
    tellCoarseValues(volume, transfer);
    const shading = shadingFor(transfer);
    const read = await masked?.maskFor(volume, gpu, pages);
    const ofFile = read && { ...read, mask: names.name(read.mask) };
    const ofOwn = masked || surfacesOf ? undefined : chosen?.mask;
    const own = ofOwn && (pages ? { mask: await maskOfPages(pages, ofOwn), labelPages: pages } : { mask: ofOwn });
    const { mask, labelPages } = (surfacesOf ? undefined : (ofFile ?? own)) ?? {};
    if (pages && masked?.isMesh) say(tellCoarseMask(masked.path, pages));
    const scene: VolumeScene = {
      volume,
      transfer,
      background,
      ...mode,
      ...(shading && { shading }),
      ...(shadows && { shadows }),
      ...(ambientOcclusion && { ambientOcclusion }),
      ...(mask && { mask }),
      ...(pages && { pages }),
      ...(finest && { finest }),
      ...(labelPages && { labelPages }),
      ...(fused.length > 0 && { fused }),
    };
    const grid = partSource?.level ?? volume;
    const grids = [grid, ...fused.map((one) => one.volume)] as const;
    if (!isShown && fused.length > 0) fail('--label-surfaces: shows the labels of one volume; name it by --mask');
    const surfaces = await surfacesOf?.(ofFile?.mask ?? maskOfOwn(volume, values, chosen?.mask), clipFor([grid]), gpu);
    return {
      transfer,
      surfaces,
      isShown,
      files: () => masked?.files() ?? [],
      labelNames: names.recorded,
      mask: masked && { path: masked.path, sha256: await masked.sha256() },
      withCamera: (camera: Camera): VolumeScene => ({ ...scene, clip: clipFor(grids, camera) }),
      /** The scene that any camera sees: all but a slab's cuts. */
      unsliced: { ...scene, clip: clipFor(grids) },
      /** The voxels that the view is fitted to: the same whatever is loaded, but for masks, which are of the loaded voxels. */
      outline: { ...scene, ...(mask ? {} : { volume: basis }), clip: clipFor(grids) },
    };
  };
  /** A scene that most likely has the kernels of the volume's own; undefined where that is not known yet. */
  const likelyScene = (volume: Volume): VolumeScene | undefined => {
    const transfer = record?.transfer ?? transferChoice.likely;
    if (!transfer || masked || !isShown) return undefined;
    const shading = shadingFor(transfer);
    return { volume, transfer, background, ...mode, ...(shading && { shading }), clip: clipFor([volume]) };
  };
  return { needsStatistics, sceneFor, likelyScene };
}

/** Devices have 32-bit floats, in which values of a large offset and a small range are not told apart. */
function tellCoarseValues(volume: Volume, transfer: TransferFunction): void {
  const coarse = coarseFloat32Step(volume, valueEnds(transfer));
  if (!coarse) return;
  const { low, high, step } = coarse;
  say(
    `values from ${low} to ${high} are drawn in steps of ${step}, as 32-bit floats; less an offset they would not be`,
  );
}

const tellCoarseMask = (path: string, { preview }: PagedVolume) =>
  `${path}: keeps voxels of a level of ${preview.sizes.join(' × ')}, coarser than what is shown`;

/** The reason that hides all of a volume, as far as its values, cuts and labels show. */
export function explainBlank(scene: VolumeScene, isShown: boolean): string {
  const { volume, mode, isoValue, isosurfaces, clip = [], mask } = scene;
  const { min, max } = computeStatistics(volume);
  const range = `the values of the volume run from ${min} to ${max}`;
  const isos = isosurfaces?.map(({ value }) => value) ?? (isoValue === undefined ? [] : [isoValue]);
  if (mode === 'isosurface' && !isos.some((iso) => iso > min && iso <= max)) {
    return `no surface is at ${isos.join(', ')}; ${range}`;
  }
  if (isShown) return `the camera does not see it, or it has the background’s colour; ${range}`;
  const { mask: _, clip: __, ...bare } = scene;
  if (shownPoints(bare).length === 0) return `the transfer function is transparent for all of it; ${range}`;
  if (mask && shownPoints({ ...bare, mask }).length === 0) {
    const labels = [...new Set<number>(mask.labels.voxels)].sort((a, b) => a - b);
    return `none of the shown labels lies in the volume; the mask has ${shorten(labels)}; ${range}`;
  }
  return clip.length > 0 ? `clipping cuts all of it away; ${range}` : range;
}

const MANY = 12;

const shorten = (labels: readonly number[]) =>
  labels.length > MANY ? `${labels.slice(0, MANY).join(', ')} and ${labels.length - MANY} more` : labels.join(', ');
