/** Performs jobs with the parts of `tilecast render`, and keeps what it read for the next. */

import { stat } from 'node:fs/promises';
import type { Failure, Perform, Task, TaskContext } from '../../farm/index.js';
import { DeviceError, type Gpu, InputError, Renderer } from '../../index.js';
import { isUrl } from '../../lab.js';
import { encodeApng, encodePng, readPngText } from '../../node/index.js';
import { completeTexts } from '../../recipe/options.js';
import { alphaOf, isSameRecipe, signRecipe, withoutRecordedFiles } from '../../recipe/recipe.js';
import { RECIPE_KEYWORD } from '../../recipe/recipe-json.js';
import { partRuleOf } from '../render/pictures/choose-parts.js';
import { type OpenedPicture, planPicture } from '../render/pictures/open-picture.js';
import type { RenderedPart } from '../render/pictures/rendered-parts.js';
import type { Replay } from '../render/recipe/start-replay.js';
import type { RenderSubject } from '../render/subjects/create-subject.js';
import { RecipeRenderer } from '../service/recipe-renderer.js';
import type { PictureAnswer, PictureRequest } from '../service/requests.js';
import { drawSlices } from '../service/slices-request.js';
import {
  ANY_MAKER,
  type CheckedFrameJob,
  checkFrameJob,
  checkMergeJob,
  checkPartJob,
  checkSeriesJob,
} from './jobs/job-form.js';
import { assertSameFile, assertSameInputs } from './jobs/job-inputs.js';
import { decodePart, encodePart } from './jobs/part-file.js';
import { checkQueuedRequest, queueAnswer } from './jobs/queued-requests.js';
import { returnPicture } from './jobs/returned-pictures.js';
import { performSlices } from './jobs/slice-jobs.js';
import { SweepPerformer } from './sweep/perform-sweep.js';
import type { WorkerFiles } from './worker-files.js';

/** The part of a picture that all of its frames share. */
interface LoadedPicture {
  readonly picture: OpenedPicture;
  readonly render: ReturnType<RenderSubject['createRender']>;
  /** Renders parts of it. */
  readonly renderer: Renderer;
}

/** Pictures whose inputs stay in memory. */
const PICTURES_MAX = 3;

/** Bytes of the inputs of requests that stay in memory. */
const KEPT_BYTES_MAX = 2 ** 31;

export interface PerformerOptions {
  /** Bytes of the inputs of requests that stay in memory; default 2 GiB. */
  readonly keptBytesMax?: number | undefined;
}

export class Performer {
  readonly #files: WorkerFiles;
  readonly #openGpu: () => Promise<Gpu>;
  #gpu: Promise<Gpu> | undefined;
  /** The latest used last. */
  readonly #pictures = new Map<string, Promise<LoadedPicture>>();
  readonly #sweeps: SweepPerformer;
  readonly #recipes: RecipeRenderer;

  constructor(
    files: WorkerFiles,
    openGpu: () => Promise<Gpu>,
    { keptBytesMax = KEPT_BYTES_MAX }: PerformerOptions = {},
  ) {
    this.#files = files;
    this.#openGpu = openGpu;
    this.#sweeps = new SweepPerformer(files, () => this.gpu());
    this.#recipes = new RecipeRenderer({ files, openGpu: () => this.gpu(), keptBytesMax });
  }

