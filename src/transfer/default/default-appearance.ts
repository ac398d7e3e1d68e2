/** The default appearance of a volume: from its values, and from where they are. */
import { flatAxis } from '../../math/flat-axis.js';
import type { Vec3 } from '../../math/vec3.js';
import { createMask, type Mask } from '../../volume/mask.js';
import { withoutPadding } from '../../volume/statistics/padding.js';
import { sampleStatistics } from '../../volume/statistics/sample-statistics.js';
import { computeStatistics, type Statistics } from '../../volume/statistics/statistics.js';
import { type LabelVerdict, recognizeLabels } from '../../volume/values/recognize-labels.js';
import { holdsHounsfield, isStatisticMap, recognizeValues, type ValueKind } from '../../volume/values/value-kind.js';
import { spacings, type Volume } from '../../volume/volume.js';
import { applyWindow } from '../apply-window.js';
import { createTransferFunction, type TransferFunction, type ValueRange } from '../transfer-function.js';
import { defaultTransfer } from './default-transfer.js';
import { DERIVED_LIGHT } from './derived-light.js';
import { showDose } from './dose-transfer.js';
import { showHounsfield } from './hounsfield-transfer.js';
import { labelColors } from './label-colors.js';
import { lightColors } from './light-colors.js';
import { mirror, showMagnitude } from './magnitude-transfer.js';
import { showPlane } from './plane-transfer.js';
import { createOpacity } from './ramp.js';
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
  /** The axis of voxels across which the middle slice alone is worth seeing, where noise hides all others, or there are a few that are far apart or make no depth. */
  readonly sliceAxis?: 0 | 1 | 2;
  /** Whether that is since a few slices make no depth. */
  readonly isFlatStack?: true;
}

/**
 * A lit default appearance: surfaces where tissue begins, colours by value. Voxels
 * of NaN are nothing. More voxels of one value around the volume change nothing. Some of many voxels are looked at.
 * @param known statistics of all voxels, where they are known: they change nothing but the time that it takes.
 */
export function defaultAppearance(volume: Volume, known?: Statistics): DefaultAppearance {
  return deriveAppearance(volume, known, true);
}

/** The default appearance of a volume of which all slices are shown, or those that are asked for, however far apart they are. */
export function wholeAppearance(volume: Volume, known?: Statistics): DefaultAppearance {
  return deriveAppearance(volume, known, false);
}

/** @param cutsSparse whether a few slices far apart, or without depth, are shown by one. */
function deriveAppearance(volume: Volume, known: Statistics | undefined, cutsSparse: boolean): DefaultAppearance {
  const labels = recognizeLabels(volume);
  const statistics = sampleStatistics(volume, known);
  const ofContents = withoutPadding(volume, statistics);
  const kind = recognizeKind(volume, [statistics, ofContents], labels);
  if (kind === 'labels') return { ...showLabels(volume, known ?? computeStatistics(volume)), labels };
  const isNoise = kind === 'noise';
  const isCut = isNoise || (cutsSparse && kind !== 'signed' && kind !== 'constant');
  const flat = isCut && !isNoise && kind !== 'dose' && !isSparse(statistics) ? flatStackAxis(volume) : undefined;
  const sliceAxis = flat ?? (isCut ? sliceAxisOf(volume, !isNoise) : undefined);
  return {
    kind,
    labels,
    transfer: lightColors(volume, createTransfer(kind, volume, ofContents, sliceAxis !== undefined)),
    ...(sliceAxis !== undefined && { sliceAxis }),
    ...(flat !== undefined && { isFlatStack: true as const }),
  };
}

/** Air around a CT tells what its values are, however much or little of it there is. */
const recognizeKind = (volume: Volume, [ofAll, ofContents]: readonly [Statistics, Statistics], labels: LabelVerdict) =>
  holdsHounsfield(volume, ofAll) ? 'hounsfield' : recognizeValues(volume, ofContents, labels);

/** The transfer function of `windowedAppearance`. */
export const windowAppearance = (volume: Volume, window: ValueRange, known?: Statistics): TransferFunction =>
  windowedAppearance(volume, window, known).transfer;

