/** The default appearance of a volume: from its values, and from where they are. */
import { createMask, type Mask } from '../../volume/mask.js';
import { withoutPadding } from '../../volume/padding.js';
import { computeStatistics, percentile, type Statistics, shareBetween } from '../../volume/statistics.js';
import { type LabelVerdict, recognizeLabels } from '../../volume/values/recognize-labels.js';
import { isStatisticMap, recognizeValues, type ValueKind } from '../../volume/values/value-kind.js';
import type { Volume } from '../../volume/volume.js';
import { applyWindow } from '../apply-window.js';
import type { Shading } from '../light/shading.js';
import {
  type Color,
  createTransferFunction,
  type OpacityPoint,
  type TransferFunction,
  type ValueRange,
} from '../transfer-function.js';
import { defaultTransfer, foregroundStart } from './default-transfer.js';
import { labelColors } from './label-colors.js';
import { signedTransfer, windowSigned } from './signed-transfer.js';

/** The appearance that `defaultAppearance` derives from a volume. */
export interface DefaultAppearance {
  /** The kind that the values were taken for. */
  readonly kind: ValueKind;
  /** Whether they are labels, and whether that is a guess, which callers should say. */
  readonly labels: LabelVerdict;
  /** The transfer function with the light that it is for. */
  readonly transfer: TransferFunction;
  /** Labels have one: a colour each, and no values between them. */
  readonly mask?: Mask;
}

/** Light of default appearances: brighter in the shade than VTK's, since a single light leaves nothing else to see there. */
export const DERIVED_LIGHT = {
  ambient: 0.25,
  diffuse: 0.75,
  specular: 0.2,
  shininess: 20,
} as const satisfies Partial<Shading>;

/**
 * A lit default appearance: surfaces where tissue begins, colours by value. Voxels
 * of NaN are nothing. More voxels of one value around the volume change nothing.
 */
export function defaultAppearance(
  volume: Volume,
  statistics: Statistics = computeStatistics(volume),
): DefaultAppearance {
  const labels = recognizeLabels(volume);
  const ofContents = withoutPadding(volume, statistics);
  const kind = recognizeKind(volume, [statistics, ofContents], labels);
  if (kind === 'labels') return { ...showLabels(volume, statistics), labels };
  return { kind, labels, transfer: { ...createTransfer(kind, volume, ofContents), shading: DERIVED_LIGHT } };
}

/** Air around a CT tells what its values are, however much or little of it there is. */
function recognizeKind(volume: Volume, [ofAll, ofContents]: readonly [Statistics, Statistics], labels: LabelVerdict) {
  const kind = recognizeValues(volume, ofAll, labels);
  return kind === 'hounsfield' || ofAll === ofContents ? kind : recognizeValues(volume, ofContents, labels);
}

/** The default appearance in a window of values, which makes values of labels; of a map of both signs, a window above zero is of magnitudes. */
export function windowAppearance(
  volume: Volume,
  window: ValueRange,
  statistics: Statistics = computeStatistics(volume),
): TransferFunction {
  const { kind, mask, transfer } = defaultAppearance(volume, statistics);
  const ofContents = withoutPadding(volume, statistics);
  if (mask) return applyWindow(defaultTransfer(ofContents), window);
  if (kind === 'signed' && isStatisticMap(volume, ofContents)) {
    return { ...windowSigned(volume, createOpacity(ofContents), window), shading: DERIVED_LIGHT };
  }
  return applyWindow(transfer, window);
}

function createTransfer(kind: Exclude<ValueKind, 'labels'>, volume: Volume, statistics: Statistics): TransferFunction {
  switch (kind) {
    case 'constant':
      return defaultTransfer(statistics);
    case 'hounsfield':
      return showHounsfield(statistics);
    case 'signed':
      return signedTransfer(volume, createOpacity(statistics));
    case 'bright-background':
      return showMagnitude(mirror(statistics), -1);
    case 'magnitude':
      return showMagnitude(statistics, 1);
  }
}

