/** The line about volumes that were taken for labels, or for values, without anybody saying which they are. */
import type { Volume } from '../../../index.js';
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
