/** Hands the frames of `tilecast render` to a queue instead of rendering them, and follows them to their end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { type Batch, type BatchState, type FarmQueue, parseQueueUrl, Submitter, type Task } from '../../farm/index.js';
import type { Camera } from '../../index.js';
import { fail, parseIndex } from '../parse-options.js';
import { createProgress } from '../progress.js';
import { type FrameSeries, STDOUT } from '../render/frames/choose-frames.js';
import type { Picture } from '../render/open-picture.js';
import type { GivenArguments } from '../render/render-options.js';
import { orderParts } from '../render/render-parts.js';
import { say } from '../say.js';
import { type FrameJob, JOB_VERSION, type MergeJob, type PartJob, recipeForJob, type SeriesJob } from './job-form.js';
import { MAIN, openFarmQueue } from './open-farm-queue.js';
import { listenForStop } from './stop-signal.js';

/** How and where jobs are handed out. */
export interface QueueChoice {
  readonly queue: string;
  readonly detach: boolean;
  readonly workers: number;
}

const WORKERS_MAX = 256;
const LOCAL_WORKERS = 2;

/** @throws InputError for options that do not go together. */
export function chooseQueue(args: GivenArguments): QueueChoice {
  const { queue, detach = false, workers } = args;
  if (queue === undefined) {
    const stray = (['detach', 'workers'] as const).find((name) => args[name] !== undefined);
    return fail(`--${stray}: is for --queue, which names a queue`);
  }
  if (args.output === STDOUT) fail('--output: jobs of a queue write files; name one');
  if (args.stats !== undefined) fail('--stats: is for pictures that are rendered here; leave out --queue');
  if (detach && workers !== undefined) fail('--workers: end with this command, which --detach lets go at once');
  const count = workers === undefined ? undefined : parseIndex('workers', workers);
  if (count !== undefined && count > WORKERS_MAX) fail(`--workers: must be up to ${WORKERS_MAX}, not ${workers}`);
  return { queue, detach, workers: count ?? (queue === 'local' && !detach ? LOCAL_WORKERS : 0) };
}

export interface BatchOptions {
  readonly inputs: readonly string[];
  readonly recordedTime: number | undefined;
  /** Undefined where frames are rendered whole. */
  readonly parts: number | undefined;
}

