/** Renders the frames of a series one after another, keeps those that are there, and stops between two of them. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { type Camera, type Frame, InputError } from '../../index.js';
import { encodeApng, encodePng, readPngText, writeWholeFile } from '../../node/index.js';
import { INTERRUPTED_EXIT_CODE, listenForInterrupt } from '../interrupt.js';
import { createProgress } from '../progress.js';
import { type FramePlan, type FrameSeries, STDOUT } from './choose-frames.js';
import { formatRecipe, isSameRecipe, RECIPE_KEYWORD, type Recipe } from './recipe.js';

export interface FrameJob {
  readonly render: (plan: FramePlan) => Promise<Frame>;
  readonly recipeFor: (plan: FramePlan) => Promise<Recipe>;
}

/** @returns the rendered frames' statistics and PNG times, those of frames that were kept left out. */
export async function renderFrames(job: FrameJob, camera: Camera, series: FrameSeries): Promise<RenderedFrame[]> {
  const plans = series.frames(camera);
  if (!series.several) return [await renderFrame(job, plans[0]!, 'auto')];
  const { animation } = series;
  if (animation) await mkdir(animation.folder, { recursive: true });
  const progress = createProgress(plans.length, 'frames');
  const interrupt = listenForInterrupt();
  const rendered: RenderedFrame[] = [];
  try {
    for (const plan of plans) {
      if (interrupt.requested()) break;
      if (!(await isFinished(plan, await job.recipeFor(plan)))) rendered.push(await renderFrame(job, plan, 'always'));
      progress.advance();
    }
  } finally {
    progress.stop();
    interrupt.ignore();
  }
  if (interrupt.requested()) {
    process.exitCode = INTERRUPTED_EXIT_CODE;
    return rendered;
  }
  if (animation) {
    const pngs: Uint8Array[] = [];
    for (const { path } of plans) pngs.push(await readFile(path));
    await writeWholeFile(animation.path, encodeApng(pngs, animation));
    await rm(animation.folder, { recursive: true });
  }
  return rendered;
}

export interface RenderedFrame {
  readonly frame: Frame;
  readonly pngMs: number;
}

async function renderFrame(job: FrameJob, plan: FramePlan, alpha: 'auto' | 'always'): Promise<RenderedFrame> {
  const frame = await job.render(plan);
  const startMs = performance.now();
  const recipe = formatRecipe(await job.recipeFor(plan), frame.stats);
  const png = encodePng(frame, { alpha, text: { [RECIPE_KEYWORD]: recipe } });
  if (plan.path === STDOUT) await writeStdout(png);
  else await writeWholeFile(plan.path, png);
  return { frame, pngMs: performance.now() - startMs };
}

/** Whether the picture is there, from the same recipe and whole. */
async function isFinished({ path }: FramePlan, recipe: Recipe): Promise<boolean> {
  const png = await readFile(path).catch(() => undefined);
  if (!png) return false;
  try {
    return isSameRecipe(readPngText(png, path)[RECIPE_KEYWORD] ?? '', recipe);
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

function writeStdout(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
