/** Renders all frames of an opened picture, and writes them. */
import type { Camera, Gpu } from '../../../index.js';
import type { ArrayChoice } from '../arrays/choose-arrays.js';
import type { Picture } from '../open-picture.js';
import type { RenderArguments } from '../render-options.js';
import type { FrameSeries } from './choose-frames.js';
import { CoarsePicture } from './coarse-picture.js';
import { type FrameJob, type RenderedFrame, renderFrames } from './render-frames.js';
import { renderVideo } from './render-video.js';

export interface OpenedRendering {
  readonly args: RenderArguments;
  readonly output: string;
  readonly series: FrameSeries;
  readonly camera: Camera;
  readonly arrays: ArrayChoice | undefined;
  /** The time of the recipe's frame. */
  readonly recordedTime: number | undefined;
}

/** @throws what rendering and writing do; then no coarse picture is left. */
export async function renderOpened(
  gpu: Gpu,
  { subject, recipeFor }: Picture,
  { args, output, series, camera, arrays, recordedTime }: OpenedRendering,
): Promise<readonly RenderedFrame[]> {
  const coarse = args.progress ? new CoarsePicture(output, series) : undefined;
  const render = subject.createRender(gpu, coarse?.write);
  const job: FrameJob = {
    render: (plan) => render({ ...plan, time: recordedTime ?? plan.time }),
    recipeFor: (plan) => recipeFor(plan.camera, recordedTime ?? plan.time),
    holdsRecipe: args.recipe !== 'none',
    writeBeside: arrays?.write,
  };
  const rendering = series.video ? renderVideo(job, camera, series, series.video) : renderFrames(job, camera, series);
  return rendering.catch(async (error) => {
    await coarse?.remove();
    throw error;
  });
}
