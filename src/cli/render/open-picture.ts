/** Content and appearance of a picture: options that are checked before anything is read, and then the files. */
import { type Camera, type Gpu, InputError, isStoreUrl, parseShape, type RenderOptions } from '../../index.js';
import { type OpenedInput, type OpenFilesAhead, openFile, openInputs } from '../../node/index.js';
import { checkSamples } from '../../recipe/options/quality-options.js';
import { type OptionTexts, type OptionValues, parseOptions } from '../../recipe/options.js';
import { checkLetters } from '../../recipe/parse/check-letters.js';
import { fail } from '../../recipe/parse/parse-options.js';
import { createRecipe, type Recipe, withoutFolders } from '../../recipe/recipe.js';
import type { Subject } from '../../recipe/scene/view-options.js';
import { arrayOutputs } from './arrays/choose-arrays.js';
import { chooseVolume } from './choose-volume.js';
import { chooseRenderer, createSubject, type RenderSubject } from './create-subject.js';
import { createEarlyUpload, uploadAhead } from './early-upload.js';
import type { PlannedFrame } from './frames/choose-frames.js';
import type { PictureContents } from './idle-options.js';
import { chooseMesh, type MeshChoice, type Motion } from './mesh/choose-mesh.js';
import { chooseMeshes } from './mesh/choose-meshes.js';
import { formatTransform } from './mesh/parse-transform.js';
import { chooseHeatmap } from './overlays/choose-heatmap.js';
import { chooseOverlays } from './overlays/choose-overlays.js';
import { refuseStrayOptions, tellApart } from './picture-inputs.js';
import { hashInput } from './recipe/hash-input.js';
import type { PictureRecord } from './recipe/start-replay.js';
import { chooseParts } from './render-parts.js';
import { choosePaths, type PathChoice } from './render-paths.js';
import { chooseGround } from './scene/choose-ground.js';
import type { SharedInputs } from './shared-inputs.js';

const BYTES_PER_MIB = 2 ** 20;