/** The default appearance in a window of values, which makes values of labels; of a map of both signs, a window above zero is of magnitudes. */
export function windowedAppearance(
  volume: Volume,
  window: ValueRange,
  known?: Statistics,
): Pick<DefaultAppearance, 'transfer' | 'sliceAxis'> {
  const { kind, mask, transfer, sliceAxis } = wholeAppearance(volume, known);
  const ofContents = withoutPadding(volume, sampleStatistics(volume, known));
  if (mask) return { transfer: applyWindow(defaultTransfer(ofContents), window) };
  if (kind === 'signed' && isStatisticMap(volume, ofContents)) {
    return { transfer: { ...windowSigned(volume, createOpacity(ofContents), window), shading: DERIVED_LIGHT } };
  }
  return { transfer: applyWindow(transfer, window), ...(sliceAxis !== undefined && { sliceAxis }) };
}

function createTransfer(
  kind: Exclude<ValueKind, 'labels'>,
  volume: Volume,
  statistics: Statistics,
  isSlice: boolean,
): TransferFunction {
  const isPlane = isSlice || volume.sizes.includes(1);
  if (isPlane && kind !== 'signed' && kind !== 'constant') return showPlane(statistics, kind === 'hounsfield');
  const lit = (transfer: TransferFunction) => ({ ...transfer, shading: DERIVED_LIGHT });
  switch (kind) {
    case 'constant':
      return lit(defaultTransfer(statistics));
    case 'hounsfield':
      return lit(showHounsfield(statistics));
    case 'dose':
      return showDose(statistics);
    case 'signed':
      return lit(signedTransfer(volume, createOpacity(statistics)));
    case 'noise':
    case 'texture':
      return showPlane(statistics, false);
    case 'bright-background':
      return lightDeep(volume, showMagnitude(volume, mirror(statistics), -1));
    case 'magnitude':
      return lightDeep(volume, showMagnitude(volume, statistics, 1));
  }
}

/** Least spacing of slices by that within them, from which on they are told by it. */
const SLICE_SPACING = 1.05;
/** Spacing of slices by that within them: interpolation over more makes up all that is seen from the side. Thick slices have up to 10. */
const SPARSE_SPACING = 12;
/** More slices than this show an outline, however far apart they are. */
const MAX_SPARSE = 16;

/**
 * The axis that slices were taken along: that of the largest spacing, else from foot to head, or k. Undefined of a single slice.
 * @param isSparse whether only a few that lie far apart are meant.
 */
function sliceAxisOf(volume: Volume, isSparse: boolean): 0 | 1 | 2 | undefined {
  if (volume.sizes.includes(1)) return undefined;
  const { anatomical, indexToWorld } = volume;
  const lengths = spacings(volume);
  const [largest, second] = ([0, 1, 2] as const).toSorted((a, b) => lengths[b] - lengths[a]);
  const ratio = lengths[largest!] / lengths[second!];
  if (isSparse) return ratio > SPARSE_SPACING && volume.sizes[largest!] <= MAX_SPARSE ? largest : undefined;
  if (ratio > SLICE_SPACING) return largest!;
  const height = (axis: 0 | 1 | 2) => Math.abs(indexToWorld.columns[axis][2]) / lengths[axis];
  return anatomical ? ([0, 1, 2] as const).reduce((best, axis) => (height(axis) > height(best) ? axis : best)) : 2;
}

/** Slices of a flat stack, up to which its faces and the cuts through what it shows are all that is seen of it: of a body by anatomy, and of anything. */
const MAX_FLAT = { anatomical: 16, other: 4 };

/** The axis along which a few slices are, which are together less than a fourth as deep as they are wide. */
function flatStackAxis({ sizes, anatomical, ...volume }: Volume): 0 | 1 | 2 | undefined {
  if (sizes.includes(1)) return undefined;
  const lengths = spacings(volume);
  const axis = flatAxis(sizes.map((size, at) => size * lengths[at]!) as unknown as Vec3);
  const most = anatomical ? MAX_FLAT.anatomical : MAX_FLAT.other;
  return axis !== undefined && sizes[axis] <= most ? axis : undefined;
}

/** Share of voxels with the most frequent value, beyond which few structures are in a void: one slice would miss most of them. */
const MAX_VOID = 0.9;

const isSparse = ({ counts, voxelCount, missingCount }: Statistics): boolean =>
  counts.reduce((most, count) => Math.max(most, count), missingCount) > MAX_VOID * (voxelCount + missingCount);

/** The face of a stack of few slices is cut through what it shows, and has the light of noise: it is seen in its own colours. */
function lightDeep(volume: Volume, { shading, ...unlit }: TransferFunction): TransferFunction {
  const [x, y, z] = spacings(volume);
  const [ni, nj, nk] = volume.sizes;
  return flatAxis([ni * x, nj * y, nk * z]) === undefined && shading ? { ...unlit, shading } : unlit;
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
