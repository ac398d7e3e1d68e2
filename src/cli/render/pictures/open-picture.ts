/** Content and appearance of a picture: options that are checked before anything is read, and then the files. */
import {
  type Camera,
  findMeshFormat,
  type Gpu,
  InputError,
  isStoreUrl,
  type OutputName,
  parseShape,
  type RenderOptions,
} from '../../../index.js';
import {
  type OpenedFile,
  type OpenedInput,
  type OpenFilesAhead,
  openInputs,
  openRawInputs,
} from '../../../node/index.js';
import { checkCombinations } from '../../../recipe/check-combinations.js';
import { checkSamples } from '../../../recipe/options/quality-options.js';
import { type OptionTexts, type OptionValues, parseOptions } from '../../../recipe/options.js';
import { checkLetters } from '../../../recipe/parse/check-letters.js';
import { findEnvironmentName } from '../../../recipe/parse/file-or-name.js';
import { layoutOfRaw } from '../../../recipe/parse/layout-of-raw.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { createRecipe, type Recipe, withoutFolders, withPathDefaults } from '../../../recipe/recipe.js';
import { chooseScene } from '../../../recipe/scene/choose-scene.js';
import type { SceneChoice } from '../../../recipe/scene/scene-choice.js';
import type { Subject } from '../../../recipe/scene/view-options.js';
import { arrayOutputs, outputsOfSurfaces } from '../arrays/choose-arrays.js';
import type { PlannedFrame } from '../frames/choose-frames.js';
import { chooseMotion, type Motion } from '../frames/choose-motion.js';
import { inlineFiles } from '../load/inline-files.js';
import { refuseStrayOptions, tellApart } from '../load/picture-inputs.js';
import type { SharedInputs } from '../load/shared-inputs.js';
import type { PictureContents } from '../notices/idle-options.js';
import { chooseHeatmap, type HeatmapChoice } from '../overlays/choose-heatmap.js';
import { chooseOverlays, type OverlayChoice } from '../overlays/choose-overlays.js';
import { hashInput } from '../recipe/hash-input.js';
import type { PictureRecord } from '../recipe/start-replay.js';
import { chooseRenderer, createSubject, type RendererChoice, type RenderSubject } from '../subjects/create-subject.js';
import { createEarlyUpload, uploadAhead } from '../subjects/early-upload.js';
import { openMeshes } from '../subjects/mesh-subject.js';
import { type PlannedVolume, planVolume, type VolumeSubject } from '../subjects/volume-subject.js';
import { chooseParts } from './choose-parts.js';
import { choosePaths, type PathChoice } from './render-paths.js';
import type { RenderedParts } from './rendered-parts.js';

const BYTES_PER_MIB = 2 ** 20;

export interface PicturePlan {
  readonly options: RenderOptions & { readonly width: number; readonly height: number };
  /** Parts that it is rendered in; undefined where it stays whole. */
  readonly parts: RenderedParts | undefined;
  /** The frames of meshes that move. */
  readonly motion: Motion | undefined;
  /** Whether it depends on how often each value of a volume occurs. */
  readonly needsStatistics: boolean;
  /** @throws InputError for inputs that cannot be read, or that the options do not go with.
   */
  readonly open: (inputs: readonly string[], course: PictureCourse) => Promise<OpenedPicture>;
}

export interface PictureCourse {
  /** Whether it is one of several frames. */
  readonly several: boolean;
  /** The device, which masks that are meshes need. */
  readonly gpu: Promise<Gpu> | undefined;
  /** Inputs that are being read already. */
  readonly ahead?: OpenFilesAhead | undefined;
  /** Looks at the inputs before any of them is decoded; throws for those that are not to be. */
  readonly checkInputs?: ((inputs: readonly OpenedInput[]) => Promise<void>) | undefined;
  /** The camera that it is rendered with here: a volume may go up before its view is fitted. */
  readonly cameraFor?: ((subject: Subject) => Camera) | undefined;
  /** Parts that it shares with the other pictures of its series. */
  readonly shared?: SharedInputs | undefined;
}

export interface OpenedPicture {
  readonly subject: RenderSubject;
  readonly contents: PictureContents;
  /** Undefined for other qualities than paths of light. */
  readonly paths: PathChoice | undefined;
  /** Points in time of the first volume, or 1. */
  readonly times: number;
  /** Paths of all files that were read. */
  readonly files: readonly string[];
  /** Hashed in the background: only recipes need it. */
  readonly hashes: Promise<Recipe['inputs']>;
  readonly recipeFor: (frame: RecordedFrame) => Promise<Recipe>;
}

/** Fields in which the recipes of a picture's frames differ. */
export type RecordedFrame = Pick<PlannedFrame, 'camera' | 'time' | 'changes'>;