export interface PicturePlan {
  readonly options: RenderOptions & { readonly width: number; readonly height: number };
  /** Parts that the volume is split into; undefined where it stays whole. */
  readonly parts: number | undefined;
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

/**
 * @param texts of the options, with the defaults of those that are not given.
 * @param given options that were named, which must have something to set.
 * @param record what is known of the picture beside them.
 * @throws InputError that names the option.
 */
export async function planPicture(
  texts: OptionTexts,
  given: OptionTexts,
  record: PictureRecord | undefined,
): Promise<PicturePlan> {
  const values = parseOptions(texts);
  const options = createRenderOptions(values, record?.shape);
  const volumeChoice = await chooseVolume(values, record);
  const meshChoice = await chooseMesh(values);
  const meshSubject = chooseMeshes(values, meshChoice, record ? record.valueFiles : {});
  const { slabs, primaryRays, shadowRays, transforms, motion } = meshChoice;
  const overlays = chooseOverlays(values);
  await checkLetters(values);
  const heatmap = chooseHeatmap(values);
  const paths = await choosePaths(values, given, record?.environmentFiles);
  const parts = chooseParts(values);
  const ground = chooseGround(values);
  const environmentPaths = paths?.environmentFile ? [paths.environmentFile.path] : [];
  const cacheMib = values['disk-cache'];
  const diskCacheBytes = cacheMib && cacheMib * BYTES_PER_MIB;
  const where = { ...record?.inputFiles, diskCacheBytes };
  const recipesOf = chooseRecipe(texts, values, { transforms, paths });
  return {
    options,
    parts,
    motion,
    needsStatistics: volumeChoice.needsStatistics,
    open: async (inputs, { several, gpu, ahead, checkInputs, cameraFor, shared }) => {
      if (diskCacheBytes !== undefined && !inputs.some(isStoreUrl)) fail('--disk-cache: is for addresses of stores');
      const needsMeshes = values['label-surfaces'] === true;
      const isSimple = !several && !needsMeshes && !ground && !paths && parts === undefined;
      const rendererFor = (isVolumeAlone: boolean) =>
        chooseRenderer(
          { ...options, slabs, primaryRays, shadowRays },
          {
            ...{ isVolumeAlone, several, overlays, heatmap, shared },
          },
        );
      const ofVolume = rendererFor(true);
      // Statistics have the upload among a frame's passes.
      const isEarly = isSimple && !options.timestamps;
      if (isEarly && ahead && gpu && inputs.length === 1) void uploadAhead(ofVolume, inputs[0]!, ahead, gpu);
      // A raw input may look like anything.
      const openAll = () =>
        values.raw === undefined
          ? openInputs(inputs, { ...where, ahead })
          : Promise.all(inputs.map((path) => openFile(path, where)));
      const opened = await (shared ? shared.open(openAll) : openAll());
      await checkInputs?.(opened);
      const { volumes, meshes } = tellApart(opened, values);
      const has = { volume: volumes.length > 0, meshes: meshes.length > 0 };
      if (parts !== undefined && !has.volume) fail('--split: cuts a volume into parts, and there is none');
      refuseStrayOptions(given, has);
      overlays.check({ ...has, values: meshChoice.valueColors !== undefined });
      heatmap?.check(has);
      const besideMeshes = has.meshes || needsMeshes;
      const isAlone = has.volume && !besideMeshes && !ground;
      const renderer = isAlone ? ofVolume : rendererFor(false);
      const early = isEarly && isAlone && gpu && cameraFor ? createEarlyUpload(renderer, cameraFor, gpu) : undefined;
      const volume = has.volume ? await volumeChoice.open(volumes, gpu ?? noGpu(), { early, shared }) : undefined;
      const surfaces = volume?.surfaces?.meshes ?? [];
      // A ground and the surfaces of labels are meshes of their own.
      const mesh = besideMeshes || ground ? await meshSubject(meshes, { isAlone: !has.volume, shared }) : undefined;
      if (!has.volume) overlays.checkAnatomical(mesh?.anatomical === true);
      const subject = createSubject(volume, mesh, renderer, {
        ...{ overlays, heatmap, several, parts, paths, ground },
        fitsIntegrals: chooseIntegrals(values, { several, parts }),
      });
      const hashes = Promise.all(opened.map(hashInput)).then((hashed) => hashed.flat());
      hashes.catch(() => undefined);
      return {
        subject,
        contents: {
          volume: volume?.isShown ? volume.scene : undefined,
          meshes: [...(mesh?.meshes ?? []), ...surfaces.map((surface) => surface.mesh)],
        },
        times: volume?.times ?? 1,
        files: [...opened.flatMap(({ files }) => files()), ...subject.files(), ...environmentPaths],
        hashes,
        recipeFor: recipesOf(subject, hashes),
      };
    },
  };
}

/** Makes what describes an opened picture by any camera, at any time of its motion. */
function chooseRecipe(
  texts: OptionTexts,
  values: OptionValues,
  { transforms, paths }: { transforms: MeshChoice['transforms']; paths: PathChoice | undefined },
) {
  const frames = values.frames?.count;
  return (subject: RenderSubject, hashes: OpenedPicture['hashes']): OpenedPicture['recipeFor'] =>
    async ({ camera, time, changes }) => {
      const recipe = createRecipe({
        inputs: await hashes,
        options: {
          ...texts,
          // Frames do not tell pictures apart: the picture is the same, whichever are rendered with it.
          frames: frames === undefined ? undefined : String(frames),
          ...(transforms && { transform: transforms.map(formatTransform) }),
          ...subject.options,
          ...changes?.options,
        },
        camera,
        ...(time > 0 && { time }),
        ...subject.recipe,
        ...(changes?.transfer && { transfer: changes.transfer }),
        ...(paths?.environmentFile && { environment: paths.environmentFile }),
      });
      return values.recipe === 'full' ? recipe : withoutFolders(recipe);
    };
}

/** Whether a radiograph is fitted to its integrals. @throws InputError where the options leave no window for it. */
function chooseIntegrals(
  { mode, window, transfer }: OptionValues,
  { several, parts }: { readonly several: boolean; readonly parts: number | undefined },
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

function createRenderOptions(values: OptionValues, recordedShape = 'auto') {
  const { samples, quality, workgroup, stats } = values;
  const isPath = quality === 'path';
  const recorded = recordedShape === 'auto' ? recordedShape : parseShape(recordedShape);
  return {
    ...values.size,
    step: values.step,
    // Paths are counted separately.
    samplesPerPixel: isPath ? 1 : checkSamples('samples', samples, false),
    jitter: values.jitter,
    seed: values.seed ?? 0,
    quality,
    shape: workgroup === 'auto' ? recorded : workgroup,
    skip: values.skip ? 'auto' : false,
    filter: values.filter,
    earlyTermination: values['early-termination'],
    allowDownsample: values.downsample,
    counts: stats !== undefined,
    timestamps: stats !== undefined,
    outputs: ['pixels', ...arrayOutputs(values)],
  } as const satisfies RenderOptions;
}
