/** The scene of a volume, and of those that are fused with it. */
import {
  type Camera,
  computeStatistics,
  type FusedVolume,
  type HalfSpace,
  type Statistics,
  smallestSpacing,
  type TransferFunction,
  type Volume,
  type VolumeScene,
} from '../../index.js';
import {
  type Appearance,
  channelAppearance,
  createAppearance,
  type FusedChoice,
  fuseVolume,
  thinTransfer,
} from './appearance.js';
import { describeCuts } from './cuts.js';
import type { ShownLabels } from './labels/describe-masks.js';
import { nameChosen, nameLabels } from './labels/name-labels.js';
import { describeBackground, describeEnvironment, describeLamps, describeOcclusion, lightVolume } from './lighting.js';
import type { Parts } from './parts.js';
import type { FusedStyle, SceneChoice } from './scene-choice.js';
import { basisOf, gridOf, type LoadedImage, type SceneData } from './scene-data.js';
import { refineFused } from './settled/refine-fused.js';
import { isThinForContents } from './settled/settle-depth.js';
import { showsSlice } from './settled/settle-slice.js';

/** A volume, of which there is one. */
type VolumeData = SceneData & { readonly volume: Volume };

/**
 * The transfer function that a volume is shown by, and the mask of one that consists of labels.
 * @param isMasked whether labels of another volume are shown with it, which may not have been read yet.
 */
export function resolveAppearance(
  parts: Parts,
  data: VolumeData,
  choice: SceneChoice,
  isMasked = data.labels !== undefined,
): Appearance {
  const { volume, finest, ownLabels, statistics, channel } = data;
  const { transfer, preset, mode, window, threshold, recorded, labels, labelNames } = choice;
  const basis = basisOf(data)!;
  const isThin = isThinForContents(data, choice, isMasked);
  const wanted = { ...choice, showsSlice: !isThin && showsSlice(data, choice, isMasked) };
  const of = [
    ...[volume, basis, finest, transfer, preset, mode, window, threshold, recorded],
    ...[ownLabels, labels, labelNames, channel, isThin, wanted.showsSlice],
  ];
  return parts.keep('appearance', of, () => {
    const isPlain = transfer === undefined && preset === undefined && mode === 'composite' && threshold === undefined;
    const made: Appearance =
      channel && isPlain
        ? { transfer: channelAppearance(basis, channel, window, statistics) }
        : createAppearance(basis, wanted, statistics);
    // Labels are those of the voxels that are shown.
    const taken = made.mask && basis !== volume ? createAppearance(volume, wanted) : made;
    const { mask } = taken;
    const shown = isThin && !mask ? { ...taken, transfer: thinTransfer(taken.transfer, basis) } : taken;
    const isOwn = transfer === undefined && preset === undefined && shown.transfer.unit === undefined;
    const { sliceAxis: _, subject: __, ...uncut } = shown;
    return {
      // A recorded picture has all its cuts in its options.
      ...(recorded ? uncut : shown),
      // The default appearance is of the voxels that it was made from; a transfer function is of the finest ones.
      ...(isOwn && finest && { transfer: { ...shown.transfer, unit: smallestSpacing(basis) } }),
      // The mask follows from the voxels all the same.
      ...(recorded && { transfer: recorded }),
      ...(mask && { mask: nameChosen(ownLabels ? nameLabels(mask, ownLabels) : mask, choice) }),
    };
  });
}

/** The volumes after the first, each in its style. */
export function describeFused(
  parts: Parts,
  { fused = [], ...first }: Pick<SceneData, 'fused' | 'volume'>,
  choice: Pick<SceneChoice, 'fused' | 'shade' | 'quality'>,
  name = 'fused',
): readonly FusedVolume[] {
  const { shade } = choice;
  // Quality plain interpolates between voxels as they are.
  const grid = choice.quality === 'plain' ? undefined : first.volume;
  return parts.keep(name, [...fused.flatMap(({ volume, pages }) => [volume, pages]), choice.fused, shade, grid], () =>
    fused.map(({ volume, pages, finest, channel }, index) => {
      const described = fuseVolume(volume, fusedChoiceOf(volume, channel, fusedStyleOf(choice, index)), shade);
      const shown = grid && !pages ? refineFused(volume, smallestSpacing(grid), described.transfer) : volume;
      const whole = finest ?? (shown === volume ? undefined : volume);
      return { ...described, volume: shown, ...(whole && { finest: whole }), ...(pages && { pages }) };
    }),
  );
}

/** A channel has the colour and the values that its store names, where it does and nothing else is asked for. */
export function fusedChoiceOf(volume: Volume, channel: LoadedImage['channel'], style: FusedStyle): FusedChoice {
  if (!channel?.color && !channel?.window) return style;
  if (style.transfer || style.preset !== undefined) return style;
  return { ...style, transfer: channelAppearance(volume, channel, style.window), window: undefined };
}

export const fusedStyleOf = ({ fused }: Pick<SceneChoice, 'fused'>, index: number): FusedStyle =>
  fused[index] ?? fused.at(-1) ?? {};

