/** Notices about the volumes of a picture: the notes of their files, and anything unexpected in how they are shown. */
import {
  coarseFloat32Step,
  computeStatistics,
  corners,
  type FrameStats,
  type FusedVolume,
  type PagedVolume,
  smallestSpacing,
  type TransferFunction,
  type Volume,
} from '../../../index.js';
import { aboutFile, recognizeLabels, valueEnds } from '../../../lab.js';
import type { OptionValues } from '../../../recipe/options.js';
import type { Appearance } from '../../../recipe/scene/appearance.js';
import { fusedStyleOf } from '../../../recipe/scene/describe-volume-scene.js';
import { describeGuess } from '../../../recipe/scene/labels/label-guess.js';
import type { SceneChoice } from '../../../recipe/scene/scene-choice.js';
import { staysCoarse } from '../../../recipe/scene/settled/refine-fused.js';
import { say } from '../../say.js';
import type { VolumeInput } from '../load/load-volumes.js';
import { tellTransfer, warnOfUnits } from './tell-transfer.js';

/** Says the notes of the volumes' files, each once, with the name of its file where there are several. */
export function sayNotes(
  volumes: readonly VolumeInput[],
  { isSeries, hasMask }: { readonly isSeries: boolean; readonly hasMask: boolean },
): void {
  const isOne = !hasMask && volumes.every(({ name }) => name === volumes[0]!.name);
  const notesOf = ({ name, opened: { notes } }: VolumeInput) => (isOne ? notes : aboutFile(name, notes));
  for (const note of new Set(volumes.flatMap(notesOf))) if (!isSeries || !isAboutTime(note)) say(note);
}

/** Whether a note says which point in time was taken, which a series says itself. */
const isAboutTime = (note: string) => note.includes('--time ');

/** Says what users may not expect of volumes after the first. */
export function tellFused(
  values: OptionValues,
  choice: SceneChoice,
  first: Volume,
  others: readonly VolumeInput[],
  fused: readonly FusedVolume[],
): void {
  for (const [index, { name, opened }] of others.entries()) {
    const { volume } = opened;
    if (!overlap(first, volume)) say(`${name}: does not overlap the first volume in the world`);
    if (!values['fused-transfer']) tellLabels(name, volume);
    const style = fusedStyleOf(choice, index);
    if (values.quality !== 'plain') tellCoarse(name, volume, fused[index]!, first);
    if (!style.transfer) tellTransfer(fused[index]!.transfer, { ...style, option: 'fused-window' }, volume);
  }
}

/** Says that voxels of a map show as stripes, of which there are too many to refine. */
function tellCoarse(name: string, volume: Volume, { volume: shown, pages }: FusedVolume, first: Volume): void {
  if (pages || !staysCoarse(volume, shown, smallestSpacing(first))) return;
  const sizes = volume.sizes.join(' × ');
  say(
    `${name}: its ${sizes} voxels are too many to be refined, and coarser than those below: their grid may show as stripes`,
  );
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

/** Whether the boxes of both may share a part of the world. */
function overlap(a: Volume, b: Volume): boolean {
  const [ofA, ofB] = [corners(a), corners(b)];
  return ([0, 1, 2] as const).every((axis) => {
    const [inA, inB] = [ofA.map((corner) => corner[axis]), ofB.map((corner) => corner[axis])];
    return Math.min(...inA) < Math.max(...inB) && Math.min(...inB) < Math.max(...inA);
  });
}

/** Says how values become colours where no option does. */
export function tellAppearance(
  { mode, transfer, preset, window }: SceneChoice,
  made: Appearance,
  volume: Volume,
  counted: Parameters<typeof tellTransfer>[3],
): void {
  if (mode === 'xray') warnOfUnits('--mode xray', counted ?? computeStatistics(volume), 'convert them first');
  if (!transfer) tellTransfer(made.transfer, { preset, window, option: 'window' }, volume, counted);
}

/** Devices have 32-bit floats, in which values of a large offset and a small range are not told apart. */
export function tellCoarseValues(volume: Volume, transfer: TransferFunction): void {
  const coarse = coarseFloat32Step(volume, valueEnds(transfer));
  if (!coarse) return;
  const { low, high, step } = coarse;
  say(
    `values from ${low} to ${high} are drawn in steps of ${step}, as 32-bit floats; less an offset they would not be`,
  );
}

/** Says that the labels of a mask are coarser than the pages that they hide. */
export const tellCoarseMask = (path: string, { preview }: PagedVolume): void =>
  say(`${path}: keeps voxels of a level of ${preview.sizes.join(' × ')}, coarser than what is shown`);

const warned = new WeakSet<Volume>();

/** Says once of each volume that it had too little room. */
export function warnOfDownsampling(stats: FrameStats, volume: Volume): void {
  const { downsampleFactor = 1, sizes = volume.sizes } = stats.volume ?? {};
  if (downsampleFactor === 1 || warned.has(volume)) return;
  warned.add(volume);
  say(
    `the volume of ${volume.sizes.join(' × ')} voxels does not fit on ${stats.adapter}: it was downsampled by a factor ` +
      `of ${downsampleFactor} to ${sizes.join(' × ')}; --no-downsample refuses instead`,
  );
}