  readonly perform: Perform = async (task, context) => {
    const kinds: Readonly<Record<string, (task: Pick<Task, 'data'>, context: TaskContext) => Promise<unknown>>> = {
      frame: ({ data }, { signal }) => this.#renderFrame(checkFrameJob(data), signal),
      part: ({ data }, { signal }) => this.#renderPart(data, signal),
      merge: ({ data }, { childFailures }) => this.#mergeParts(data, childFailures),
      series: ({ data }, { childFailures }) => this.#endSeries(data, childFailures),
      slices: ({ data }) => performSlices(data, this.#files, () => this.gpu()),
      'render-request': ({ data }, { signal }) => this.#recipes.render(data as PictureRequest, signal),
      'slices-request': ({ data }) => drawSlices(data as PictureRequest, this.#files, () => this.gpu()),
      request: ({ data }, context) => this.#answerQueued(data, context),
      'sweep-device': () => this.#sweeps.describeDevice(),
      'sweep-view': ({ data }, { signal }) => this.#sweeps.timeView(data, signal),
    };
    const perform = Object.hasOwn(kinds, task.kind) ? kinds[task.kind] : undefined;
    if (!perform) throw new InputError(`the job is of a kind that this worker does not know: ${task.kind}`);
    try {
      return await perform(task, context);
    } catch (error) {
      // Another device may do.
      if (error instanceof DeviceError) await this.destroy();
      throw error;
    }
  };

  #answerQueued(data: unknown, context: TaskContext): Promise<unknown> {
    const { kind, request } = checkQueuedRequest(data);
    const asked: PictureRequest = { ...request, uploads: {} };
    return queueAnswer(() => this.perform({ kind, data: asked }, context) as Promise<PictureAnswer>);
  }

  /** The device that jobs are rendered on. */
  gpu(): Promise<Gpu> {
    this.#gpu ??= this.#openGpu();
    this.#gpu.catch(() => undefined);
    return this.#gpu;
  }

  /** Frees the device and all that was loaded. */
  async destroy(): Promise<void> {
    const gpu = await this.#gpu?.catch(() => undefined);
    this.#gpu = undefined;
    this.#pictures.clear();
    this.#sweeps.forget();
    await this.#recipes.destroy().catch(() => undefined);
    gpu?.destroy();
  }

  async #renderFrame(job: CheckedFrameJob, signal: AbortSignal): Promise<unknown> {
    const { recipe, output, several, returns } = job;
    // Jobs may be delivered twice, and series be handed out again.
    if (!returns && (await this.#isFinished(output, recipe))) return { output, kept: true };
    const { render } = await this.#load(job);
    const frame = await render({ camera: recipe.camera, time: recipe.time ?? 0, path: output, signal });
    const text = { [RECIPE_KEYWORD]: signRecipe(recipe, frame.stats.adapter) };
    const png = encodePng(frame, { alpha: alphaOf(recipe, several), text });
    if (returns) return returnPicture(png, output);
    await this.#files.write(output, png);
    return { output, adapter: frame.stats.adapter };
  }

  async #renderPart(data: unknown, signal: AbortSignal): Promise<unknown> {
    const job = checkPartJob(data);
    const { recipe, parts, part, store, whole } = job;
    if (await this.#files.has(store)) return { store, kept: true };
    const { picture, renderer } = await this.#load(job, !whole);
    const described = picture.subject.describe({ camera: recipe.camera, time: recipe.time ?? 0 });
    const { image } = await partRuleOf(picture.paths).render(renderer, described, { part, count: parts }, signal);
    await this.#files.write(store, encodePart(image));
    return { store };
  }

  async #mergeParts(data: unknown, childFailures: () => Promise<readonly Failure[]>): Promise<unknown> {
    const job = checkMergeJob(data);
    const { recipe, sources, store, output, several, whole } = job;
    const isDone = store === undefined ? await this.#isFinished(output, recipe) : await this.#files.has(store);
    if (isDone) return { store, kept: true };
    const failures = await childFailures();
    if (failures.length > 0) throw new InputError(describeFailures(failures));
    const { picture } = await this.#load(job, !whole);
    const described = picture.subject.describe({ camera: recipe.camera, time: recipe.time ?? 0 });
    const rule = partRuleOf(picture.paths);
    let sum: RenderedPart | undefined;
    for (const source of sources) {
      const part = decodePart(await this.#files.read(source), source);
      sum = sum ? rule.combine([sum, part], described) : part;
    }
    const image = sum!;
    if (store === undefined) {
      const gpu = await this.gpu();
      const text = { [RECIPE_KEYWORD]: signRecipe(recipe, gpu.adapterName) };
      const png = encodePng(await rule.finish(image, described, gpu), { alpha: alphaOf(recipe, several), text });
      await this.#files.write(output, png);
    } else {
      await this.#files.write(store, encodePart(image));
    }
    for (const source of sources) await this.#files.remove(source);
    if (store === undefined) await this.#files.removeFolderOf(sources[0]!);
    return { store };
  }

  async #endSeries(data: unknown, childFailures: () => Promise<readonly Failure[]>): Promise<unknown> {
    const { animation } = checkSeriesJob(data);
    const failures = await childFailures();
    if (failures.length > 0) throw new InputError(describeFailures(failures));
    if (!animation) return {};
    const { path, frames, framesPerSecond } = animation;
    const pngs: Uint8Array[] = [];
    for (const frame of frames) pngs.push(await this.#files.read(frame));
    await this.#files.write(path, encodeApng(pngs, { framesPerSecond }));
    for (const frame of frames) await this.#files.remove(frame);
    await this.#files.removeFolderOf(frames[0]!);
    return { output: path };
  }

  /** Whether the picture exists, from the same recipe and whole. */
  async #isFinished(path: string, recipe: CheckedFrameJob['recipe']): Promise<boolean> {
    await this.#files.output(path);
    try {
      return isSameRecipe(readPngText(await this.#files.read(path), path)[RECIPE_KEYWORD] ?? '', recipe);
    } catch (error) {
      if (error instanceof InputError) return false;
      throw error;
    }
  }

  /** @param readsParts whether parts of the volume are all that will be rendered. */
  async #load(job: CheckedFrameJob, readsParts = false): Promise<LoadedPicture> {
    const key = `${await this.#keyOf(job)} ${readsParts}`;
    const there = this.#pictures.get(key);
    const loading = there ?? this.#open(job, readsParts);
    this.#pictures.delete(key);
    this.#pictures.set(key, loading);
    if (this.#pictures.size > PICTURES_MAX) this.#pictures.delete(this.#pictures.keys().next().value!);
    try {
      return await loading;
    } catch (error) {
      this.#pictures.delete(key);
      throw error;
    }
  }

  /** A key that frames of one picture share, as long as its files stay the same. */
  async #keyOf({ recipe, inputs, mask }: CheckedFrameJob): Promise<string> {
    const { camera, time, ...shared } = recipe;
    const paths = await Promise.all(
      [...inputs, ...(mask === undefined ? [] : [mask])].map((path) => this.#files.input(path)),
    );
    const states = await Promise.all(paths.map(stateOf));
    return JSON.stringify([shared, paths, states]);
  }

  async #open(job: CheckedFrameJob, readsParts: boolean): Promise<LoadedPicture> {
    const replay = { ...(await this.#replayOf(job)), readsParts };
    // Recipes hold defaults too, some of them for absent meshes, which the submitter has checked.
    const plan = await planPicture(completeTexts(replay.options), {}, replay);
    const picture = await plan.open(replay.inputs, {
      several: job.several,
      gpu: this.gpu(),
      checkInputs: (opened) => assertSameInputs(opened, job.recipe.inputs),
    });
    checkHashes(job, await picture.hashes, picture.subject.recipe.mask?.sha256);
    const gpu = await this.gpu();
    return { picture, render: picture.subject.createRender(gpu), renderer: new Renderer(gpu) };
  }

  async #replayOf({ recipe, inputs, mask }: CheckedFrameJob): Promise<Replay> {
    const { options, files } = withoutRecordedFiles(recipe.options);
    const { mask: _, ...others } = options;
    const { where } = this.#files;
    return {
      recipe: { ...recipe, ...ANY_MAKER },
      shape: ANY_MAKER.shape,
      valueFiles: undefined,
      options: { ...others, ...(mask !== undefined && { mask: await this.#files.input(mask) }) },
      inputs: await Promise.all(inputs.map((path) => this.#files.input(path))),
      isSearch: false,
      inputFiles: where,
      maskFiles: where,
      environmentFiles: where,
      transfer: recipe.transfer,
      transferFile: files.includes('transfer') ? recipe.transfer : undefined,
    };
  }
}

/** @throws InputError for files that are not those that the job was made of. */
function checkHashes(
  { recipe, inputs, mask }: CheckedFrameJob,
  hashes: CheckedFrameJob['recipe']['inputs'],
  maskHash?: string,
) {
  const pairs = [
    ...inputs.map((path, index) => [path, hashes[index]?.sha256, recipe.inputs[index]?.sha256] as const),
    ...(mask === undefined ? [] : [[mask, maskHash, recipe.mask?.sha256] as const]),
  ];
  for (const [path, found, wanted] of pairs) assertSameFile(path, found, wanted);
}

/** Changes when a file does; what is on the web is known by its hash in the recipe alone. */
async function stateOf(path: string): Promise<readonly number[]> {
  if (isUrl(path)) return [];
  const { ino, size, mtimeMs } = await stat(path);
  return [ino, size, mtimeMs];
}

function describeFailures(failures: readonly Failure[]): string {
  const [first] = failures;
  const others = failures.length - 1;
  return `${first!.reason}${others > 0 ? `; and ${others} other jobs failed` : ''}`;
}
