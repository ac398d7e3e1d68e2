/** How the volumes of slices look: grey by a window, colours of transfer functions, thresholds, labels. */
import {
  computeStatistics,
  createTransferFunction,
  type LabelStyle,
  labelColors,
  type Mask,
  type Statistics,
  type TransferFunction,
  type ValueRange,
  type Volume,
  windowOf,
} from '../../index.js';
import { recognizeLabels, recognizeValues, thresholdSigned } from '../../lab.js';
import { createAppearance, fuseVolume } from '../../recipe/appearance.js';
import { describeGuess } from '../../recipe/label-guess.js';
import { withLabelColors } from '../../recipe/label-surfaces.js';
import type { Threshold } from '../../recipe/options/slice-options.js';
import { fail } from '../../recipe/parse-options.js';
import { memorySource, type SliceLayer } from '../../slices/draw-slice.js';
import { defaultWindow } from '../../slices/layers/default-window.js';
import type { LabelPaint, LabelPaints } from '../../slices/layers/outline-labels.js';
import { colorPaint, greyPaint, overlayPaint, type Paint, withThreshold } from '../../slices/layers/paint.js';
import { findNamedOrGiven, type NamedOrGiven, tellTransfer } from '../render/scene/choose-transfer.js';
import { say } from '../say.js';
import type { SliceVolume } from './open-volume.js';
import type { SliceValues } from './slice-command-options.js';

export interface Look {
  readonly layer: SliceLayer;
  /** Whether a value of the basis, at an index in memory, can be seen. */
  readonly isSeen: (basis: Volume) => (voxel: number) => boolean;
  /** Colours of values, for a colour bar. */
  readonly bar?: { readonly transfer: TransferFunction; readonly range: ValueRange } | undefined;
  /** Whether these colours are greys. */
  readonly isGrey?: boolean;
  /** Labels with their names. */
  readonly styles?: readonly LabelStyle[] | undefined;
}

const greyTransfer = ([low, high]: ValueRange): TransferFunction =>
  createTransferFunction({
    colors: [
      { value: low, color: [0, 0, 0] },
      { value: high, color: [1, 1, 1] },
    ],
    opacities: [{ value: low, opacity: 1 }],
    window: [low, high],
  });

/** The look of the first volume. */
export async function chooseBase(volume: SliceVolume, values: SliceValues): Promise<Look> {
  const { window, threshold, nearest: isNearest, voxels } = values;
  const chosen = await findNamedOrGiven('transfer', values.transfer);
  const { source, colors, name } = volume;
  const isPlain = values.transfer === undefined && !window && !threshold;
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
    if (verdict.isLabels) return labelLook(volume, basis, { fill: 1, outline: 0 });
  }
  const look = await chooseColors(volume, chosen, window, threshold);
  const paint = look.threshold ? withThreshold(look.paint, look.threshold.low, look.isOfBothSigns) : look.paint;
  return {
    layer: { kind: 'values', source, paint, isNearest },
    bar: look.bar,
    isGrey: look.isGrey ?? false,
    isSeen: ({ voxels }) => seenBy(voxels, paint, look.bar.range, chosen, window),
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
  readonly bar: NonNullable<Look['bar']>;
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
    const range = window ?? rangeOf(threshold, statistics);
    const grey = isGrey ? (range ?? defaultWindow(statistics)) : undefined;
    const look = grey ? greyLook(grey) : transferLook(basis, chosen, range, statistics);
    return { ...look, threshold, isOfBothSigns };
  }
  const none = { threshold: undefined, isOfBothSigns: false };
  if (isGrey) return { ...greyLook(window ?? defaultWindow(computeStatistics(await volume.basis()))), ...none };
  // One that is written out needs no values.
  if (chosen.transfer) return { ...transferLook(undefined, chosen, window), ...none };
  return { ...transferLook(await volume.basis(), chosen, window), ...none };
}

