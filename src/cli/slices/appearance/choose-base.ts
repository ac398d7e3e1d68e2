/** How the first volume of slices looks: grey by a window, colours of a transfer function, thresholds, labels. */
import {
  applyWindow,
  computeStatistics,
  createTransferFunction,
  type Statistics,
  type StoreChannel,
  type TransferFunction,
  type ValueRange,
  type Volume,
  windowOf,
} from '../../../index.js';
import { recognizeLabels } from '../../../lab.js';
import type { Threshold } from '../../../recipe/options/option-types.js';
import { channelAppearance, createAppearance } from '../../../recipe/scene/appearance.js';
import { describeGuess } from '../../../recipe/scene/labels/label-guess.js';
import { hasBothSigns, signColors, windowAbove } from '../../../recipe/slices/sign-colors.js';
import { defaultWindow, type GreyAppearance, greyAppearanceOf } from '../../../slices/layers/default-window.js';
import { colorPaint, glowPaint, greyPaint, type Paint, withThreshold } from '../../../slices/layers/paint.js';
import { noteDisplay } from '../../../slices/notes/note-display.js';
import { findNamedOrGiven, type NamedOrGiven } from '../../render/load/transfer-files.js';
import { tellTransfer } from '../../render/notices/tell-transfer.js';
import { say, sayOf } from '../../say.js';
import type { SliceVolume } from '../open-volume.js';
import type { SliceValues } from '../slice-command-options.js';
import { labelAppearance } from './label-appearance.js';
import type { BaseAppearance, LayerAppearance } from './layer-appearance.js';

/** Points of a grey bar along which greys rise in a straight line, and along a sigmoid. */
const [STRAIGHT_POINTS, SIGMOID_POINTS] = [2, 17];

function greyTransfer({ colorOf }: Paint, [low, high]: ValueRange, points: number): TransferFunction {
  const values = Array.from({ length: points }, (_, at) => low + ((high - low) * at) / (points - 1));
  return createTransferFunction({
    colors: values.map((value) => ({ value, color: colorOf(value) })),
    opacities: [{ value: low, opacity: 1 }],
    window: [low, high],
  });
}

/** The appearance of the first volume. */
export async function chooseBase(volume: SliceVolume, values: SliceValues): Promise<BaseAppearance> {
  const { window, threshold, nearest: isNearest, voxels } = values;
  const chosen = await findNamedOrGiven('transfer', values.transfer);
  const { source, colors, name } = volume;
  const isPlain = values.transfer === undefined && !window && !threshold;
  if (volume.channel?.color && !threshold && chosen.preset === undefined) {
    return chooseGlow(volume, volume.channel, chosen.transfer, window, isNearest);
  }
  if (isPlain && colors) {
    return {
      layer: { kind: 'colors', source: colors, isNearest },
      isSeen:
        ({ voxels }) =>
        (voxel) =>
          voxels[voxel]! > 0,
    };
  }
  if (isPlain) {
    const basis = await volume.basis();
    const verdict = recognizeLabels(basis);
    const guess = describeGuess(name, basis, verdict);
    if (guess !== undefined && voxels === undefined) say(guess);
    if (verdict.isLabels) return labelAppearance(volume, basis, { fill: 1, outline: 0 });
  }
  const appearance = await chooseColors(volume, chosen, window, threshold);
  const paint = appearance.threshold
    ? withThreshold(appearance.paint, appearance.threshold.low, appearance.isOfBothSigns)
    : appearance.paint;
  return {
    layer: { kind: 'values', source, paint, isNearest },
    bar: appearance.bar,
    isGrey: appearance.isGrey ?? false,
    isSeen: ({ voxels }) => seenBy(voxels, paint, appearance.bar.range, chosen, window),
  };
}

