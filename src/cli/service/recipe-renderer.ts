/** Renders the recipes of a service's callers, and keeps the inputs of the latest in memory and on the device. */
import { stat } from 'node:fs/promises';
import { type Camera, formatCamera, type Gpu, InputError, turnCamera } from '../../index.js';
import { isUrl } from '../../lab.js';
import { encodePicture } from '../../node/index.js';
import {
  CAMERA_OPTION_NAMES,
  completeTexts,
  type OptionName,
  type OptionTexts,
  parseOption,
  parseOptions,
} from '../../recipe/options.js';
import { alphaOf, checkRecipe, type ReadRecipe, signRecipe } from '../../recipe/recipe.js';
import { RECIPE_KEYWORD } from '../../recipe/recipe-json.js';
import type { WorkerFiles } from '../farm/worker-files.js';
import { chooseArrays } from '../render/arrays/choose-arrays.js';
import { chooseCamera } from '../render/frames/choose-camera.js';
import { SharedInputs } from '../render/load/shared-inputs.js';
import { sayIdle } from '../render/notices/idle-options.js';
import { type OpenedPicture, planPicture, type RecordedFrame } from '../render/pictures/open-picture.js';
import type { RenderSubject } from '../render/subjects/create-subject.js';
import { answerRequest, hearLines } from './answer-request.js';
import { type AnswerForm, arraysOf, checkForm, encodeNumbers, isPictureForm, NPY_TYPE } from './picture-answer.js';
import { locateRecipe } from './recipe-files.js';
import type { PictureRequest, RenderAnswer } from './requests.js';

/** State that pictures of the same files share. */
interface KeptInputs {
  readonly shared: SharedInputs;
  /** Keyed by all that recipes say besides the camera; the latest used last. */
  readonly pictures: Map<string, Promise<LoadedPicture>>;
  /** The states of the files that were read, by their paths. */
  states: Map<string, string>;
  sizeBytes: number;
}

interface LoadedPicture {
  readonly picture: OpenedPicture;
  readonly render: ReturnType<RenderSubject['createRender']>;
  readonly notes: ReadonlySet<string>;
}

export interface RecipeRendererOptions {
  readonly files: WorkerFiles;
  readonly openGpu: () => Promise<Gpu>;
  /** Bytes of inputs that stay in memory; those of the latest request stay whatever they have. */
  readonly keptBytesMax: number;
}

/** Pictures of the same inputs that are kept: each has tables of its own, and the volume in common. */
const PICTURES_MAX = 16;

/** Files on the web are asked for again after this time. */
const REMOTE_MS = 300_000;

export class RecipeRenderer {
  readonly #options: RecipeRendererOptions;
  /** Keyed by the paths of the inputs; the latest used last. */
  readonly #kept = new Map<string, KeptInputs>();

  constructor(options: RecipeRendererOptions) {
    this.#options = options;
  }

  /** @throws InputError for a recipe that is none, or whose files cannot be read. */
  render(request: PictureRequest, signal: AbortSignal): Promise<RenderAnswer> {
    const { files } = this.#options;
    return answerRequest(request, files, async (notes) => {
      const form = checkForm(request.output);
      const recipe = checkRecipe(request.recipe);
      for (const note of recipe.notes ?? []) notes.add(note);
      const replay = await locateRecipe(recipe, files, request.uploads);
      const key = JSON.stringify([...replay.inputs, replay.options.mask]);
      const isKept = await this.#isFresh(key);
      const kept = this.#keep(key);
      const loaded = await this.#load(kept, replay, form);
      for (const note of loaded.notes) notes.add(note);
      const { picture, render } = loaded;
      checkHashes(recipe, picture, await picture.hashes);
      const { values, texts } = completeView(replay.options);
      const turned = checkTurn(request);
      const fitted = recipe.camera ?? (await chooseCamera({ ...values, turntable: turned?.count }))(picture.subject);
      const camera = turned ? turnCamera(fitted, (360 * turned.frame) / turned.count) : fitted;
      const time = recipe.time ?? 0;
      const frame = await render({ camera, time, path: '', signal });
      const encoded = await encode(frame, form, picture, { camera, time, changes: { options: texts } });
      await this.#account(kept, countBytes(picture, camera));
      return { ...encoded, isKept, camera: JSON.parse(formatCamera(camera)), keptBytes: this.#sizeBytes() };
    });
  }

  /** Frees all that is kept. */
  async destroy(): Promise<void> {
    const all = [...this.#kept.values()];
    this.#kept.clear();
    for (const { shared } of all) await shared.destroy();
  }

  #keep(key: string): KeptInputs {
    const kept = this.#kept.get(key) ?? {
      shared: new SharedInputs({ isSeries: false }),
      pictures: new Map(),
      states: new Map(),
      sizeBytes: 0,
    };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept;
  }