const greyLook = (range: ValueRange) => ({
  paint: greyPaint(range),
  bar: { transfer: greyTransfer(range), range },
  isGrey: true,
});

function transferLook(
  basis: Volume | undefined,
  chosen: NamedOrGiven,
  window: ValueRange | undefined,
  statistics?: Statistics,
) {
  const { transfer } = createAppearance(basis!, { ...chosen, mode: 'composite', window }, statistics);
  if (basis && !chosen.transfer) tellTransfer(transfer, { ...chosen, window, option: 'window' }, basis, statistics);
  return { paint: colorPaint(transfer), bar: { transfer, range: windowOf(transfer) } };
}

/** Whether magnitudes count: values of both signs that are no Hounsfield units. */
function hasBothSigns(volume: Volume, statistics: Statistics): boolean {
  return statistics.min < 0 && statistics.max > 0 && recognizeValues(volume, statistics) !== 'hounsfield';
}

const rangeOf = ({ low, high }: Threshold, { max }: Statistics): ValueRange | undefined =>
  high !== undefined ? [low, high] : max > low ? undefined : [low, low + 1];

/** A colour map for each sign, from the threshold on. */
function signColors(
  { low, high }: Threshold,
  { min, max }: Statistics,
  window: ValueRange | undefined,
): { readonly paint: Paint; readonly bar: NonNullable<Look['bar']> } {
  const start = Math.max(low, 0);
  const end = high ?? window?.[1] ?? Math.max(-min, max);
  const strongest = end > start ? end : start + 1;
  const transfer = thresholdSigned([start, strongest]);
  return { paint: colorPaint(transfer), bar: { transfer, range: [-strongest, strongest] } };
}

/** The options of the volumes after the first, which are given once or once for each. */
const OF_FUSED = ['fused-threshold', 'fused-transfer', 'fused-window', 'fused-opacity'] as const;

const nth = <T>(values: readonly T[] | undefined, index: number): T | undefined => values?.[index] ?? values?.[0];

/** The looks of the volumes that are shown over the first one. */
export async function chooseFusedLooks(volumes: readonly SliceVolume[], values: SliceValues): Promise<Look[]> {
  for (const name of OF_FUSED) {
    const count = values[name]?.length ?? 1;
    if (volumes.length === 0 && values[name]) fail(`--${name}: is for a second volume, and there is none`);
    if (count !== 1 && count !== volumes.length) {
      fail(`--${name}: must be given once, or once for each volume after the first, not ${count} times`);
    }
  }
  const looks: Look[] = [];
  for (const [index, volume] of volumes.entries()) looks.push(await chooseFusedLook(volume, index, values));
  return looks;
}

async function chooseFusedLook(volume: SliceVolume, index: number, values: SliceValues): Promise<Look> {
  const basis = await volume.basis();
  const window = nth(values['fused-window'], index);
  const threshold = nth(values['fused-threshold'], index);
  const text = nth(values['fused-transfer'], index);
  const isPlain = text === undefined && !window && !threshold;
  const verdict = recognizeLabels(basis);
  if (isPlain && verdict.isLabels) {
    const guess = describeGuess(volume.name, basis, verdict);
    if (guess !== undefined && values.voxels === undefined) say(guess);
    return labelLook(volume, basis, labelShares(values));
  }
  const factor = nth(values['fused-opacity'], index) ?? 1;
  const chosen = await findNamedOrGiven('fused-transfer', text);
  const look = fusedColors(basis, chosen, window, threshold, factor);
  return { layer: { kind: 'values', source: volume.source, paint: look.paint, isNearest: values.nearest }, ...look };
}