/** The frames of one picture as a batch of jobs. */
export async function describeBatch(
  picture: Picture,
  camera: Camera,
  series: FrameSeries,
  { inputs, recordedTime, parts }: BatchOptions,
): Promise<Batch> {
  const mask = picture.subject.recipe.mask?.path;
  const plans = series.frames(camera);
  const jobs: FrameJob[] = [];
  for (const plan of plans) {
    const recipe = await picture.recipeFor(plan.camera, recordedTime ?? plan.time);
    jobs.push({
      version: JOB_VERSION,
      recipe: recipeForJob(recipe),
      inputs: inputs.map((path) => resolve(path)),
      ...(mask !== undefined && { mask: resolve(mask) }),
      output: resolve(plan.path),
      several: series.several,
    });
  }
  const { animation } = series;
  const end: SeriesJob = {
    version: JOB_VERSION,
    ...(animation && {
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
      : describeParts(job, orderParts(picture.subject.describe(plans[index]!), parts)),
  );
  const root = { kind: 'series', data: end, children };
  return {
    id: hash(JSON.stringify(root)),
    title: `${inputs.map(shorten).join(' ')} -o ${shorten(animation?.path ?? jobs[0]!.output)}`,
    group: hash(hashes.map(({ sha256 }) => sha256).join()),
    root,
  };
}

/** Images that one job puts together. */
const FAN_IN = 8;

/** The jobs of a frame in parts: a tree of merges over the parts, front to back. */
function describeParts(job: FrameJob, order: readonly number[]): Task {
  const folder = `${job.output}.${hash(JSON.stringify(job))}.parts`;
  let layer: readonly Task[] = order.map((part) => {
    const data: PartJob = { ...job, parts: order.length, part, store: join(folder, `${part}`) };
    return { kind: 'part', data };
  });
  const sourcesOf = (tasks: readonly Task[]) => tasks.map(({ data }) => (data as PartJob | MergeJob).store!);
  for (let level = 1; layer.length > FAN_IN; level++) {
    const below = layer;
    layer = Array.from({ length: Math.ceil(below.length / FAN_IN) }, (_, index) => {
      const children = below.slice(FAN_IN * index, FAN_IN * (index + 1));
      const data: MergeJob = { ...job, sources: sourcesOf(children), store: join(folder, `${level}-${index}`) };
      return { kind: 'merge', data, children };
    });
  }
  const data: MergeJob = { ...job, sources: sourcesOf(layer) };
  return { kind: 'merge', data, children: layer };
}

const ID_LENGTH = 20;

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, ID_LENGTH);

/** A path as people would type it here. */
function shorten(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') || isAbsolute(near) ? path : near;
}

/**
 * Hands out batches and, unless they are to be let go, waits for their end. The first signal takes back what has not begun.
 * @throws InputError where the queue cannot be reached.
 */
export async function submitBatches(batches: readonly Batch[], choice: QueueChoice): Promise<void> {
  const stop = listenForStop();
  const queue = await openFarmQueue(parseQueueUrl(choice.queue));
  const workers: ChildProcess[] = [];
  try {
    const submitter = new Submitter(queue);
    for (const batch of batches) {
      if (stop.signal.aborted) break;
      if (!(await submitter.add(batch))) say(`${batch.title}: is in the queue already, and not added again`);
    }
    if (choice.detach) {
      say(`${countFrames(batches)} jobs are handed out; tilecast jobs --queue tells how far they are`);
      return;
    }
    for (let worker = 0; worker < choice.workers; worker++) workers.push(startWorker(choice.queue));
    if (choice.workers === 0) void warnOfNoWorkers(submitter, queue);
    await follow(submitter, batches, stop.signal);
    if (stop.signal.aborted) {
      for (const { id } of batches) await submitter.withdraw(id);
      say('interrupted: what had not begun was taken back');
      process.exitCode = stop.exitCode();
    }
  } finally {
    stop.ignore();
    await Promise.all(workers.map(endWorker));
    await queue.close();
  }
}

const countFrames = (batches: readonly Batch[]) =>
  batches.reduce((sum, { root: { children = [] } }) => sum + children.length, 0);

const LOOK_MS = { least: 100, most: 1000 } as const;

async function follow(submitter: Submitter, batches: readonly Batch[], signal: AbortSignal): Promise<void> {
  const progress = createProgress(countFrames(batches), 'frames');
  const open = new Set(batches);
  const seen = new Map<Batch, number>();
  let waitMs: number = LOOK_MS.least;
  try {
    while (open.size > 0 && !signal.aborted) {
      for (const batch of open) {
        const state = await stateOf(submitter, batch);
        if (!state) continue;
        const { done, failed, end } = state;
        progress.advance(Math.max(0, done + failed - (seen.get(batch) ?? 0)));
        seen.set(batch, Math.max(done + failed, seen.get(batch) ?? 0));
        if (!end) continue;
        open.delete(batch);
        if ('reason' in end) {
          say(`${batch.title}: ${end.reason}`);
          process.exitCode = 1;
        }
      }
      await new Promise((next) => setTimeout(next, waitMs));
      waitMs = Math.min(1.2 * waitMs, LOOK_MS.most);
    }
  } finally {
    progress.stop();
  }
}

/** Undefined while the queue's server is away: the next look may find it again. */
const stateOf = (submitter: Submitter, { id }: Batch): Promise<BatchState | undefined> =>
  submitter.state(id).catch(() => undefined);

const PATIENCE_MS = 3000;

async function warnOfNoWorkers(submitter: Submitter, queue: FarmQueue): Promise<void> {
  await new Promise((next) => setTimeout(next, PATIENCE_MS));
  const count = await submitter.workers().catch(() => 1);
  if (count === 0) say(`no worker attends ${queue.name} yet: tilecast worker --queue starts one`);
}

/** A worker for the jobs of this user, who may read and write what the user may. */
function startWorker(queue: string): ChildProcess {
  return spawn(process.execPath, [MAIN, 'worker', '--root', '/', '--quiet'], {
    env: { ...process.env, TILECAST_QUEUE: queue },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** A worker finishes what it has in hand. */
const WORKER_END_MS = 30_000;

function endWorker(worker: ChildProcess): Promise<void> {
  return new Promise((ended) => {
    if (worker.exitCode !== null || worker.signalCode !== null) return ended();
    const giveUp = setTimeout(() => worker.kill('SIGKILL'), WORKER_END_MS);
    worker.on('exit', () => {
      clearTimeout(giveUp);
      ended();
    });
    worker.kill('SIGTERM');
  });
}