  /** Whether the files of kept inputs are as they were; forgets others. */
  async #isFresh(key: string): Promise<boolean> {
    const kept = this.#kept.get(key);
    if (!kept) return false;
    const states = await Promise.all([...kept.states].map(async ([path, state]) => state === (await stateOf(path))));
    if (states.every(Boolean)) return true;
    this.#kept.delete(key);
    await kept.shared.destroy();
    return false;
  }

  async #load(kept: KeptInputs, replay: Awaited<ReturnType<typeof locateRecipe>>, form: AnswerForm) {
    const { camera, time, options, ...shared } = replay.recipe;
    const others = Object.entries(options).filter(([name]) => !CAMERA_OPTION_NAMES.includes(name as OptionName));
    const key = JSON.stringify([shared, others, form]);
    const loading = kept.pictures.get(key) ?? this.#open(kept, replay, form);
    kept.pictures.delete(key);
    kept.pictures.set(key, loading);
    if (kept.pictures.size > PICTURES_MAX) kept.pictures.delete(kept.pictures.keys().next().value!);
    try {
      return await loading;
    } catch (error) {
      kept.pictures.delete(key);
      throw error;
    }
  }

  async #open(
    { shared, states }: KeptInputs,
    replay: Awaited<ReturnType<typeof locateRecipe>>,
    form: AnswerForm,
  ): Promise<LoadedPicture> {
    return hearLines(async (notes) => {
      const arrays = arraysOf(form);
      const given: OptionTexts = { ...replay.options, ...(arrays !== undefined && { arrays }) };
      const texts = completeTexts(given);
      const values = parseOptions(texts);
      chooseArrays(values, false);
      // Recipes of pictures hold defaults too, some of them for absent meshes.
      const asked = isOfPicture(replay.recipe) ? {} : given;
      const plan = await planPicture(texts, asked, replay);
      const gpu = this.#options.openGpu();
      const picture = await plan.open(replay.inputs, { several: false, gpu, shared });
      sayIdle(asked, { ...picture.contents, values, moves: false });
      for (const path of picture.files) states.set(path, await stateOf(path));
      return { picture, render: picture.subject.createRender(await gpu), notes };
    });
  }

  /** Forgets the inputs that were used longest ago where all have more bytes than they may. */
  async #account(kept: KeptInputs, sizeBytes: number): Promise<void> {
    kept.sizeBytes = Math.max(kept.sizeBytes, sizeBytes);
    for (const [key, { shared }] of this.#kept) {
      if (this.#kept.size === 1 || this.#sizeBytes() <= this.#options.keptBytesMax) return;
      this.#kept.delete(key);
      await shared.destroy();
    }
  }

  #sizeBytes(): number {
    return [...this.#kept.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }
}

/** The options of the camera, which pictures that are kept leave open: all of them, so that none stays of an earlier request. */
function completeView(options: OptionTexts) {
  const values = parseOptions(options);
  return { values, texts: Object.fromEntries(CAMERA_OPTION_NAMES.map((name) => [name, completeTexts(options)[name]])) };
}

/** The frame of a turntable. @throws InputError for a number that is none. */
function checkTurn({
  turntable,
  frame = 0,
}: PictureRequest): { readonly count: number; readonly frame: number } | undefined {
  if (turntable === undefined) return undefined;
  const count = parseOption('turntable', [String(turntable)]);
  const number = Number(frame);
  if (!Number.isInteger(number) || number < 0 || number >= count)
    throw new InputError(`frame: must be from 0 to ${count - 1}, not ${String(frame).slice(0, 20)}`);
  return { count, frame: number };
}

/** Whether it comes from a picture that was made, and not from somebody who wrote what is wanted. */
const isOfPicture = ({ adapter }: ReadRecipe) => adapter !== 'any';

async function encode(
  frame: Awaited<ReturnType<LoadedPicture['render']>>,
  form: AnswerForm,
  picture: OpenedPicture,
  recorded: RecordedFrame,
) {
  if (!isPictureForm(form)) {
    const { mode = 'composite' } = picture.contents.volume ?? {};
    return { bytes: encodeNumbers(frame, form, mode), type: NPY_TYPE };
  }
  const made = await picture.recipeFor(recorded);
  const text = { [RECIPE_KEYWORD]: signRecipe(made, frame.stats.adapter) };
  if (form === 'jpeg' && made.options.background === 'transparent')
    throw new InputError('output: a JPEG has no transparency; ask for png or webp, or name a colour as background');
  const bytes = await encodePicture(frame, `.${form}`, { alpha: alphaOf(made, false), text });
  return { bytes, type: `image/${form}` };
}

/** @throws InputError for files that are not those that the recipe knows by their digests. */
function checkHashes(
  { inputs, mask }: ReadRecipe,
  { subject }: OpenedPicture,
  hashes: Awaited<OpenedPicture['hashes']>,
): void {
  const wrong = inputs.find(({ sha256 }, index) => sha256 !== undefined && sha256 !== hashes[index]?.sha256);
  const isOtherMask = mask?.sha256 !== undefined && mask.sha256 !== subject.recipe.mask?.sha256;
  const name = wrong?.path ?? (isOtherMask ? mask.path : undefined);
  if (name !== undefined) throw new InputError(`${name}: is another file here than the recipe’s, by its SHA-256`);
}

/** Changes when a file does. */
async function stateOf(path: string): Promise<string> {
  if (isUrl(path)) return String(Math.floor(Date.now() / REMOTE_MS));
  const status = await stat(path).catch(() => undefined);
  return status ? [status.ino, status.size, status.mtimeMs].join() : '';
}

/** Bytes of the voxels and triangles that a picture keeps. */
function countBytes({ subject }: OpenedPicture, camera: Camera): number {
  const { scene } = subject.describe({ camera, time: 0 });
  const ofMeshes = 'meshes' in scene ? scene.meshes.map(({ mesh }) => mesh) : [];
  const meshBytes = ofMeshes.reduce((sum, mesh) => sum + mesh.positions.byteLength + mesh.triangles.byteLength, 0);
  return meshBytes + ('volume' in scene ? scene.volume.voxels.byteLength : 0);
}
