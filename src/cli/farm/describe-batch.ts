/** The frames of `tilecast render` as a batch of jobs. */
import { createHash } from 'node:crypto';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Batch, Task } from '../../farm/index.js';
import type { Camera } from '../../index.js';
import { isUrl, nameUrl } from '../../lab.js';
import { fail } from '../../recipe/parse/parse-options.js';
import type { FrameSeries } from '../render/frames/choose-frames.js';
import type { OpenedPicture } from '../render/pictures/open-picture.js';
import type { DescribedFrame, RenderedParts } from '../render/pictures/rendered-parts.js';
import {
  type FrameJob,
  JOB_VERSION,
  type MergeJob,
  type PartJob,
  recipeForJob,
  type SeriesJob,
} from './jobs/job-form.js';
import { locateInput } from './jobs/job-inputs.js';

export interface BatchOptions {
  readonly inputs: readonly string[];
  readonly recordedTime: number | undefined;
  /** Undefined where frames are rendered whole. */
  readonly parts: RenderedParts | undefined;
}

/** A batch and what it is made for. */
export interface PictureBatch {
  readonly batch: Batch;
  /** Undefined where there is one picture, which is no frame. */
  readonly series: FrameSeries | undefined;
  /** The files that frames go to. */
  readonly paths: readonly string[];
}

/**
 * The frames of one picture as a batch of jobs.
 * @param returns whether the pictures come back through the queue.
 * @throws InputError for inputs that workers cannot read.
 */
export async function describeBatch(
  picture: OpenedPicture,
  camera: Camera,
  series: FrameSeries,
  { inputs, recordedTime, parts }: BatchOptions,
  returns: boolean,
): Promise<PictureBatch> {
  const located = inputs.map(locateInput);
  const maskPath = picture.subject.recipe.mask?.path;
  const mask = maskPath === undefined ? undefined : locateInput(maskPath);
  const plans = series.frames(camera);
  for (const path of series.outputs(camera)) {
    if (!/[^/\\]\.png$/i.test(path)) fail(`${path}: workers write pictures; end the name in .png`);
  }
  const jobs: FrameJob[] = [];
  for (const plan of plans) {
    const recipe = await picture.recipeFor({ ...plan, time: recordedTime ?? plan.time });
    jobs.push({
      version: JOB_VERSION,
      recipe: recipeForJob(recipe),
      inputs: located,
      ...(mask !== undefined && { mask }),
      output: resolve(plan.path),
      several: series.several,
      ...(returns && { returns }),
    });
  }
  const { animation } = series;
  const end: SeriesJob = {
    version: JOB_VERSION,
    ...(animation &&
      !returns && {
        animation: {
          path: resolve(animation.path),
          frames: jobs.map(({ output }) => output),
          framesPerSecond: animation.framesPerSecond,
        },
      }),
  };
  const hashes = await picture.hashes;
  const children = jobs.map((job, index) =>
    parts === undefined
      ? { kind: 'frame', data: job }
      : describeParts(job, picture.subject.describe(plans[index]!), parts),
  );
  const root = { kind: 'series', data: end, children };
  const batch = {
    id: hash(JSON.stringify(root)),
    title: `${inputs.map(shorten).join(' ')} -o ${shorten(animation?.path ?? jobs[0]!.output)}`,
    group: hash(hashes.map(({ sha256 }) => sha256).join()),
    root,
  };
  return { batch, series, paths: jobs.map(({ output }) => output) };
}

/** Images that one job puts together. */
const FAN_IN = 8;

/** The jobs of a frame in parts: a tree of merges over the parts, in their order. */
function describeParts(job: FrameJob, frame: DescribedFrame, { count, rule }: RenderedParts): Task {
  const order = rule.order(frame, count);
  const whole = rule.needsAll(frame);
  const folder = `${job.output}.${hash(JSON.stringify(job))}.parts`;
  let layer: readonly Task[] = order.map((part) => {
    const data: PartJob = { ...job, parts: order.length, part, store: join(folder, `${part}`), whole };
    return { kind: 'part', data };
  });
  const sourcesOf = (tasks: readonly Task[]) => tasks.map(({ data }) => (data as PartJob | MergeJob).store!);
  for (let level = 1; layer.length > FAN_IN; level++) {
    const below = layer;
    layer = Array.from({ length: Math.ceil(below.length / FAN_IN) }, (_, index) => {
      const children = below.slice(FAN_IN * index, FAN_IN * (index + 1));
      const data: MergeJob = { ...job, sources: sourcesOf(children), store: join(folder, `${level}-${index}`), whole };
      return { kind: 'merge', data, children };
    });
  }
  const data: MergeJob = { ...job, sources: sourcesOf(layer), whole };
  return { kind: 'merge', data, children: layer };
}

const ID_LENGTH = 20;

export const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, ID_LENGTH);

/** A path as people would type it here. */
export function shorten(path: string): string {
  if (isUrl(path)) return nameUrl(path);
  const near = relative(process.cwd(), path);
  return near.startsWith('..') || isAbsolute(near) ? path : near;
}
