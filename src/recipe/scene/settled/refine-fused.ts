/** Volumes after the first on a grid much coarser than the first's, whose voxels would show as stairs and creases: they are refined. */
import { defaultAppearance, smallestSpacing, type Volume } from '../../../index.js';
import { refineMasked } from '../../../lab.js';

/** Spacing by that of the first volume, from which on the creases of trilinear interpolation are seen. */
const MIN_RATIO = 1.5;
/** Voxels of a volume refined by each factor at most: 32 MiB, as of a map of a head by 3 mm, and 128 MiB, as of one by 1.3 mm. */
const FACTORS = [
  { factor: 3, most: 2 ** 23 },
  { factor: 2, most: 2 ** 25 },
] as const;

/** Undefined where it stays as it is: volumes of labels, and those in which voxels are missing. */
const refined = new WeakMap<Volume, Volume | undefined>();

/** The volume as it is shown over one of that spacing. */
export function refineFused(volume: Volume, spacing: number): Volume {
  const isCoarse = smallestSpacing(volume) >= MIN_RATIO * spacing;
  const factor = FACTORS.find(({ factor, most }) => factor ** 3 * volume.voxels.length <= most)?.factor;
  if (!isCoarse || !factor) return volume;
  if (!refined.has(volume)) refined.set(volume, mayRefine(volume) ? refineMasked(volume, factor) : undefined);
  return refined.get(volume) ?? volume;
}

const mayRefine = (volume: Volume) =>
  volume.voxels.every((value) => !Number.isNaN(value)) && defaultAppearance(volume).kind !== 'labels';