/** A channel among others of its store: light in its own colour. */
async function chooseGlow(
  { source, basis: readBasis }: SliceVolume,
  channel: StoreChannel,
  given: TransferFunction | undefined,
  window: ValueRange | undefined,
  isNearest: boolean,
): Promise<BaseAppearance> {
  const basis = await readBasis();
  const statistics = computeStatistics(basis);
  const range = window ?? (given ? undefined : (channel.window ?? defaultWindow(statistics)));
  const own = given ?? channelAppearance(basis, channel, range, statistics);
  const paint = glowPaint(range ? applyWindow(own, range) : own);
  return {
    layer: { kind: 'values', source, paint, isNearest },
    isSeen:
      ({ voxels }) =>
      (voxel) =>
        paint.colorOf(voxels[voxel]!).some((light) => light > 0),
  };
}

/** Values that are not as dark as what is hidden: above the window, or of some opacity or beyond the threshold. */
function seenBy(
  voxels: Volume['voxels'],
  paint: Paint,
  [low]: ValueRange,
  { transfer, preset }: NamedOrGiven,
  window: ValueRange | undefined,
): (voxel: number) => boolean {
  const isGrey = !transfer && preset === undefined;
  const least = window ? window[0] : low;
  return (voxel) => {
    const value = voxels[voxel]!;
    if (isGrey && !(value > least)) return false;
    return !Number.isNaN(value) && paint.alphaOf(value) > 0;
  };
}

interface ColorsOfValues {
  readonly paint: Paint;
  readonly bar: NonNullable<LayerAppearance['bar']>;
  readonly threshold: Threshold | undefined;
  readonly isOfBothSigns: boolean;
  readonly isGrey?: boolean;
}

async function chooseColors(
  volume: SliceVolume,
  chosen: NamedOrGiven,
  window: ValueRange | undefined,
  threshold: Threshold | undefined,
): Promise<ColorsOfValues> {
  const isGrey = !chosen.transfer && chosen.preset === undefined;
  if (threshold) {
    const basis = await volume.basis();
    const statistics = computeStatistics(basis);
    const isOfBothSigns = hasBothSigns(basis, statistics);
    if (isOfBothSigns && isGrey) return { ...signColors(threshold, statistics, window), threshold, isOfBothSigns };
    const range = window ?? windowAbove(threshold, statistics);
    const appearance = isGrey
      ? greyAppearance(chooseGrey(volume, statistics, range))
      : transferAppearance(basis, chosen, range, statistics);
    return { ...appearance, threshold, isOfBothSigns };
  }
  const none = { threshold: undefined, isOfBothSigns: false };
  if (isGrey && window && !volume.display) return { ...greyAppearance({ range: window }), ...none };
  if (isGrey) {
    return { ...greyAppearance(chooseGrey(volume, computeStatistics(await volume.basis()), window)), ...none };
  }
  // One that is written out needs no values.
  if (chosen.transfer) return { ...transferAppearance(undefined, chosen, window), ...none };
  return { ...transferAppearance(await volume.basis(), chosen, window), ...none };
}

/** Greys of the window that was chosen, or of the file's own, which is said. */
function chooseGrey(
  { name, display }: SliceVolume,
  statistics: Statistics,
  range: ValueRange | undefined,
): GreyAppearance {
  sayOf(name, noteDisplay(display, statistics, range));
  return greyAppearanceOf(statistics, display, range);
}

function greyAppearance(appearance: GreyAppearance) {
  const { range, isSigmoid } = appearance;
  const paint = greyPaint(appearance);
  const points = isSigmoid ? SIGMOID_POINTS : STRAIGHT_POINTS;
  return { paint, bar: { transfer: greyTransfer(paint, range, points), range }, isGrey: true };
}

function transferAppearance(
  basis: Volume | undefined,
  chosen: NamedOrGiven,
  window: ValueRange | undefined,
  statistics?: Statistics,
) {
  const { transfer } = createAppearance(basis!, { ...chosen, mode: 'composite', window }, statistics);
  if (basis && !chosen.transfer) tellTransfer(transfer, { ...chosen, window, option: 'window' }, basis, statistics);
  return { paint: colorPaint(transfer), bar: { transfer, range: windowOf(transfer) } };
}
