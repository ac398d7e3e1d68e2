/** Renders the frames of a series one after another, keeps existing ones, and stops between two of them; writes several at a time. */

import { readdir, rm, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Camera, type Frame, InputError } from '../../../index.js';
import {
  encodeApng,
  makeFolder,
  PngEncoder,
  readInputFile,
  readPictureText,
  readPngText,
  withoutPngText,
  writeError,
  writeWholeFile,
} from '../../../node/index.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { alphaOf, isSameRecipe, type Recipe, signRecipe } from '../../../recipe/recipe.js';
import { RECIPE_KEYWORD } from '../../../recipe/recipe-json.js';
import { listenForInterrupt } from '../../interrupt.js';
import { encodeWithRecipe } from '../../outputs/encode-with-recipe.js';
import { createProgress } from '../../progress.js';
import { type FrameSeries, NOWHERE, type PlannedFrame, STDOUT } from './choose-frames.js';

export interface FrameSteps {
  readonly render: (plan: PlannedFrame) => Promise<Frame>;
  readonly recipeFor: (plan: PlannedFrame) => Promise<Recipe>;
  /** Whether pictures have their recipes; others are not known again, and rendered anew. */
  readonly holdsRecipe: boolean;
  /** Writes what goes with a picture into files of its own; such pictures are rendered anew. */
  readonly writeBeside?: ((frame: Frame, plan: PlannedFrame) => Promise<void>) | undefined;
}

/** @returns the rendered frames' statistics and PNG times, those of frames that were kept left out. */
export async function renderFrames(job: FrameSteps, camera: Camera, series: FrameSeries): Promise<RenderedFrame[]> {
  const plans = series.frames(camera);
  if (!series.several) {
    const [plan] = plans as [PlannedFrame];
    const { png, rendered } = await encodeFrame(job, plan, series, await renderFrame(job, plan));
    await writeFrame(plan, png, undefined);
    return [rendered];
  }
  const { animation, waiting } = series;
  if (waiting !== undefined) await checkWaiting(waiting, plans);
  const progress = createProgress(plans.length, 'frames');
  const interrupt = listenForInterrupt();
  const rendered: RenderedFrame[] = [];
  // Another process may make the same animation, and remove what waits for it, at any time.
  const pngs: Uint8Array[] = [];
  const encoder = new PngEncoder();
  const written: Promise<void>[] = [];
  const keep = (index: number, png: Uint8Array) => {
    if (animation) pngs[index] = job.holdsRecipe ? png : withoutPngText(png, plans[index]!.path);
    progress.advance();
  };
  const finish = async (index: number, frame: Frame) => {
    const plan = plans[index]!;
    const made = await encodeFrame(job, plan, series, frame, (image, options) => encoder.encode(image, options));
    await writeFrame(plan, made.png, waiting);
    rendered[index] = made.rendered;
    keep(index, made.png);
  };
  try {
    for (const [index, plan] of plans.entries()) {
      if (interrupt.requested()) break;
      const finished = job.writeBeside ? undefined : await readFinished(plan, await job.recipeFor(plan));
      if (finished) {
        keep(index, finished);
        continue;
      }
      const frame = await renderFrame(job, plan);
      if (written.length >= encoder.most) await written.shift();
      const writing = finish(index, frame);
      // Whoever waits for an earlier one shall not hear of it as unhandled.
      writing.catch(() => undefined);
      written.push(writing);
    }
    await Promise.all(written);
  } finally {
    await Promise.allSettled(written);
    encoder.end();
    progress.stop();
    interrupt.ignore();
    // A folder in which no frame could be written is of no use.
    if (waiting !== undefined) await rmdir(waiting).catch(() => undefined);
  }
  if (interrupt.requested()) {
    process.exitCode = interrupt.exitCode();
    return rendered.filter(Boolean);
  }
  if (animation) {
    await writeWholeFile(animation.path, encodeApng(pngs, animation));
    await removeWaiting(waiting!, plans);
  }
  return rendered.filter(Boolean);
}

