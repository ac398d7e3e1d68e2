/** Volumes after the first on a grid much coarser than the first's, whose voxels would show as stairs and creases: they are refined. */
import { defaultAppearance, smallestSpacing, type TransferFunction, type Volume } from '../../../index.js';
import { cutZeros, evaluateOpacity, refineMasked } from '../../../lab.js';

/** Spacing by that of the first volume, from which on the creases of trilinear interpolation are seen. */
const MIN_RATIO = 1.5;
/** Voxels of a volume refined by each factor at most: 32 MiB, as of a map of a head by 3 mm, and 128 MiB, as of one by 1.3 mm. */
const FACTORS = [
  { factor: 3, most: 2 ** 23 },
  { factor: 2, most: 2 ** 25 },
] as const;
/** Zeros around a part that is refined by itself: more than values reach into them. */
const MARGIN = 4;

/** Undefined where it stays as it is: volumes of labels, those in which voxels are missing, and those that are too large. */
const refined = new WeakMap<Volume, Volume | undefined>();

/**
 * The volume as it is shown over one of that spacing. Of one that is too large, the part around what is not zero is taken where that is small
 * enough and zeros are hidden.
 */
export function refineFused(volume: Volume, spacing: number, transfer: TransferFunction): Volume {
  if (!isCoarse(volume, spacing)) return volume;
  const hidesZeros = evaluateOpacity(transfer, 0) === 0;
  if (!hidesZeros && !factorFor(volume)) return volume;
  if (!refined.has(volume)) refined.set(volume, refineWhereSmall(volume));
  return refined.get(volume) ?? volume;
}

function refineWhereSmall(volume: Volume): Volume | undefined {
  if (!mayRefine(volume)) return undefined;
  const part = factorFor(volume) ? volume : cutZeros(volume, MARGIN);
  const factor = factorFor(part);
  return factor && refineMasked(part, factor);
}

/** Whether the voxels of a volume over one of that spacing show, since it was too large to be refined. */
export const staysCoarse = (volume: Volume, shown: Volume, spacing: number): boolean =>
  shown === volume && isCoarse(volume, spacing) && !factorFor(volume) && mayRefine(volume);

const isCoarse = (volume: Volume, spacing: number) => smallestSpacing(volume) >= MIN_RATIO * spacing;

const factorFor = ({ voxels }: Volume) =>
  FACTORS.find(({ factor, most }) => factor ** 3 * voxels.length <= most)?.factor;

const mayRefine = (volume: Volume) =>
  volume.voxels.every((value) => !Number.isNaN(value)) && defaultAppearance(volume).kind !== 'labels';
