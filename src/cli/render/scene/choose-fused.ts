/** The second and the third volume of `tilecast render`, which are fused with the first. */
import { corners, type FusedVolume, formatTransfer, readTransfer, type Volume } from '../../../index.js';
import { recognizeLabels } from '../../../lab.js';
import { readInputText } from '../../../node/index.js';
import type { OptionValues } from '../../../recipe/options.js';
import { isInlineTransfer } from '../../../recipe/parse/file-or-name.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { fuseVolume } from '../../../recipe/scene/appearance.js';
import { describeGuess } from '../../../recipe/scene/label-guess.js';
import { say } from '../../say.js';
import { findNamedOrGiven, isTransferFile, tellTransfer } from './choose-transfer.js';

/** A volume with its name. */
export interface NamedVolume {
  readonly name: string;
  readonly volume: Volume;
}

export interface FusionPlan {
  /** @throws InputError if an option is for volumes that are not there. */
  readonly fuse: (first: Volume, others: readonly NamedVolume[]) => readonly FusedVolume[];
  /** The transfer functions as a recipe has them: files by what is in them. */
  readonly recorded: readonly string[] | undefined;
}

type FusedOptions = Pick<
  OptionValues,
  'fused-transfer' | 'fused-window' | 'fused-threshold' | 'fused-opacity' | 'shade'
>;

/** Reads and checks all that can be without the volumes. */
export async function chooseFused(values: FusedOptions): Promise<FusionPlan> {
  const { 'fused-transfer': names, 'fused-window': windows, 'fused-opacity': opacities } = values;
  const thresholds = values['fused-threshold'];
  const inlined = names && (await Promise.all(names.map(inlineFile)));
  const chosen = await Promise.all((inlined ?? []).map((text) => findNamedOrGiven('fused-transfer', text)));
  const fuse = (first: Volume, others: readonly NamedVolume[]): readonly FusedVolume[] => {
    for (const name of ['fused-transfer', 'fused-window', 'fused-threshold', 'fused-opacity'] as const) {
      const count = values[name]?.length ?? 1;
      if (others.length === 0 && values[name]) fail(`--${name}: is for a second volume, and there is none`);
      if (count !== 1 && count !== others.length) {
        fail(`--${name}: must be given once, or once for each volume after the first, not ${count} times`);
      }
    }
    return others.map(({ name, volume }, index) => {
      if (!overlap(first, volume)) say(`${name}: does not overlap the first volume in the world`);
      if (!inlined) tellLabels(name, volume);
      const choice = {
        ...nth(chosen, index),
        window: nth(windows, index),
        threshold: nth(thresholds, index),
        opacity: nth(opacities, index),
      };
      const fused = fuseVolume(volume, choice, values.shade);
      if (!choice.transfer) tellTransfer(fused.transfer, { ...choice, option: 'fused-window' }, volume);
      return fused;
    });
  };
  return { fuse, recorded: inlined };
}

/** Volumes beside the first are never a mask of themselves: the option says which are. */
function tellLabels(name: string, volume: Volume): void {
  const verdict = recognizeLabels(volume);
  const isKnown = verdict.isLabels && volume.meaning === 'labels';
  const shows = `is shown by its values; --mask ${name} shows the first volume in it, and --voxels values ends this line`;
  if (isKnown)
    say(`${name}: holds labels, and is shown by their numbers; --mask ${name} shows the first volume in them`);
  else if (verdict.isLabels) say(describeGuess(name, volume, verdict, shows)!);
}

const nth = <T>(values: readonly T[] | undefined, index: number): T | undefined => values?.[index] ?? values?.[0];

async function inlineFile(name: string): Promise<string> {
  if (isInlineTransfer(name) || !isTransferFile(name)) return name;
  return formatTransfer(readTransfer(await readInputText(name), name));
}

/** Whether the boxes of both may share a place. */
function overlap(a: Volume, b: Volume): boolean {
  const [ofA, ofB] = [corners(a), corners(b)];
  return ([0, 1, 2] as const).every((axis) => {
    const [inA, inB] = [ofA.map((corner) => corner[axis]), ofB.map((corner) => corner[axis])];
    return Math.min(...inA) < Math.max(...inB) && Math.min(...inB) < Math.max(...inA);
  });
}
