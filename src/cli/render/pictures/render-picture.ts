/** Renders what one command line asks for, or hands it to a queue, and writes it. */
import { type Camera, formatCamera, type Gpu } from '../../../index.js';
import { endThreads, type OpenFilesAhead, readAhead, writeWholeFile } from '../../../node/index.js';
import { type OptionValues, parseOptions } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import type { Subject } from '../../../recipe/scene/view-options.js';
import type { Submission } from '../../farm/submission.js';
import { announceAdapter, startGpu } from '../../open-adapter.js';
import { refuseOverwriting } from '../../outputs/refuse-overwriting.js';
import { createProgress } from '../../progress.js';
import { say, withoutRepeats } from '../../say.js';
import { chooseCamera } from '../frames/choose-camera.js';
import { type FrameSeries, STDOUT } from '../frames/choose-frames.js';
import { resolveKeyframes } from '../frames/choose-keyframes.js';
import { type RenderedFrame, writeStdout } from '../frames/render-frames.js';
import { renderOpened } from '../frames/render-opened.js';
import { SharedInputs } from '../load/shared-inputs.js';
import { sayIdle } from '../notices/idle-options.js';
import { type CommandPlan, outputsBeside, planCommand } from '../plan-command.js';
import { checkReplay } from '../recipe/check-replay.js';
import type { GivenArguments, RenderArguments } from '../render-options.js';
import type { RenderSubject } from '../subjects/create-subject.js';
import type { OpenedPicture } from './open-picture.js';

/** State that the pictures of one command share. */
export interface RenderSession {
  gpu: Promise<Gpu> | undefined;
  /** The files of the picture at hand that are read ahead. */
  ahead: OpenFilesAhead | undefined;
  /** The submission of pictures that a queue renders; undefined where they are rendered here. */
  readonly submission: Submission | undefined;
}

export async function renderPicture(given: GivenArguments, session: RenderSession): Promise<void> {
  const startMs = performance.now();
  const plan = await planCommand(given, session.submission !== undefined);
  const { args, values, inputs, output, replay, arrays } = plan;
  const opened = await openPicture(plan, session);
  const { picture, camera, series, openChanged } = opened;
  await refuseOverwriting(
    [
      ...series.outputs(camera),
      ...series.frames(camera).flatMap((frame) => arrays?.paths(frame) ?? []),
      ...outputsBeside(args).filter((path) => path !== STDOUT),
    ],
    [...picture.files, ...optionFiles(args)],
  );
  sayIdle(given, { ...picture.contents, values, moves: series.waiting !== undefined || series.video !== undefined });
  const recordedTime = replay?.recipe.time;
  if (session.submission || !session.gpu) {
    await session.submission?.add(picture, camera, series, { inputs, recordedTime, parts: plan.picture.parts });
  } else {
    const readMs = performance.now() - startMs;
    const gpu = await session.gpu;
    announceAdapter(gpu, plan.adapter);
    const rendered = await renderOpened(gpu, picture, {
      ...{ args, output, series, camera, arrays, recordedTime },
      openChanged: ({ options, transfer = picture.subject.recipe.transfer }) =>
        openChanged({ ...args, ...options }, transfer),
    });
    if (args.stats !== undefined) await writeText(args.stats, formatStats(rendered, { readMs, startMs }));
    if (args.verbose) describeResult(output, rendered);
  }
  if (args['save-camera'] !== undefined) await writeText(args['save-camera'], formatCamera(camera));
}

interface OpenedCommand {
  /** The first of its series. */
  readonly picture: OpenedPicture;
  readonly camera: Camera;
  readonly series: FrameSeries;
  /** Opens the picture of other arguments. */
  readonly openChanged: (...changes: Parameters<CommandPlan['planChanged']>) => Promise<OpenedPicture>;
}