/** Fraction of a side of the volume: a layer of the densest tissue of this depth lets 5 % of the light through. */
const SOLID_DEPTH = 0.03;
/** Even in small volumes surfaces stay soft. */
const MAX_OPACITY = 0.95;

/** Maps a share of the full extinction to the opacity of a unit of length. */
function createOpacity({ voxelCount, missingCount }: Statistics): (share: number) => number {
  const side = Math.cbrt(voxelCount + missingCount);
  const full = 3 / (SOLID_DEPTH * side);
  return (share) => Math.min(1 - Math.exp(-full * share), MAX_OPACITY);
}

type Ramp<T> = readonly (readonly [number, T])[];

const createPoints = (opacities: Ramp<number>, colors: Ramp<Color>): TransferFunction =>
  createTransferFunction({
    opacities: opacities.map(([value, opacity]): OpacityPoint => ({ value, opacity })),
    colors: colors.map(([value, color]) => ({ value, color })),
  });

/** Colours of Hounsfield units: soft tissue with contrast agent in reds, bone in ivory. */
const BONE_COLORS: Ramp<Color> = [
  [60, [0.5, 0.2, 0.14]],
  [200, [0.78, 0.4, 0.26]],
  [300, [0.88, 0.68, 0.46]],
  [450, [0.95, 0.88, 0.75]],
  [1500, [1, 0.98, 0.94]],
];
const SKIN_COLORS: Ramp<Color> = [
  [-300, [0.75, 0.52, 0.4]],
  [-50, [0.86, 0.65, 0.5]],
  [80, [0.8, 0.45, 0.36]],
  [200, [0.95, 0.85, 0.75]],
];
const BODY = [-200, 32_767] as const;
const BONE = [250, 32_767] as const;
const MIN_BONE_SHARE = 0.01;
/** Fraction of soft tissue's highest bin: where the histogram has fallen to it, noise of soft tissue ends. */
const SOFT_FOOT = 0.02;
const SOFT_PEAK = [0, 110] as const;
const BONE_START = [110, 260] as const;

/** Bone and contrast agent, as most CTs are made for; skin and organs where there are none. */
function showHounsfield(statistics: Statistics): TransferFunction {
  const opacity = createOpacity(statistics);
  const bone = shareBetween(statistics, ...BONE) / Math.max(shareBetween(statistics, ...BODY), 1e-9);
  if (bone < MIN_BONE_SHARE) {
    return createPoints(
      [
        [-400, 0],
        [-250, opacity(0.2)],
        [-50, opacity(0.4)],
        [150, opacity(1)],
      ],
      SKIN_COLORS,
    );
  }
  const start = endOfSoftTissue(statistics);
  return createPoints(
    [
      [start, 0],
      [start + 60, opacity(0.15)],
      [start + 160, opacity(0.6)],
      [start + 400, opacity(1)],
    ],
    BONE_COLORS,
  );
}

function endOfSoftTissue(statistics: Statistics): number {
  const width = 10;
  const at = (value: number) => shareBetween(statistics, value, value + width);
  let [peak, value] = [0, SOFT_PEAK[0] as number];
  for (let near = SOFT_PEAK[0]; near <= SOFT_PEAK[1]; near += width) {
    if (at(near) > peak) [peak, value] = [at(near), near];
  }
  while (value < BONE_START[1] && at(value) > SOFT_FOOT * peak) value += width;
  return Math.max(value, BONE_START[0]);
}

/** Colours from the first visible value (0) to the brightest (1). */
const TISSUE_COLORS: Ramp<Color> = [
  [0, [0.36, 0.2, 0.15]],
  [0.2, [0.6, 0.38, 0.28]],
  [0.5, [0.84, 0.66, 0.5]],
  [0.8, [0.95, 0.87, 0.75]],
  [1, [1, 0.98, 0.94]],
];
const BRIGHTEST_FRACTION = 0.995;
/** Quantile of the foreground: if it is that much brighter than the middle, the brightest voxels are the subject. */
const TAIL_FRACTION = 0.999;
const TAIL_RATIO = 3;
/** Depth of the fainter foreground around bright structures, through all of the volume. */
const VEIL_DEPTH = 0.6;

