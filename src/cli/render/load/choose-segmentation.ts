/** A volume of labels after the first of `tilecast render`: a segmentation of it, unless options say how its values are shown. */
import type { OptionValues } from '../../../recipe/options.js';
import { holdsLabels, leavesLabelsOpen } from '../../../recipe/scene/labels/holds-labels.js';
import { describeGuess } from '../../../recipe/scene/labels/label-guess.js';
import type { SceneChoice } from '../../../recipe/scene/scene-choice.js';
import type { LoadedLabels } from '../../../recipe/scene/scene-data.js';
import { say } from '../../say.js';
import { listKnown } from './load-mask.js';
import type { VolumeInput } from './load-volumes.js';

export interface VolumesBeside {
  readonly segmentation: LoadedLabels | undefined;
  /** The other volumes. */
  readonly others: readonly VolumeInput[];
}

/** Finds the last volume of labels among those after the first, and says how it is shown. */
export function chooseSegmentation(
  first: VolumeInput,
  beside: readonly VolumeInput[],
  values: OptionValues,
  choice: SceneChoice,
): VolumesBeside {
  const isBlocky = values.blocky === true;
  const isOpen = values.mask === undefined && leavesLabelsOpen(choice);
  const takesAny = isOpen && (choice.labelSurfaces !== false || isBlocky);
  const finestOf = ({ opened }: VolumeInput) => opened.finest ?? opened.volume;
  const verdicts = takesAny ? beside.map((one) => holdsLabels(one.opened.volume, finestOf(one), finestOf(first))) : [];
  const at = verdicts.findLastIndex(({ isOfOther }) => isOfOther);
  if (at < 0) return { segmentation: undefined, others: beside };
  const { name, opened } = beside[at]!;
  const { volume, labels } = opened;
  const shows = isBlocky
    ? 'the first volume is shown in them; without --blocky their surfaces are, within it'
    : `they are shown by their surfaces within the first volume; --mask ${name} shows the first volume in them`;
  const guess = describeGuess(name, volume, verdicts[at]!.verdict, `${shows}; --voxels values shows values`);
  say(guess ?? `${name}: holds labels, and ${shows}`);
  return {
    segmentation: { volume, styles: listKnown(volume, labels, name) },
    others: beside.filter((_, index) => index !== at),
  };
}