/** Reads the inputs, and makes out of them all that the frames need. */
async function openPicture(plan: CommandPlan, session: RenderSession): Promise<OpenedCommand> {
  const { given, replay, args, values, inputs, series } = plan;
  // Threads read while the adapter is looked for, which this one waits for.
  const shared = series.hasChanges ? new SharedInputs({ isSeries: true }) : undefined;
  const readsAhead = replay === undefined && given.raw === undefined && !shared;
  const ahead = readsAhead ? await readAhead(inputs, { counts: plan.picture.needsStatistics }) : undefined;
  session.ahead = ahead;
  // The device opens while the files are read. A bad file is what the user hears of, even if the device fails as well.
  // Jobs need one here for masks that are meshes alone.
  if (!session.submission || args.mask !== undefined) session.gpu ??= (await startGpu(plan.adapter)).gpu;
  const cameraFor = session.submission ? undefined : plan.cameraFor;
  const course = { several: series.several, gpu: session.gpu, shared };
  const picture = await plan.picture.open(inputs, { ...course, ahead, cameraFor }).finally(() => ahead?.close());
  endThreads();
  checkTimes(values, picture);
  const openChanged: OpenedCommand['openChanged'] = async (...changes) =>
    withoutRepeats(async () => (await plan.planChanged(...changes)).open(inputs, { ...course, several: true }));
  const camera = plan.cameraFor(await seenOfSeries(plan, picture.subject, openChanged));
  if (replay) await checkReplay(await picture.recipeFor({ camera, time: 0 }), replay, given.replay!);
  return { picture, camera, series: await placeKeyframes(plan, picture, openChanged), openChanged };
}

/** The subject that a view is fitted to: all that the points in time of a series show, as a turntable's view is to all its frames. */
async function seenOfSeries(
  { values, args, isFitted }: CommandPlan,
  first: RenderSubject,
  openChanged: OpenedCommand['openChanged'],
): Promise<Subject> {
  const { times } = values;
  if (!times || !isFitted) return first;
  const progress = createProgress(times.length, 'points in time');
  const corners = [...first.corners];
  try {
    for (const time of times.slice(1)) {
      const { subject } = await openChanged({ ...args, time: String(time) }, first.recipe.transfer);
      for (const corner of subject.corners) corners.push(corner);
      progress.advance();
    }
  } finally {
    progress.stop();
  }
  return { ...first, corners };
}

/** The series with the views of its keyframes, if it has any. */
async function placeKeyframes(
  { keys, series, completed, motion }: CommandPlan,
  first: OpenedPicture,
  openChanged: OpenedCommand['openChanged'],
): Promise<FrameSeries> {
  if (!keys) return series;
  const keyed = await resolveKeyframes(keys, first, {
    options: completed,
    open: ({ options, recipe }) => openChanged({ ...completed, ...options }, recipe.transfer),
    cameraOf: async ({ options }, { subject }) =>
      (await chooseCamera(parseOptions({ ...completed, ...options })))(subject),
    moves: motion !== undefined,
  });
  return series.withViews(() => keyed);
}

/** @throws InputError for points in time that there are not. */
function checkTimes({ times }: OptionValues, picture: OpenedPicture): void {
  const last = times?.at(-1) ?? 0;
  if (last < picture.times) return;
  const right = picture.times > 1 ? `they run from 0 to ${picture.times - 1}` : 'it has one only';
  fail(`--times: the volume has no point in time ${last}; ${right}`);
}

/** Names of files in options; some values are no names. */
const optionFiles = ({
  replay,
  mask,
  transfer,
  camera,
  cameras,
  keyframes,
  transform = [],
  ...rest
}: RenderArguments) =>
  [replay, mask, transfer, camera, cameras, keyframes, rest['label-names'], ...transform].filter(
    (path) => path !== undefined,
  );

function writeText(path: string, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  return path === STDOUT ? writeStdout(bytes) : writeWholeFile(path, bytes);
}

/** The first frame's statistics, which hold for all of one picture, and the times of each where there are several. */
function formatStats(
  rendered: readonly RenderedFrame[],
  { readMs, startMs }: { readMs: number; startMs: number },
): string {
  const [first, ...more] = rendered;
  const timesOf = ({ stats, pngMs }: RenderedFrame) => ({ ...stats.timesMs, png: pngMs });
  const stats = {
    ...first?.stats,
    timesMs: { read: readMs, ...(first && timesOf(first)), total: performance.now() - startMs },
    ...(more.length > 0 && { frames: rendered.map((each) => ({ timesMs: timesOf(each) })) }),
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
  };
  return `${JSON.stringify(stats, null, 2)}\n`;
}

function describeResult(output: string, rendered: readonly RenderedFrame[]): void {
  const [first] = rendered;
  if (!first) {
    say(`${output}: all frames were there already`);
    return;
  }
  const { width, height, stats } = first;
  say(
    `${output}: ${rendered.length > 1 ? `${rendered.length} frames of ` : ''}${width} × ${height} pixels by ` +
      `${stats.adapter} (${stats.software ? 'software' : 'GPU'}), workgroups of ${stats.shape}: ${stats.shapeReason}`,
  );
}
