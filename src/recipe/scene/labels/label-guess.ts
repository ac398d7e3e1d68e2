/** The line about volumes that were taken for labels, or for values, without anybody saying which they are. */
import type { Mask, Volume } from '../../../index.js';
import type { LabelVerdict } from '../../../lab.js';

/** Undefined where it is known, or plain to see. @param shows how labels are shown, and how to see values. */
export function describeGuess(
  name: string,
  { meaning }: Pick<Volume, 'meaning'>,
  { isLabels, isGuess }: LabelVerdict,
  shows = 'is shown as such; --voxels values shows values',
): string | undefined {
  if (meaning === 'labels' && !isLabels)
    return `${name}: is to be labels, but holds other than positive integers, and is shown by its values`;
  if (!isGuess) return undefined;
  if (isLabels) return `${name}: looks like labels, and ${shows}`;
  return `${name}: may be labels, but is shown by its values; --voxels labels shows each with a colour of its own`;
}

/** The line about labels of single voxels, for which balls stand. @param shown the mask that surfaces are of, another one where there are any. */
export const describeDots = (name: string, given: Mask, shown: Mask): string | undefined =>
  shown === given
    ? undefined
    : `${name}: has labels of single voxels, which are shown as balls of a size that is seen; --blocky shows the voxels`;