/** Options as they were understood before any input was read. */
interface SettledPicture {
  readonly values: OptionValues;
  /** Options that were named. */
  readonly given: OptionTexts;
  readonly record: PictureRecord | undefined;
  readonly choice: SceneChoice;
  readonly options: ReturnType<typeof createRenderOptions>;
  readonly overlays: OverlayChoice;
  readonly heatmap: HeatmapChoice | undefined;
  readonly paths: PathChoice | undefined;
  readonly parts: RenderedParts | undefined;
  readonly volumePlan: PlannedVolume;
  /** Texts of the recipe's options. */
  readonly recorded: OptionTexts;
}

/**
 * @param completed texts of the options, with the defaults of those that are not given.
 * @param given options that were named, which must have something to set.
 * @param record what is known of the picture beside them.
 * @throws InputError that names the option.
 */
export async function planPicture(
  completed: OptionTexts,
  given: OptionTexts,
  record: PictureRecord | undefined,
): Promise<PicturePlan> {
  const texts = withPathDefaults(completed, given);
  const inlined = await inlineFiles(texts, record?.transferFile);
  const values = parseOptions(texts);
  const choice = chooseScene({ ...parseOptions({ ...texts, ...inlined }), environment: findLight(values) });
  checkCombinations(values, choice);
  const motion = chooseMotion(values);
  const options = createRenderOptions(values, choice, record?.shape);
  const overlays = chooseOverlays(values);
  await checkLetters(values);
  const heatmap = chooseHeatmap(values);
  const paths = await choosePaths(values, given, record?.environmentFiles);
  const parts = chooseParts(values, paths);
  const volumePlan = await planVolume(values, choice, record, paths?.panorama?.environment);
  const recorded = { ...texts, ...inlined, transfer: texts.transfer };
  const known = { values, given, record, choice, options, overlays, heatmap, paths, parts, volumePlan, recorded };
  const { needsStatistics } = volumePlan;
  return { options, parts, motion, needsStatistics, open: (inputs, course) => openPicture(known, inputs, course) };
}

/** Reads the inputs of a picture that was settled, and describes what it shows. */
async function openPicture(
  picture: SettledPicture,
  inputs: readonly string[],
  course: PictureCourse,
): Promise<OpenedPicture> {
  const { values, given, choice, options, overlays, heatmap, paths, parts, volumePlan } = picture;
  const { several, gpu, cameraFor, shared } = course;
  const ground = typeof choice.ground === 'object';
  const rendererFor = (isVolumeAlone: boolean, outputs: readonly ['pixels', ...OutputName[]] = options.outputs) =>
    chooseRenderer({ ...options, outputs }, { isVolumeAlone, several, overlays, heatmap, shared });
  const ofVolume = rendererFor(true);
  // Statistics have the upload among a frame's passes.
  const isEarly = !several && !ground && !paths && parts === undefined && !options.timestamps;
  const opened = await readInputs(picture, inputs, course, isEarly ? ofVolume : undefined);
  const { volumes, meshes } = tellApart(opened, values);
  const has = { volume: volumes.length > 0, meshes: meshes.length > 0 };
  if (parts?.rule.isOfVolume && !has.volume) fail('--split: cuts a volume into parts, and there is none');
  refuseStrayOptions(given, has);
  overlays.check({ ...has, values: values.values !== undefined });
  heatmap?.check(has);
  const isAlone = has.volume && !has.meshes && !ground;
  const early = isEarly && isAlone && gpu && cameraFor ? createEarlyUpload(ofVolume, cameraFor, gpu) : undefined;
  const holdsLines = meshes.some(({ source }) => findMeshFormat(source)?.isLines === true);
  const volume = has.volume
    ? await volumePlan.open(volumes, gpu ?? noGpu(), { early, shared, holdsLines, holdsMeshes: has.meshes })
    : undefined;
  const surfaces = volume?.surfaces?.meshes ?? [];
  // A ground and the surfaces of labels are meshes of their own.
  const hasMeshes = has.meshes || surfaces.length > 0 || ground;
  const renderer =
    has.volume && !hasMeshes ? ofVolume : rendererFor(false, volume?.surfaces && outputsOfSurfaces(options.outputs));
  const mesh = hasMeshes ? await openMeshesOf(picture, meshes, volume, shared) : undefined;
  if (!has.volume) overlays.checkAnatomical(mesh?.anatomical === true);
  const labels = volume?.surfaces?.mask ?? volume?.scene.mask;
  const freeRight = await overlays.freeRight(labels, mesh?.colorBar?.labels);
  const subject = createSubject(volume, mesh, renderer, {
    ...{ overlays, heatmap, several, parts, paths, choice, freeRight },
    view: values,
    fitsIntegrals: chooseIntegrals(values, { several, parts }),
  });
  const panoramas = paths?.panorama ? [paths.panorama.file.path] : [];
  const hashes = Promise.all(opened.map(hashInput)).then((hashed) => hashed.flat());
  hashes.catch(() => undefined);
  return {
    subject,
    contents: {
      volume: volume?.isShown ? volume.scene : undefined,
      meshes: [...(mesh?.meshes ?? []), ...surfaces.map((surface) => surface.mesh)],
    },
    paths,
    times: volume?.times ?? 1,
    files: [...opened.flatMap(({ files }) => files()), ...subject.files(), ...panoramas],
    hashes,
    recipeFor: (frame) => describeFrame(picture, subject, hashes, frame),
  };
}

