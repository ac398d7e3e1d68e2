/** The volume of `tilecast render`: read, and described as options choose. */
import {
  type Camera,
  coarseFloat32Step,
  computeStatistics,
  corners,
  createTransferFunction,
  type Frame,
  type FrameStats,
  type FusedVolume,
  type Gpu,
  type PagedVolume,
  shownPoints,
  type TransferFunction,
  type Volume,
  type VolumeScene,
  volumeView,
} from '../../../index.js';
import { checkFloat32Range, type PartSource, recognizeLabels, valueEnds } from '../../../lab.js';
import { countVoxels, findShownPoints, type OpenedInput } from '../../../node/index.js';
import type { OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import type { Recipe } from '../../../recipe/recipe.js';
import type { Appearance } from '../../../recipe/scene/appearance.js';
import { writeScene } from '../../../recipe/scene/choose-scene.js';
import {
  cutToSlab,
  describeFused,
  describeVolumeScene,
  fusedStyleOf,
  isThinForLines,
  resolveAppearance,
  wholeScene,
} from '../../../recipe/scene/describe-volume-scene.js';
import { colorLabels } from '../../../recipe/scene/labels/color-labels.js';
import { describeLabelSurfaces, settleSurfaces } from '../../../recipe/scene/labels/describe-label-surfaces.js';
import { describeMask } from '../../../recipe/scene/labels/describe-masks.js';
import { describeGuess } from '../../../recipe/scene/labels/label-guess.js';
import { chooseMaskEdges } from '../../../recipe/scene/labels/mask-edges.js';
import { Parts } from '../../../recipe/scene/parts.js';
import { patched, type SceneChoice } from '../../../recipe/scene/scene-choice.js';
import type { LoadedLabels, SceneData } from '../../../recipe/scene/scene-data.js';
import { describeBlock, describeSlice, settleSlice } from '../../../recipe/scene/settle-slice.js';
import type { Subject } from '../../../recipe/scene/view-options.js';
import { ANATOMICAL_UNIT } from '../../../recipe/scene/world-unit.js';
import { say } from '../../say.js';
import { chooseSegmentation } from '../load/choose-segmentation.js';
import { type ChosenMask, listOwnLabels, loadMask, nameMask } from '../load/load-mask.js';
import { chooseVolumeFiles, type VolumeInput } from '../load/load-volumes.js';
import type { SharedInputs } from '../load/shared-inputs.js';
import { explainBlank } from '../notices/explain-blank.js';
import { tellTransfer, warnOfUnits } from '../notices/tell-transfer.js';
import type { PictureRecord } from '../recipe/start-replay.js';
import { type LabelSurfaces, makeLabelSurfaces } from './label-surfaces.js';

export interface VolumeSubject extends Subject {
  /** The part of the scene that is the same for all cameras. */
  readonly scene: VolumeScene;
  readonly withCamera: (camera: Camera) => VolumeScene;
  /** Surfaces of labels, if they are asked for. */
  readonly surfaces: LabelSurfaces | undefined;
  /** Points in time that there are, of which it shows one. */
  readonly times: number;
  /** The world's unit, where it is known. */
  readonly unit: string | undefined;
  /** Whether the volume itself is shown, and not its labels' surfaces alone. */
  readonly isShown: boolean;
  /** The level that parts are read of; undefined where they are cut out of the scene's volume. */
  readonly partSource: PartSource | undefined;
  /** Says what there is to say of a finished frame. */
  readonly finish: (frame: Frame) => void;
  /** Paths of the files that were read besides the volume's. */
  readonly files: () => readonly string[];
  /** Why a picture of it may show nothing, with the range of its values. */
  readonly whyBlank: () => string;
  /** The recipe's fields about it. */
  readonly recipe: Pick<Recipe, 'transfer' | 'mask'>;
  /** Options as the recipe has them, although nobody may have given them. */
  readonly options: Recipe['options'];
}

/** Gets a volume that threads fit a view to, before they have done so, with the volume's box as its outline. */
export type OnUnfitted = (box: Subject, withCamera: VolumeSubject['withCamera']) => void;

/** Gets a volume that has been read, in a scene that is likely to be its own. Resolves when what it begins is under way. */
export type OnRead = (box: Subject, likely: VolumeScene) => Promise<void>;

export type OpenVolumeSubject = (
  inputs: readonly OpenedInput[],
  gpu: Promise<Gpu>,
  course: {
    readonly early: { readonly onRead: OnRead; readonly onUnfitted: OnUnfitted } | undefined;
    readonly shared: SharedInputs | undefined;
    /** Whether lines are shown with it. */
    readonly holdsLines?: boolean;
  },
) => Promise<VolumeSubject>;

export interface PlannedVolume {
  /** Makes a subject of the opened files, of which the first counts for the options; they may be beside meshes. */
  readonly open: OpenVolumeSubject;
  /** Whether it depends on how often each value occurs. */
  readonly needsStatistics: boolean;
}

/** Most defaults are lit. */
const LIKE_DEFAULT = createTransferFunction({
  colors: [{ value: 0, color: [1, 1, 1] }],
  opacities: [
    { value: 0, opacity: 0 },
    { value: 1, opacity: 1 },
  ],
  shading: {},
});

/** Checks and reads all that can be without the volume. @param environment the light of a panorama. */
export async function planVolume(
  values: OptionValues,
  given: SceneChoice,
  record: PictureRecord | undefined,
  environment: SceneData['environment'],
): Promise<PlannedVolume> {
  const blocky: Pick<SceneChoice, 'maskEdges'> = values.blocky ? { maskEdges: 'voxels' } : {};
  const choice = patched({ ...blocky, ...keepVoxels(values, given) }, { recorded: record?.transfer });
  const mask = await loadMask(values, record?.maskFiles);
  const readVolumes = chooseVolumeFiles(values, record?.readsParts === true);
  const isRecorded = record?.transfer && (mask !== undefined || record.readsParts === true);
  const open: OpenVolumeSubject = async (inputs, gpu, { early, shared, holdsLines = false }) => {
    const read = () => readVolumes(inputs, gpu);
    const volumes = await (shared ? shared.volumes(values, read) : read());
    sayNotes(volumes, shared?.isSeries === true);
    const [first, ...beside] = volumes;
    const { name, opened } = first;
    const { segmentation, others } = chooseSegmentation(first, beside, values, choice);
    const isBeside = mask !== undefined || segmentation !== undefined;
    if (values['mask-edges'] && !isBeside) say('--mask-edges: has no effect where no --mask hides voxels');
    if (choice.labelSurfaces && !isBeside) refuseOptionsOfValues(values, others.length);
    const { volume, basis = volume, pages, finest, partSource, labels: ownLabels, channel } = opened;
    const parts = new Parts();
    const loaded: SceneData & { readonly volume: Volume } = {
      ...{ volume, basis, pages, finest, ownLabels, environment, channel },
      ...(partSource && { grid: partSource.level }),
      fused: others.map((other) => other.opened),
      statistics: undefined,
      labels: undefined,
      meshes: [],
      holdsLines,
    };
    const axes = volume.indexToWorld;
    const box = { corners: corners(volume), axes, defaultDirection: volumeView(volume) };
    const isPlain = !pages && beside.length === 0 && !mask && !mayBeSurfaces(volume, choice);
    const likely = isPlain ? likelyTransfer(choice, record) : undefined;
    if (likely)
      await early?.onRead(box, withoutShade(describeVolumeScene(parts, loaded, choice, { appearance: likely })));
    checkFused(values, others.length);
    const counted = needsCounts(choice) && !isRecorded ? await countVoxels(basis) : undefined;
    const known = { ...loaded, statistics: counted };
    const fused = describeFused(parts, known, choice);
    tellFused(values, choice, volume, others, fused);
    const appearance: Appearance = isRecorded
      ? { transfer: record.transfer! }
      : resolveAppearance(parts, known, choice);
    if (!isRecorded) tellAppearance(choice, appearance, basis, counted);
    if (isThinForLines(known, choice) && !appearance.mask)
      say(`${name}: is shown thin, so that the lines within are seen; --transfer takes another appearance`);
    const guess = appearance.labels && describeGuess(name, volume, appearance.labels);
    if (guess !== undefined && record?.transfer === undefined) say(guess);
    tellCoarseValues(volume, appearance.transfer);
    const labelled = {
      ...known,
      labels: (await mask?.labelsFor(volume, gpu, pages).then((all) => ({ ...all, isNamed: true }))) ?? segmentation,
      pageLabels: !mask && pages && appearance.mask ? await listOwnLabels(pages) : undefined,
    };
    if (values.labels && !isBeside && !appearance.mask && !choice.labelSurfaces)
      fail(
        '--labels: is for --mask, which names the label volume, or for a volume of labels, as --voxels labels makes one',
      );
    // A recorded picture has all its cuts in its options.
    const isAgain = record?.transfer !== undefined;
    const settled = settleSlice(parts, labelled, settleSurfaces(parts, labelled, choice), isAgain ? {} : appearance);
    const slice = describeSlice(name, choice, settled);
    for (const line of [slice, isAgain ? undefined : describeBlock(name, appearance)])
      if (line !== undefined) say(line);
    const surfaces = await openSurfaces(parts, labelled, settled, mask, choice.labelSurfaces === true);
    const data = surfaces || !segmentation ? labelled : withLabelColors(labelled, segmentation);
    const shownChoice = { ...settled, labelSurfaces: surfaces !== undefined };
    const isShown = !surfaces || isBeside;
    const labels = nameMask(mask?.path ?? '--mask', () => describeMask(parts, data, shownChoice, appearance.mask));
    if (pages && mask?.isMesh) say(tellCoarseMask(mask.path, pages));
    const scene = describeVolumeScene(parts, data, shownChoice, { appearance, labels });
    const withCamera = (camera: Camera) => cutToSlab(scene, data, settled, camera);
    // Labels are where their voxels are, smooth or not.
    const ofVoxels = isShown
      ? labels
      : describeMask(parts, data, { ...settled, labelSurfaces: false }, appearance.mask);
    const outline = wholeScene({ ...scene, ...ofVoxels }, loaded);
    const defaultDirection = volumeView(volume, scene.clip);
    const finding = findShownPoints(outline);
    if (finding && isShown) early?.onUnfitted({ ...box, defaultDirection }, withCamera);
    const shown = (await finding) ?? shownPoints(outline);
    return {
      scene,
      corners: shown.length > 0 ? shown : corners(outline.volume),
      axes,
      times: opened.times ?? 1,
      unit: opened.unit ?? (volume.anatomical ? ANATOMICAL_UNIT : undefined),
      partSource,
      defaultDirection,
      files: () => mask?.files() ?? [],
      recipe: {
        transfer: appearance.transfer,
        ...(mask && { mask: { path: mask.path, sha256: await mask.sha256() } }),
      },
      withCamera,
      surfaces,
      isShown,
      // Other volumes have none to tell of.
      options: {
        'label-surfaces': surfaces || appearance.mask || isBeside ? surfaces !== undefined : undefined,
        'mask-edges': isBeside ? chooseMaskEdges(choice) : undefined,
        ...((opened.times ?? 1) > 1 && { time: String(opened.time ?? values.time ?? 0) }),
        ...(slice !== undefined && {
          crop: writeScene(settled, { volume: true, meshes: 0, fused: 0, mask: undefined }).crop,
        }),
      },
      whyBlank: () => explainBlank(scene, shown.length > 0),
      finish: ({ stats }) => warnOfDownsampling(stats, volume),
    };
  };
  return { open, needsStatistics: needsCounts(choice) };
}

/** Whether the appearance follows from all voxels: the default one looks at some of many. */
const needsCounts = ({ transfer, preset, mode, threshold }: SceneChoice): boolean =>
  transfer === undefined && (preset !== undefined || mode !== 'composite' || threshold !== undefined);

/** Parts and values of pixels are of voxels. */
function keepVoxels({ split, arrays }: OptionValues, choice: SceneChoice): SceneChoice {
  const isOfVoxels = split !== undefined || arrays?.some(({ name }) => name === 'values') === true;
  return isOfVoxels && choice.labelSurfaces === undefined ? { ...choice, labelSurfaces: false } : choice;
}

type Volumes = readonly [VolumeInput, ...VolumeInput[]];

/** @throws InputError for values that devices cannot hold. */
function sayNotes(volumes: Volumes, isSeries: boolean): void {
  for (const { name, opened } of volumes) checkFloat32Range(opened.volume, name);
  for (const note of new Set(volumes.flatMap(({ opened }) => opened.notes)))
    if (!isSeries || !isAboutTime(note)) say(note);
}

/** Whether a note says which point in time was taken, which a series says itself. */
const isAboutTime = (note: string) => note.includes('--time ');

/** An appearance that most likely has the kernels of the volume's own; undefined where a name's is not known yet. */
function likelyTransfer(
  { transfer, preset }: SceneChoice,
  record: PictureRecord | undefined,
): { readonly transfer: TransferFunction } | undefined {
  const likely = record?.transfer ?? transfer ?? (preset === undefined ? LIKE_DEFAULT : undefined);
  return likely && { transfer: likely };
}

/** Shadows are cast by the volume's own transfer function. */
const withoutShade = ({ shadows: _, ambientOcclusion: __, ...scene }: VolumeScene): VolumeScene => scene;

/** @throws InputError for options of volumes that are not there, or that are not given as often as there are. */
function checkFused(values: OptionValues, count: number): void {
  for (const name of ['fused-transfer', 'fused-window', 'fused-threshold', 'fused-opacity'] as const) {
    const given = values[name]?.length ?? 1;
    if (count === 0 && values[name]) fail(`--${name}: is for a second volume, and there is none`);
    if (given !== 1 && given !== count)
      fail(`--${name}: must be given once, or once for each volume after the first, not ${given} times`);
  }
}

/** Options of volumes that do not apply where only labels' surfaces are shown. */
const OF_VALUES = ['mode', 'iso', 'transfer', 'window', 'threshold'] as const;

/** @throws InputError for options of values, and for volumes of values, where surfaces of the first's labels are asked for. */
function refuseOptionsOfValues(values: OptionValues, others: number): void {
  const stray = OF_VALUES.find((name) => values[name] !== undefined && values[name] !== 'composite');
  if (stray) fail(`--${stray}: is for values, and --label-surfaces shows labels; name these by --mask to show both`);
  if (others > 0) fail('--label-surfaces: shows the labels of one volume; name it by --mask');
}

/** Whether the volume may be shown by the surfaces of labels that it consists of. */
const mayBeSurfaces = (volume: Volume, { labelSurfaces }: SceneChoice): boolean =>
  labelSurfaces ?? recognizeLabels(volume).isLabels;

/** Voxels of labels beside a volume are in their own colours, as surfaces are. */
const withLabelColors = <Data extends SceneData>(data: Data, labels: LoadedLabels): Data => ({
  ...data,
  labels: { ...labels, styles: colorLabels(labels.styles) },
});

/** Says what users may not expect of volumes after the first. */
function tellFused(
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
    if (!style.transfer) tellTransfer(fused[index]!.transfer, { ...style, option: 'fused-window' }, volume);
  }
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

function tellAppearance(
  { mode, transfer, preset, window }: SceneChoice,
  made: Appearance,
  volume: Volume,
  counted: Parameters<typeof tellTransfer>[3],
): void {
  if (mode === 'xray') warnOfUnits('--mode xray', counted ?? computeStatistics(volume), 'convert them first');
  if (!transfer) tellTransfer(made.transfer, { preset, window, option: 'window' }, volume, counted);
}

/** Devices have 32-bit floats, in which values of a large offset and a small range are not told apart. */
function tellCoarseValues(volume: Volume, transfer: TransferFunction): void {
  const coarse = coarseFloat32Step(volume, valueEnds(transfer));
  if (!coarse) return;
  const { low, high, step } = coarse;
  say(
    `values from ${low} to ${high} are drawn in steps of ${step}, as 32-bit floats; less an offset they would not be`,
  );
}

const tellCoarseMask = (path: string, { preview }: PagedVolume) =>
  `${path}: keeps voxels of a level of ${preview.sizes.join(' × ')}, coarser than what is shown`;

/** Undefined where labels are shown by their voxels. @throws InputError where surfaces are asked for, and there are no labels. */
async function openSurfaces(
  parts: Parts,
  data: SceneData & { readonly volume: Volume },
  settled: SceneChoice,
  mask: ChosenMask | undefined,
  isAsked: boolean,
): Promise<LabelSurfaces | undefined> {
  if (!settled.labelSurfaces) return undefined;
  const request = nameMask(mask?.path ?? '--labels', () => describeLabelSurfaces(parts, data, settled));
  if (request) return makeLabelSurfaces(request, isAsked);
  return fail(
    '--label-surfaces: the volume does not look like labels; name a label volume by --mask, or the labels by --labels',
  );
}

const warned = new WeakSet<Volume>();

function warnOfDownsampling(stats: FrameStats, volume: Volume): void {
  const { downsampleFactor = 1, sizes = volume.sizes } = stats.volume ?? {};
  if (downsampleFactor === 1 || warned.has(volume)) return;
  warned.add(volume);
  say(
    `the volume of ${volume.sizes.join(' × ')} voxels does not fit on ${stats.adapter}: it was downsampled by a factor ` +
      `of ${downsampleFactor} to ${sizes.join(' × ')}; --no-downsample refuses instead`,
  );
}