/** Facts about a volume that its scene is described by. */
export interface VolumeAspects {
  readonly appearance: Pick<Appearance, 'transfer'>;
  readonly labels?: ShownLabels | undefined;
  /** A small copy of the volume in its place, which is shown without shadows: light would be found anew for each. */
  readonly draft?: Volume | undefined;
}

/** The scene without a slab's cuts, which a camera makes. */
export function describeVolumeScene(
  parts: Parts,
  data: VolumeData,
  choice: SceneChoice,
  { appearance, labels, draft }: VolumeAspects,
): VolumeScene {
  const { mode, shadows, fusedDepth = 0 } = choice;
  const { pages, finest } = data;
  const whole = showsGlass(data, choice) ? thin(parts, data, appearance.transfer) : appearance.transfer;
  const transfer = draft ? keepUnit(parts, data, whole) : whole;
  const environment = describeEnvironment(parts, choice, data);
  const lamps = describeLamps(parts, choice);
  const { shade, shading: shares, occlusionRays } = choice;
  const shading = parts.keep('shading', [transfer.shading, shade, shares, shadows, occlusionRays], () =>
    lightVolume(choice, transfer),
  );
  const fused = describeFused(parts, data, choice, draft ? 'fused in draft' : 'fused');
  const occlusion = draft ? undefined : describeOcclusion(parts, choice);
  return parts.keepFields(draft ? 'draft' : 'volume', {
    volume: draft ?? data.volume,
    transfer,
    background: describeBackground(choice),
    mode,
    clip: describeClip(parts, data, choice),
    ...(mode === 'isosurface' && surfacesOf(choice, data)),
    ...(shading && { shading }),
    ...(shadows && !draft && { shadows }),
    ...(occlusion && { ambientOcclusion: occlusion }),
    ...labels,
    ...(pages && { pages }),
    ...(finest && !draft && { finest }),
    ...(fused.length > 0 && { fused, ...(fusedDepth > 0 && { fusedDepth }) }),
    ...(environment && { environment }),
    ...(lamps && { lamps }),
  });
}

/** The scene that a view is fitted to: the same whatever of a store is loaded, but for masks, which are of the loaded voxels. */
export function wholeScene<Outlined extends VolumeScene>(
  scene: Outlined,
  { basis, fused = [] }: Pick<SceneData, 'basis' | 'fused'>,
): Outlined {
  const others = scene.fused?.map((one, index) => ({ ...one, volume: fused[index]?.basis ?? one.volume }));
  return { ...scene, ...(basis && !scene.mask && { volume: basis }), ...(others && { fused: others }) };
}

/** Whether the volume is around surfaces of labels that come with it, in its default appearance, which would hide them. */
const showsGlass = (
  { labels }: Pick<SceneData, 'labels'>,
  { labelSurfaces, mode, transfer, preset, window, threshold }: SceneChoice,
): boolean =>
  labelSurfaces === true &&
  labels !== undefined &&
  labels.isNamed !== true &&
  mode === 'composite' &&
  [transfer, preset, window, threshold].every((given) => given === undefined);

const thin = (parts: Parts, { volume }: VolumeData, transfer: TransferFunction): TransferFunction =>
  parts.keep('thin transfer', [transfer, volume], () => thinTransfer(transfer, volume));

/** The half-spaces of a scene, without those of a slab. */
export function describeClip(
  parts: Parts,
  data: Pick<SceneData, 'volume' | 'grid' | 'fused'>,
  choice: SceneChoice,
): readonly HalfSpace[] {
  const { clip, crop, cropWorld } = choice;
  const grids = gridsOf(data);
  return parts.keep(`clip of ${grids.length}`, [...grids, clip, crop, cropWorld], () => describeCuts(grids, choice));
}

/** Opacities are for the spacing of the whole volume. */
function keepUnit(parts: Parts, data: VolumeData, transfer: TransferFunction): TransferFunction {
  if (transfer.unit !== undefined) return transfer;
  const grid = data.finest ?? gridOf(data)!;
  return parts.keep('draft transfer', [transfer, grid], () => ({ ...transfer, unit: smallestSpacing(grid) }));
}

/** The part of a scene that a slab across the view of a camera leaves. */
export function cutToSlab<Cut extends VolumeScene>(
  scene: Cut,
  data: SceneData,
  choice: SceneChoice,
  camera: Camera,
): Cut {
  return choice.slabThickness === undefined ? scene : { ...scene, clip: describeCuts(gridsOf(data), choice, camera) };
}

const gridsOf = (data: Pick<SceneData, 'volume' | 'grid' | 'fused'>) =>
  [gridOf(data)!, ...(data.fused ?? []).map((one) => one.volume)] as Parameters<typeof describeCuts>[0];

function surfacesOf({ isoValue, isosurfaces }: SceneChoice, { volume, statistics }: VolumeData) {
  return isosurfaces ? { isosurfaces } : { isoValue: isoValue ?? middleValue(statistics ?? computeStatistics(volume)) };
}

export const middleValue = ({ min, max }: Statistics) => min + (max - min) / 2;
