/** The volume of `tilecast render`: read, and described as options choose. */
import {
  type Camera,
  corners,
  createTransferFunction,
  type Frame,
  type Gpu,
  shownPoints,
  type TransferFunction,
  type Volume,
  type VolumeScene,
  volumeView,
} from '../../../index.js';
import { checkFloat32Range, type PartSource, recognizeLabels } from '../../../lab.js';
import { countVoxels, findShownPoints, type OpenedInput } from '../../../node/index.js';
import type { OptionTexts, OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import type { Recipe } from '../../../recipe/recipe.js';
import type { Appearance } from '../../../recipe/scene/appearance.js';
import { writeScene } from '../../../recipe/scene/choose-scene.js';
import {
  cutToSlab,
  describeFused,
  describeVolumeScene,
  resolveAppearance,
  wholeScene,
} from '../../../recipe/scene/describe-volume-scene.js';
import { describeLabelSurfaces, settleSurfaces } from '../../../recipe/scene/labels/describe-label-surfaces.js';
import { describeMask, type ShownLabels } from '../../../recipe/scene/labels/describe-masks.js';
import { describeHiddenLabels } from '../../../recipe/scene/labels/hidden-labels.js';
import { describeDots, maskOfSurfaces } from '../../../recipe/scene/labels/label-dots.js';
import { describeGuess } from '../../../recipe/scene/labels/label-guess.js';
import { chooseMaskEdges } from '../../../recipe/scene/labels/mask-edges.js';
import { Parts } from '../../../recipe/scene/parts.js';
import { patched, type SceneChoice } from '../../../recipe/scene/scene-choice.js';
import type { LoadedLabels, SceneData } from '../../../recipe/scene/scene-data.js';
import { describeDepth, describeThin, settleDepth } from '../../../recipe/scene/settled/settle-depth.js';
import { describeKind, describeSlice, settleSlice } from '../../../recipe/scene/settled/settle-slice.js';
import type { Subject } from '../../../recipe/scene/view-options.js';
import { ANATOMICAL_UNIT } from '../../../recipe/scene/world-unit.js';
import { say } from '../../say.js';
import { chooseSegmentation } from '../load/choose-segmentation.js';
import { type ChosenMask, listOwnLabels, loadMask, nameMask } from '../load/load-mask.js';
import { chooseVolumeFiles, type VolumeInput } from '../load/load-volumes.js';
import type { SharedInputs } from '../load/shared-inputs.js';
import { explainBlank } from '../notices/explain-blank.js';
import {
  sayNotes,
  tellAppearance,
  tellCoarseMask,
  tellCoarseValues,
  tellFused,
  warnOfDownsampling,
} from '../notices/tell-volumes.js';
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
    /** Whether any meshes are. */
    readonly holdsMeshes?: boolean;
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

type Volumes = readonly [VolumeInput, ...VolumeInput[]];

/** All that is settled before the volume is read. */
interface VolumePlan {
  readonly values: OptionValues;
  readonly choice: SceneChoice;
  readonly record: PictureRecord | undefined;
  readonly mask: ChosenMask | undefined;
  /** The appearance that the record has; undefined where the volume's is chosen anew. */
  readonly recorded: Appearance | undefined;
}

/** The volumes that were read. */
interface GatheredVolumes extends VolumeInput {
  /** Volumes after the first. */
  readonly others: readonly VolumeInput[];
  /** The one among them that holds the labels of the first. */
  readonly segmentation: LoadedLabels | undefined;
  /** Whether labels of a volume of their own are shown with it. */
  readonly isBeside: boolean;
  readonly box: Subject;
  readonly parts: Parts;
  readonly data: VolumeData;
}

type VolumeData = SceneData & { readonly volume: Volume };

/** Checks and reads all that can be without the volume. @param environment the light of a panorama. */
export async function planVolume(
  values: OptionValues,
  given: SceneChoice,
  record: PictureRecord | undefined,
  environment: SceneData['environment'],
): Promise<PlannedVolume> {
  const choice = patched(keepVoxels(values, given), { recorded: record?.transfer });
  const mask = await loadMask(values, record?.maskFiles);
  const readVolumes = chooseVolumeFiles(values, record?.readsParts === true);
  const recorded = record?.transfer && (mask || record.readsParts) ? { transfer: record.transfer } : undefined;
  const plan: VolumePlan = { values, choice, record, mask, recorded };
  return {
    needsStatistics: needsCounts(choice),
    open: async (inputs, gpu, { early, shared, holdsLines = false, holdsMeshes = false }) => {
      const readAll = () => readVolumes(inputs, gpu);
      const volumes = await (shared ? shared.volumes(values, readAll) : readAll());
      for (const { name, opened } of volumes) checkFloat32Range(opened.volume, name);
      sayNotes(volumes, { isSeries: shared?.isSeries === true, hasMask: mask !== undefined });
      const read = gatherVolumes(plan, volumes, { environment, holdsLines, holdsMeshes });
      const likely = describeLikely(plan, read, volumes.length);
      if (likely) await early?.onRead(read.box, likely);
      const { data, appearance } = await chooseAppearance(plan, read);
      const labelled = await loadLabels(plan, read, { data, appearance, gpu });
      return describeSubject(plan, read, { data: labelled, appearance, onUnfitted: early?.onUnfitted });
    },
  };
}

function gatherVolumes(
  { values, choice, mask }: VolumePlan,
  [first, ...beside]: Volumes,
  shown: Pick<SceneData, 'environment' | 'holdsLines' | 'holdsMeshes'>,
): GatheredVolumes {
  const { segmentation, others } = chooseSegmentation(first, beside, values, choice);
  const isBeside = mask !== undefined || segmentation !== undefined;
  if (values['mask-edges'] && !isBeside) say('--mask-edges: has no effect where no --mask hides voxels');
  if (choice.labelSurfaces && !isBeside) refuseOptionsOfValues(values, others.length);
  checkFused(values, others.length);
  const { volume, basis = volume, pages, finest, partSource, labels: ownLabels, channel } = first.opened;
  const box = { corners: corners(volume), axes: volume.indexToWorld, defaultDirection: volumeView(volume) };
  const data = {
    ...{ volume, basis, pages, finest, ownLabels, channel, ...shown },
    ...(partSource && { grid: partSource.level }),
    fused: others.map(({ opened }) => opened),
    statistics: undefined,
    labels: undefined,
    meshes: [],
  };
  return { ...first, others, segmentation, isBeside, box, parts: new Parts(), data };
}

/** A scene with the kernels that the volume's own is likely to have; undefined where they are not known yet. */
function describeLikely(
  { choice, record, mask }: VolumePlan,
  { data, parts }: GatheredVolumes,
  count: number,
): VolumeScene | undefined {
  const isPlain = !data.pages && count === 1 && !mask && !mayBeSurfaces(data.volume, choice);
  const appearance = isPlain ? likelyTransfer(choice, record) : undefined;
  return appearance && withoutShade(describeVolumeScene(parts, data, choice, { appearance }));
}

/** The appearance as options or the volume have it, which is said where somebody may expect another. */
async function chooseAppearance(
  { values, choice, record, recorded }: VolumePlan,
  { name, others, isBeside, parts, data: { basis, ...read } }: GatheredVolumes,
): Promise<{ readonly data: VolumeData; readonly appearance: Appearance }> {
  const counts = needsCounts(choice) && !recorded;
  const data = { ...read, basis, statistics: counts ? await countVoxels(basis ?? read.volume) : undefined };
  tellFused(values, choice, data.volume, others, describeFused(parts, data, choice));
  const appearance = recorded ?? resolveAppearance(parts, data, choice, isBeside);
  if (!recorded) tellAppearance(choice, appearance, basis ?? data.volume, data.statistics);
  const thin = describeThin(name, data, choice, { ...appearance, isMasked: isBeside });
  if (thin !== undefined) say(thin);
  const guess = appearance.labels && describeGuess(name, data.volume, appearance.labels);
  if (guess !== undefined && record?.transfer === undefined) say(guess);
  tellCoarseValues(data.volume, appearance.transfer);
  return { data, appearance };
}

/** Adds the labels of a mask or segmentation. @throws InputError for `--labels` where there are none. */
async function loadLabels(
  { values, choice, mask }: VolumePlan,
  { segmentation, isBeside }: GatheredVolumes,
  { data, appearance, gpu }: { data: VolumeData; appearance: Appearance; gpu: Promise<Gpu> },
): Promise<VolumeData> {
  const { volume, pages } = data;
  const named = await mask?.labelsFor(volume, gpu, pages);
  const pageLabels = !mask && pages && appearance.mask ? await listOwnLabels(pages) : undefined;
  if (values.labels && !isBeside && !appearance.mask && !choice.labelSurfaces)
    fail(
      '--labels: is for --mask, which names the label volume, or for a volume of labels, as --voxels labels makes one',
    );
  return { ...data, labels: named ? { ...named, isNamed: true } : segmentation, pageLabels };
}

const ofSurfaces = (labels: ShownLabels | undefined, { labelSmoothing }: SceneChoice): ShownLabels | undefined =>
  labels && { ...labels, mask: maskOfSurfaces(labels.mask, labelSmoothing) };

async function describeSubject(
  { values, choice, record, mask }: VolumePlan,
  { name, opened, isBeside, box, parts, data: loaded }: GatheredVolumes,
  known: { readonly data: VolumeData; readonly appearance: Appearance; readonly onUnfitted: OnUnfitted | undefined },
): Promise<VolumeSubject> {
  const { appearance } = known;
  const { volume, pages } = known.data;
  // A recorded picture has all its cuts in its options.
  const isAgain = record?.transfer !== undefined;
  const whole = settleSlice(parts, known.data, settleSurfaces(parts, known.data, choice), isAgain ? {} : appearance);
  const settled = isAgain ? whole : settleDepth(known.data, whole, appearance, isBeside);
  const slice = describeSlice(name, choice, settled, appearance);
  const depth = describeDepth(name, whole, settled);
  for (const line of [slice, depth, isAgain ? undefined : describeKind(name, known.data, appearance)])
    if (line !== undefined) say(line);
  const surfaces = await openSurfaces(parts, known.data, settled, mask, choice.labelSurfaces === true);
  const { data } = known;
  const isShown = !surfaces || isBeside;
  const labelsOf = (labelSurfaces: boolean) =>
    describeMask(parts, data, { ...settled, labelSurfaces }, appearance.mask);
  const labels = nameMask(mask?.path ?? '--mask', () => labelsOf(surfaces !== undefined));
  if (pages && mask?.isMesh) tellCoarseMask(mask.path, pages);
  const shownChoice = { ...settled, labelSurfaces: surfaces !== undefined };
  const scene = describeVolumeScene(parts, data, shownChoice, { appearance, labels });
  const hidden = mask && !surfaces && !isAgain ? describeHiddenLabels(mask.path, scene) : undefined;
  if (hidden !== undefined) say(hidden);
  const withCamera = (camera: Camera) => cutToSlab(scene, data, settled, camera);
  // Labels are where their voxels are, smooth or not, or where balls stand for these.
  const inVoxels = isShown ? labels : labelsOf(false);
  const inSurfaces = isShown ? labels : ofSurfaces(inVoxels, settled);
  const dots = inVoxels && inSurfaces && !isAgain && describeDots(name, inVoxels.mask, inSurfaces.mask);
  if (dots) say(dots);
  const outline = wholeScene({ ...scene, ...inSurfaces }, loaded);
  const defaultDirection = volumeView(volume, scene.clip);
  const finding = findShownPoints(outline);
  if (finding && isShown) known.onUnfitted?.({ ...box, defaultDirection }, withCamera);
  const shown = (await finding) ?? shownPoints(outline);
  const { times = 1, time, unit = volume.anatomical ? ANATOMICAL_UNIT : undefined, partSource } = opened;
  return {
    ...{ scene, withCamera, surfaces, isShown, times, unit, partSource, axes: box.axes, defaultDirection },
    corners: shown.length > 0 ? shown : corners(outline.volume),
    files: () => mask?.files() ?? [],
    recipe: {
      transfer: appearance.transfer,
      ...(mask && { mask: { path: mask.path, sha256: await mask.sha256() } }),
    },
    // Other volumes have none to tell of.
    options: {
      'label-surfaces': surfaces || appearance.mask || isBeside ? surfaces !== undefined : undefined,
      'mask-edges': isBeside ? chooseMaskEdges(choice) : undefined,
      ...(depth !== undefined && { 'fused-depth': String(settled.fusedDepth) }),
      ...(times > 1 && { time: String(time ?? values.time ?? 0) }),
      ...((slice !== undefined || settled.clip !== choice.clip) && cutsOfSlice(settled)),
    },
    whyBlank: () => explainBlank(scene, shown.length > 0),
    finish: ({ stats }) => warnOfDownsampling(stats, volume),
  };
}

/** The cuts of a slice that is shown alone. */
function cutsOfSlice(settled: SceneChoice): OptionTexts {
  const { crop, clip } = writeScene(settled, { volume: true, meshes: 0, fused: 0, mask: undefined });
  return { ...(crop !== undefined && { crop }), ...(clip !== undefined && { clip }) };
}

/** Whether the appearance follows from all voxels: the default one looks at some of many. */
const needsCounts = ({ transfer, preset, mode, threshold }: SceneChoice): boolean =>
  transfer === undefined && (preset !== undefined || mode !== 'composite' || threshold !== undefined);

/** Parts and values of pixels are of voxels. */
function keepVoxels({ split, quality, arrays }: OptionValues, choice: SceneChoice): SceneChoice {
  const isCut = split !== undefined && quality !== 'path';
  const isOfVoxels = isCut || arrays?.some(({ name }) => name === 'values') === true;
  return isOfVoxels && choice.labelSurfaces === undefined ? { ...choice, labelSurfaces: false } : choice;
}

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
  const ofEach = ['fused-transfer', 'fused-window', 'fused-threshold', 'fused-opacity'] as const;
  const stray = count === 0 && [...ofEach, 'fused-depth' as const].find((name) => values[name]);
  if (stray) fail(`--${stray}: is for a second volume, and there is none`);
  const { mode = 'composite' } = values;
  if (count > 0 && mode !== 'composite')
    fail(`--mode: fused volumes are for the mode composite, not for ${mode}; leave out those after the first`);
  for (const name of ofEach) {
    const given = values[name]?.length ?? 1;
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