/** Surfaces where the foreground begins, or, in a veil, where bright structures in it do. `sign` is −1 for mirrored values. */
function showMagnitude(statistics: Statistics, sign: 1 | -1): TransferFunction {
  const { voxelCount } = statistics;
  const start = foregroundStart(statistics);
  const hidden = shareBetween(statistics, statistics.min, start);
  const at = (fraction: number) => percentile(statistics, hidden + (1 - hidden) * fraction);
  const end = Math.max(at(BRIGHTEST_FRACTION), start + (statistics.max - start) / 1000);
  const opacity = createOpacity(statistics);
  const middle = Math.max(at(0.5) - start, (end - start) / 1000);
  const hasTail = at(TAIL_FRACTION) - start > TAIL_RATIO * middle;
  const solid = hasTail ? brightStart(statistics, start, end) : start;
  const valueAt = (share: number) => solid + share * (end - solid);
  const veil = 1 - Math.exp(-VEIL_DEPTH / Math.cbrt(voxelCount));
  const opacities: Ramp<number> = [
    [start, 0],
    ...(hasTail ? [[solid, veil] as const] : []),
    [valueAt(0.1), Math.max(opacity(0.1), hasTail ? veil : 0)],
    [valueAt(0.3), opacity(0.5)],
    [valueAt(1), opacity(1)],
  ];
  const colors = TISSUE_COLORS.map(([share, color]) => [start + share * (end - start), color] as const);
  const turn = <T>(ramp: Ramp<T>) => ramp.map(([value, what]) => [sign * value, what] as const);
  return createPoints(turn(opacities), turn(colors));
}

/** The value that splits the foreground best in two. */
function brightStart(statistics: Statistics, start: number, end: number): number {
  const { min, counts, binWidth } = statistics;
  let [total, moment] = [0, 0];
  const values = function* () {
    for (let bin = 0; bin < counts.length; bin++) {
      const value = min + bin * binWidth;
      if (counts[bin]! > 0 && value > start) yield { value: Math.min(value, end), count: counts[bin]! };
    }
  };
  for (const { value, count } of values()) {
    total += count;
    moment += count * (value - start);
  }
  let [split, largest, lower, lowerMoment] = [start, 0, 0, 0];
  for (const { value, count } of values()) {
    lower += count;
    lowerMoment += count * (value - start);
    const upper = total - lower;
    if (upper === 0) break;
    const variance = lower * upper * ((moment - lowerMoment) / upper - lowerMoment / lower) ** 2;
    if (variance > largest) [largest, split] = [variance, value];
  }
  return split;
}

/** The statistics of −v in place of v. */
function mirror(statistics: Statistics): Statistics {
  return { ...statistics, min: -statistics.max, max: -statistics.min, counts: statistics.counts.slice().reverse() };
}

/** All labels but 0 and what is below it, in colours of their own. */
function showLabels(volume: Volume, statistics: Statistics): Omit<DefaultAppearance, 'labels'> {
  const labels = listLabels(volume, statistics);
  const colors = labelColors(labels.length);
  const styles = labels.map((label, index) => ({ label, color: colors[index]! }));
  const transfer = createTransferFunction({
    colors: [{ value: labels[0]!, color: colors[0]! }],
    opacities: [{ value: labels[0]!, opacity: 1 }],
    shading: DERIVED_LIGHT,
  });
  const voxels = statistics.missingCount > 0 ? volume.voxels.map((label) => label || 0) : volume.voxels;
  return { kind: 'labels', transfer, mask: createMask({ labels: { ...volume, voxels }, styles }) };
}

/** The labels that are shown, in ascending order. */
function listLabels({ voxels }: Volume, { min, counts, exact }: Statistics): number[] {
  const all = exact
    ? Array.from(counts.keys(), (bin) => min + bin).filter((label) => counts[label - min]! > 0)
    : voxels;
  return [...new Set<number>(all)].filter((label) => label > 0).sort((a, b) => a - b);
}