function fusedColors(
  basis: Volume,
  chosen: NamedOrGiven,
  window: ValueRange | undefined,
  threshold: Threshold | undefined,
  factor: number,
): Pick<Look, 'bar' | 'isSeen'> & { readonly paint: Paint } {
  const isSeen = () => () => true;
  if (!threshold) {
    const { transfer } = fuseVolume(basis, { ...chosen, window }, false);
    if (!chosen.transfer) tellTransfer(transfer, { ...chosen, window, option: 'fused-window' }, basis);
    return { paint: overlayPaint(transfer, factor), bar: { transfer, range: windowOf(transfer) }, isSeen };
  }
  const statistics = computeStatistics(basis);
  const isOfBothSigns = hasBothSigns(basis, statistics);
  const isDefault = !chosen.transfer && chosen.preset === undefined;
  const colors = () => {
    if (isOfBothSigns && isDefault) return signColors(threshold, statistics, window);
    const range: ValueRange = window ?? [
      threshold.low,
      threshold.high ?? Math.max(statistics.max, threshold.low + 1e-9),
    ];
    const { transfer } = fuseVolume(basis, { ...chosen, window: range }, false);
    return { paint: colorPaint(transfer), bar: { transfer, range: windowOf(transfer) } };
  };
  const { paint, bar } = colors();
  const shown = { ...paint, alphaOf: () => factor };
  return { paint: withThreshold(shown, threshold.low, isOfBothSigns), bar, isSeen };
}

/** How opaque labels' fills and outlines are. */
export interface LabelShares {
  readonly fill: number;
  readonly outline: number;
}

export function labelShares({ outline, fill }: SliceValues): LabelShares {
  const isOutlined = outline ?? fill === undefined;
  return { fill: fill ?? 0, outline: isOutlined ? 1 : 0 };
}

/** Labels that a volume consists of. */
function labelLook(volume: SliceVolume, basis: Volume, shares: LabelShares): Look {
  const isSeen =
    ({ voxels }: Volume) =>
    (voxel: number) =>
      voxels[voxel]! !== 0;
  const layer = (paints: LabelPaints): SliceLayer => ({ kind: 'labels', source: volume.source, paints });
  // Coarser levels lack labels: each has the colour of its number then.
  if (!volume.isWhole) return { layer: layer(paintEveryLabel(shares)), isSeen };
  const styles = volume.labels?.length ? volume.labels : createAppearance(basis, { mode: 'composite' }).mask?.styles;
  const mask = withLabelColors({ labels: basis, styles: styles ?? [{ label: 1 }] });
  return { layer: layer(paintLabels(mask.styles, shares)), isSeen, styles: mask.styles };
}

/** The labels of `--mask`, over all volumes. */
export function maskLook(mask: Mask, shares: LabelShares): Pick<Look, 'layer' | 'styles'> {
  const { labels, styles } = withLabelColors(mask.styles.length === 1 ? markOnly(mask) : mask);
  return { layer: { kind: 'labels', source: memorySource(labels), paints: paintLabels(styles, shares) }, styles };
}

/** A single label in red: the bone colour that it has in renderings hardly stands out from grey. */
const markOnly = ({ labels, styles }: Mask): Mask => ({
  labels,
  styles: styles.map((style) => ({ color: labelColors(COLORS_WITH_RED)[RED]!, ...style })),
});

const COLORS_WITH_RED = 3;
const RED = 2;

function paintLabels(styles: readonly LabelStyle[], { fill, outline }: LabelShares): LabelPaints {
  const paints = new Map<number, LabelPaint>();
  for (const { label, color, opacity = 1 } of styles) {
    paints.set(label, { color: color!, fill: fill * opacity, outline: outline * opacity });
  }
  return { get: (label) => paints.get(label), isOutlined: outline > 0 };
}

const COLORS = 240;

function paintEveryLabel({ fill, outline }: LabelShares): LabelPaints {
  const paints = labelColors(COLORS).map((color): LabelPaint => ({ color, fill, outline }));
  return {
    get: (label) => (Number.isNaN(label) || label === 0 ? undefined : paints[Math.abs(label) % COLORS]),
    isOutlined: outline > 0,
  };
}
