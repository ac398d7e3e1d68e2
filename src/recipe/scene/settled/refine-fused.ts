/** Volumes after the first on a grid much coarser than the first's, whose voxels would show as stairs and creases: they are refined. */
import {
  defaultAppearance,
  smallestSpacing,
  type TransferFunction,
  type ValueRange,
  type Volume,
} from '../../../index.js';
import { cutBetween, evaluateOpacity, refineMasked } from '../../../lab.js';

/** Spacing by that of the first volume, from which on the creases of trilinear interpolation are seen. */
const MIN_RATIO = 1.5;
/** Voxels of a volume refined by each factor at most: 32 MiB, as of a map of a head by 3 mm, and 128 MiB, as of one by 1.3 mm. */
const FACTORS = [
  { factor: 3, most: 2 ** 23 },
  { factor: 2, most: 2 ** 25 },
] as const;
/** Zeros around a part that is refined by itself: more than values reach into them. */
const MARGIN = 4;

/** A volume as it is refined where a range of values is hidden. Undefined where it stays as it is: labels, those in which voxels are missing, and those that are too large. */
interface Refined {
  readonly hidden: ValueRange;
  readonly shown: Volume | undefined;
}

/** The last one alone: a threshold that somebody moves would leave one after the other. */
const refined = new WeakMap<Volume, Refined>();

/** The range that nothing outside of decides, of volumes that are small enough. */
const ANY_RANGE: ValueRange = [-Infinity, Infinity];

/**
 * The volume as it is shown over one of that spacing. Of one that is too large, the part around what is not zero is taken where that is small
 * enough and zeros are hidden, or that around what is not hidden, as beyond a threshold.
 */
export function refineFused(volume: Volume, spacing: number, transfer: TransferFunction): Volume {
  if (!isCoarse(volume, spacing)) return volume;
  const isSmall = factorFor(volume) !== undefined;
  const hidden = isSmall ? ANY_RANGE : hiddenAround(transfer);
  if (!hidden) return volume;
  const known = refined.get(volume);
  if (known?.hidden.join() === hidden.join()) return known.shown ?? volume;
  const shown = mayRefine(volume) ? refineSmallest(isSmall ? [volume] : cutParts(volume, hidden)) : undefined;
  refined.set(volume, { hidden, shown });
  return shown ?? volume;
}

function* cutParts(volume: Volume, hidden: ValueRange): Generator<Volume> {
  yield cutBetween(volume, [0, 0], MARGIN);
  yield cutBetween(volume, hidden, MARGIN);
}

/** The first part that is small enough, refined. */
function refineSmallest(parts: Iterable<Volume>): Volume | undefined {
  for (const part of parts) {
    const factor = factorFor(part);
    if (factor) return refineMasked(part, factor);
  }
  return undefined;
}

/** The range of values around zero that are transparent; undefined where zero is not. */
function hiddenAround(transfer: TransferFunction): ValueRange | undefined {
  if (evaluateOpacity(transfer, 0) > 0) return undefined;
  const endOf = (points: TransferFunction['opacities'], end: number) => {
    const shown = points.findIndex(({ opacity }) => opacity > 0);
    return shown < 0 ? end : (points[shown - 1]?.value ?? 0);
  };
  const { opacities } = transfer;
  const above = opacities.filter(({ value }) => value >= 0);
  const below = opacities.filter(({ value }) => value <= 0).toReversed();
  return [endOf(below, -Infinity), endOf(above, Infinity)];
}

/** Whether the voxels of a volume over one of that spacing show, since it was too large to be refined. */
export const staysCoarse = (volume: Volume, shown: Volume, spacing: number): boolean =>
  shown === volume && isCoarse(volume, spacing) && !factorFor(volume) && mayRefine(volume);

const isCoarse = (volume: Volume, spacing: number) => smallestSpacing(volume) >= MIN_RATIO * spacing;

const factorFor = ({ voxels }: Volume) =>
  FACTORS.find(({ factor, most }) => factor ** 3 * voxels.length <= most)?.factor;

const mayRefine = (volume: Volume) =>
  volume.voxels.every((value) => !Number.isNaN(value)) && defaultAppearance(volume).kind !== 'labels';