/**
 * Opens the inputs, and looks at them before they are decoded.
 * @param early the renderer that a lone volume goes up to while it is read; undefined where it waits for the others.
 */
async function readInputs(
  { values, record }: SettledPicture,
  inputs: readonly string[],
  { gpu, ahead, checkInputs, shared }: PictureCourse,
  early: RendererChoice | undefined,
): Promise<readonly OpenedInput[]> {
  const cacheMib = values['disk-cache'];
  if (cacheMib !== undefined && !inputs.some(isStoreUrl)) fail('--disk-cache: is for addresses of stores');
  if (early && ahead && gpu && inputs.length === 1) void uploadAhead(early, inputs[0]!, ahead, gpu);
  const where = { ...record?.inputFiles, diskCacheBytes: cacheMib && cacheMib * BYTES_PER_MIB };
  // A raw input may look like anything.
  const layout = layoutOfRaw(values);
  const openAll = () => (layout ? openRawInputs(inputs, layout, where) : openInputs(inputs, { ...where, ahead }));
  const opened = await (shared ? shared.open(openAll) : openAll());
  await checkInputs?.(opened);
  return opened;
}

const openMeshesOf = (
  { values, choice, paths, record }: SettledPicture,
  meshes: readonly OpenedFile[],
  volume: VolumeSubject | undefined,
  shared: SharedInputs | undefined,
) =>
  openMeshes(meshes, values, choice, {
    volume: volume?.isShown ? volume.scene.volume : undefined,
    environment: paths?.panorama?.environment,
    valueFiles: record ? record.valueFiles : {},
    shared,
  });

/** The recipe of an opened picture by any camera, at any time of its motion. */
async function describeFrame(
  { values, paths, recorded }: SettledPicture,
  subject: RenderSubject,
  hashes: OpenedPicture['hashes'],
  { camera, time, changes }: RecordedFrame,
): Promise<Recipe> {
  const frames = values.frames?.count;
  const recipe = createRecipe({
    inputs: await hashes,
    options: {
      ...recorded,
      // Frames do not tell pictures apart: the picture is the same, whichever are rendered with it.
      frames: frames === undefined ? undefined : String(frames),
      ...subject.options,
      ...changes?.options,
    },
    camera,
    ...(time > 0 && { time }),
    ...subject.recipe,
    ...(changes?.transfer && { transfer: changes.transfer }),
    ...(paths?.panorama && { environment: paths.panorama.file }),
  });
  return values.recipe === 'full' ? recipe : withoutFolders(recipe);
}

/** Whether a radiograph is fitted to its integrals. @throws InputError where the options leave no window for it. */
function chooseIntegrals(
  { mode, window, transfer }: OptionValues,
  { several, parts }: { readonly several: boolean; readonly parts: RenderedParts | undefined },
): boolean {
  if (mode !== 'xray' || window !== undefined || transfer !== undefined) return false;
  if (several) fail('--window: frames of --mode xray take one window for all; name LO,HI');
  if (parts !== undefined) fail('--window: parts of --mode xray take one window for all; name LO,HI');
  return true;
}

function noGpu(): Promise<Gpu> {
  const none = Promise.reject(new InputError('--mask: meshes, and --label-surfaces, need a device'));
  none.catch(() => undefined);
  return none;
}

/** The built-in light of paths; undefined where there is none, or it is a panorama. */
const findLight = ({ environment }: OptionValues) =>
  environment === undefined ? undefined : findEnvironmentName(environment);

function createRenderOptions(values: OptionValues, { step, quality, settings }: SceneChoice, recordedShape = 'auto') {
  const isPath = quality === 'path';
  const { shape = 'auto', seed = 0 } = settings;
  return {
    ...settings,
    ...values.size,
    step,
    quality,
    seed,
    // Paths are counted separately.
    samplesPerPixel: isPath ? 1 : checkSamples('samples', values.samples, false),
    shape: shape === 'auto' && recordedShape !== 'auto' ? parseShape(recordedShape) : shape,
    counts: values.stats !== undefined,
    timestamps: values.stats !== undefined,
    outputs: ['pixels', ...arrayOutputs(values)],
  } as const satisfies RenderOptions;
}
