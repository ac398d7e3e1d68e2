/** Renders all frames of an opened picture, and writes them. */
import type { Camera, Gpu } from '../../../index.js';
import type { ArrayChoice } from '../arrays/choose-arrays.js';
import type { OpenedPicture } from '../pictures/open-picture.js';
import type { RenderArguments } from '../render-options.js';
import type { FrameChanges, FrameSeries, PlannedFrame } from './choose-frames.js';
import { CoarsePicture } from './coarse-picture.js';
import { type FrameSteps, type RenderedFrame, renderFrames } from './render-frames.js';
import { renderVideo } from './render-video.js';
import { SeriesPictures } from './series-pictures.js';

export interface OpenedRendering {
  readonly args: RenderArguments;
  readonly output: string;
  readonly series: FrameSeries;
  readonly camera: Camera;
  readonly arrays: ArrayChoice | undefined;
  /** Opens the picture of frames that show another one. */
  readonly openChanged: (changes: FrameChanges) => Promise<OpenedPicture>;
  /** The time of the recipe's frame. */
  readonly recordedTime: number | undefined;
}

/** @throws what rendering and writing do; then no coarse picture is left. */
export async function renderOpened(
  gpu: Gpu,
  { subject, recipeFor }: OpenedPicture,
  { args, output, series, camera, arrays, recordedTime, openChanged }: OpenedRendering,
): Promise<readonly RenderedFrame[]> {
  const coarse = args.progress ? new CoarsePicture(output, series) : undefined;
  const render = subject.createRender(gpu, coarse?.write);
  const pictures = new SeriesPictures(async (changes) => (await openChanged(changes)).subject.createRender(gpu));
  const plans = series.frames(camera);
  const changesAfter = ({ number = 0 }: PlannedFrame) => plans[number - plans[0]!.number! + 1]?.changes;
  const job: FrameSteps = {
    render: (plan) => {
      const timed = { ...plan, time: recordedTime ?? plan.time };
      return plan.changes ? pictures.render(timed, plan.changes, changesAfter(plan)) : render(timed);
    },
    recipeFor: (plan) => recipeFor({ ...plan, time: recordedTime ?? plan.time }),
    holdsRecipe: args.recipe !== 'none',
    writeBeside: arrays?.write,
  };
  const rendering = series.video ? renderVideo(job, camera, series, series.video) : renderFrames(job, camera, series);
  return rendering.catch(async (error) => {
    await coarse?.remove();
    throw error;
  });
}
