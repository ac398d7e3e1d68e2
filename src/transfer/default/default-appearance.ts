/** The default appearance of a volume: from its values, and from where they are. */
import { findSubject } from '../../volume/find-subject.js';
import { createMask, type Mask } from '../../volume/mask.js';
import { withoutPadding } from '../../volume/statistics/padding.js';
import { sampleStatistics } from '../../volume/statistics/sample-statistics.js';
import { computeStatistics, type Statistics } from '../../volume/statistics/statistics.js';
import type { SubjectBox } from '../../volume/subject-box.js';
import { type LabelVerdict, recognizeLabels } from '../../volume/values/recognize-labels.js';
import { holdsHounsfield, isStatisticMap, recognizeValues, type ValueKind } from '../../volume/values/value-kind.js';
import type { Volume, VoxelArray } from '../../volume/volume.js';
import { applyWindow } from '../apply-window.js';
import { createTransferFunction, type TransferFunction, type ValueRange } from '../transfer-function.js';
import { defaultTransfer } from './default-transfer.js';
import { showDensity, showDifferences } from './density-transfer.js';
import { DERIVED_LIGHT, derivedLight } from './derived-light.js';
import { showDose } from './dose-transfer.js';
import { showHounsfield } from './hounsfield-transfer.js';
import { labelColors } from './label-colors.js';
import { lightColors } from './light-colors.js';
import { mirror, showMagnitude } from './magnitude-transfer.js';
import { showPlane, takeMiddleSlice } from './plane-transfer.js';
import { createOpacity } from './ramp.js';
import { planeOfSigns, signedTransfer, windowSigned } from './signed-transfer.js';
import { findSliceAlone, flatAxisOf, type SliceReason } from './slice-alone.js';

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
  /** The axis of voxels across which the middle slice alone is worth seeing. */
  readonly sliceAxis?: 0 | 1 | 2;
  /** Why that is. */
  readonly sliceReason?: SliceReason;
  /** The part of a CT that is worth seeing, where thin shells lie apart from it, as a head rest does. */
  readonly subject?: SubjectBox;
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
  if (kind === 'labels') return { ...showLabels(volume, known), labels };
  const slice = findSliceAlone(volume, kind, cutsSparse, [statistics, ofContents]);
  const transfer = lightColors(volume, createTransfer(kind, volume, ofContents, slice?.sliceAxis));
  const subject =
    cutsSparse && kind === 'hounsfield' && !slice ? findSubject(volume, visibleFrom(transfer)) : undefined;
  return { kind, labels, transfer, ...slice, ...(subject && { subject }) };
}

/** Opacity of what is seen by itself. */
const VISIBLE = 0.02;

/** The first value of a transfer function that is visible. */
const visibleFrom = ({ opacities }: TransferFunction): number =>
  opacities.find(({ opacity }) => opacity > VISIBLE)?.value ?? Infinity;

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
  sliceAxis: 0 | 1 | 2 | undefined,
): TransferFunction {
  const isPlane = sliceAxis !== undefined || volume.sizes.includes(1);
  const slice = sliceAxis === undefined ? undefined : takeMiddleSlice(volume, sliceAxis);
  if (kind === 'signed' && slice && isStatisticMap(volume, statistics)) return planeOfSigns(volume, slice.values);
  if (isPlane && (kind !== 'signed' || slice)) return showPlane(statistics, kind, slice);
  const lit = (transfer: TransferFunction) => ({ ...transfer, shading: derivedLight(transfer) });
  switch (kind) {
    case 'constant':
      return lit(defaultTransfer(statistics));
    case 'hounsfield':
      return lit(showHounsfield(statistics));
    case 'dose':
      return showDose(statistics);
    case 'density':
      return lit(showDensity(statistics));
    case 'signed':
      return lit(
        volume.meaning === 'crystal density'
          ? showDifferences(statistics)
          : signedTransfer(volume, createOpacity(statistics)),
      );
    case 'noise':
    case 'texture':
      return showPlane(statistics, kind);
    case 'bright-background':
      return lightDeep(volume, showMagnitude(volume, mirror(statistics), -1));
    case 'magnitude':
      return lightDeep(volume, showMagnitude(volume, statistics, 1));
  }
}

/** The face of a stack of few slices is cut through what it shows, and has the light of noise: it is seen in its own colours. */
function lightDeep(volume: Volume, { shading, ...unlit }: TransferFunction): TransferFunction {
  return flatAxisOf(volume) === undefined && shading ? { ...unlit, shading } : unlit;
}

/** All labels but 0 and what is below it, in colours of their own. */
function showLabels(volume: Volume, known: Statistics | undefined): Omit<DefaultAppearance, 'labels'> {
  const { labels, hasMissing } = listLabels(volume, known);
  const colors = labelColors(labels.length);
  const styles = labels.map((label, index) => ({ label, color: colors[index]! }));
  const transfer = createTransferFunction({
    colors: [{ value: labels[0]!, color: colors[0]! }],
    opacities: [{ value: labels[0]!, opacity: 1 }],
    shading: DERIVED_LIGHT,
  });
  const voxels = hasMissing ? volume.voxels.map((label) => label || 0) : volume.voxels;
  return { kind: 'labels', transfer, mask: createMask({ labels: { ...volume, voxels }, styles }) };
}

/** The labels that are shown, in ascending order, and whether any voxel is NaN. */
function listLabels({ voxels }: Volume, known: Statistics | undefined) {
  const isSmall = voxels.BYTES_PER_ELEMENT <= 2;
  const { labels, hasMissing } = isSmall ? listCounted(known ?? computeStatistics({ voxels })) : listFound(voxels);
  return { labels: labels.filter((label) => label > 0).sort((a, b) => a - b), hasMissing };
}

function listCounted({ min, counts, missingCount }: Statistics) {
  const all = Array.from(counts.keys(), (bin) => min + bin);
  return { labels: all.filter((label) => counts[label - min]! > 0), hasMissing: missingCount > 0 };
}

/** Most voxels have the label of the one before: a set is asked at edges alone, and takes a tenth of the time that counting does. */
function listFound(voxels: VoxelArray) {
  const found = new Set<number>();
  let hasMissing = false;
  let last = Number.NaN;
  for (let index = 0; index < voxels.length; index++) {
    const label = voxels[index]!;
    if (label === last) continue;
    last = label;
    if (Number.isNaN(label)) hasMissing = true;
    else found.add(label);
  }
  return { labels: [...found], hasMissing };
}