/** @throws InputError where somebody else's files are in place of frames that wait for the others. */
async function checkWaiting(folder: string, plans: readonly PlannedFrame[]): Promise<void> {
  const names = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return [];
    if (cause.code !== 'ENOTDIR') throw writeError(folder, cause);
    throw new InputError(
      `${folder}: must be a folder, where frames wait for the last one, and is a file; move it away`,
      {
        cause,
      },
    );
  });
  const planned = new Set(plans.map(({ path }) => basename(path)));
  for (const name of names) {
    const path = join(folder, name);
    if (planned.has(name) && !(await isOurs(path))) fail(`${path}: is in the way of a frame; move it away`);
  }
}

/** Tells that a frame without a recipe is ours, so that the next command may replace it. */
const WAITING_KEYWORD = 'tilecast:frame';
const OUR_KEYWORDS = [RECIPE_KEYWORD, WAITING_KEYWORD];

/** Whether it is a picture of ours, perhaps truncated by another program, or was one that has been removed meanwhile. */
async function isOurs(path: string): Promise<boolean> {
  const png = await readInputFile(path, { isOwn: true }).catch((error) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (!png) return true;
  try {
    const text = readPngText(png, path);
    return OUR_KEYWORDS.some((keyword) => text[keyword] !== undefined);
  } catch (error) {
    if (error instanceof InputError) return OUR_KEYWORDS.some((keyword) => Buffer.from(png).includes(keyword));
    throw error;
  }
}

/** Removes the frames and, if nothing else is in it, the folder; another process may be doing the same. */
async function removeWaiting(folder: string, plans: readonly PlannedFrame[]): Promise<void> {
  for (const { path } of plans) await rm(path, { force: true });
  await rmdir(folder).catch(() => undefined);
}

/** Facts of a frame that is written: all pixels of a long series would not fit into memory. */
export interface RenderedFrame extends Pick<Frame, 'width' | 'height' | 'stats'> {
  readonly pngMs: number;
}

async function renderFrame(job: FrameSteps, plan: PlannedFrame): Promise<Frame> {
  const frame = await job.render(plan);
  await job.writeBeside?.(frame, plan);
  return frame;
}

async function encodeFrame(
  job: FrameSteps,
  plan: PlannedFrame,
  { several, waiting }: FrameSeries,
  frame: Frame,
  encode?: PngEncoder['encode'],
) {
  const startMs = performance.now();
  const recipe = await job.recipeFor(plan);
  const text = {
    ...(job.holdsRecipe && { [RECIPE_KEYWORD]: signRecipe(recipe, frame.stats.adapter) }),
    ...(!job.holdsRecipe && waiting !== undefined && { [WAITING_KEYWORD]: '' }),
  };
  const png = await encodeWithRecipe(frame, plan.path, { alpha: alphaOf(recipe, several), text }, encode);
  const { width, height, stats } = frame;
  return { png, rendered: { width, height, stats, pngMs: performance.now() - startMs } };
}

/** @param folder to make if it is not there, or no longer. */
async function writeFrame({ path }: PlannedFrame, png: Uint8Array, folder: string | undefined): Promise<void> {
  if (path === NOWHERE) return;
  if (path === STDOUT) return writeStdout(png);
  for (let tries = 1; ; tries++) {
    try {
      if (folder !== undefined) await makeFolder(folder);
      return await writeWholeFile(path, png);
    } catch (error) {
      if (folder === undefined || !REMOVED_MEANWHILE.includes(codeOf(error)) || tries === WRITES_MAX) throw error;
    }
  }
}

/** A folder that is removed while it is made counts as existing and as no folder. */
const REMOVED_MEANWHILE: readonly unknown[] = ['ENOENT', 'EEXIST'];

/** Others that remove the folder in between do so once each. */
const WRITES_MAX = 10;

/** The file system's reason for a refusal. */
const codeOf = (error: unknown) => ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code;

/** The picture if it exists, from the same recipe and whole. */
async function readFinished({ path }: PlannedFrame, recipe: Recipe): Promise<Uint8Array | undefined> {
  try {
    const png = await readInputFile(path, { isOwn: true });
    return isSameRecipe(readPictureText(png, path)[RECIPE_KEYWORD] ?? '', recipe) ? png : undefined;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

export function writeStdout(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
