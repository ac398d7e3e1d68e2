/** Renders the frames of a series one after another into a video. */
import type { Camera } from '../../../index.js';
import { EncodedVideo, encodeY4mFrame, encodeY4mHeader, isEncodedVideo, PartialFile } from '../../../node/index.js';
import { listenForInterrupt } from '../../interrupt.js';
import { createProgress } from '../../progress.js';
import { type FrameSeries, STDOUT } from './choose-frames.js';
import { type FrameSteps, type RenderedFrame, writeStdout } from './render-frames.js';

/** @returns the rendered frames' statistics; interrupted, it leaves no file. */
export async function renderVideo(
  job: FrameSteps,
  camera: Camera,
  series: FrameSeries,
  { path, framesPerSecond }: NonNullable<FrameSeries['video']>,
): Promise<RenderedFrame[]> {
  const plans = series.frames(camera);
  const file = path === STDOUT ? undefined : await createVideo(path);
  const write = (bytes: Uint8Array) => (file ? file.write(bytes) : writeStdout(bytes));
  const progress = createProgress(plans.length, 'frames');
  const interrupt = listenForInterrupt();
  const rendered: RenderedFrame[] = [];
  try {
    for (const plan of plans) {
      if (interrupt.requested()) break;
      const frame = await job.render(plan);
      await job.writeBeside?.(frame, plan);
      if (rendered.length === 0) await write(encodeY4mHeader(frame.width, frame.height, framesPerSecond));
      await write(encodeY4mFrame(frame.pixels));
      const { width, height, stats } = frame;
      rendered.push({ width, height, stats, pngMs: 0 });
      progress.advance();
    }
    if (!interrupt.requested()) await file?.commit();
  } finally {
    progress.stop();
    interrupt.ignore();
    await file?.discard();
  }
  if (interrupt.requested()) process.exitCode = interrupt.exitCode();
  return rendered;
}

const createVideo = (path: string): Promise<EncodedVideo | PartialFile> =>
  isEncodedVideo(path) ? EncodedVideo.create(path) : PartialFile.create(path);
