/** `tilecast render`: a volume or meshes to a PNG, or to several. */
import { existsSync } from 'node:fs';
import type { Argv, CommandModule } from 'yargs';
import { formatCamera, type Gpu, MESH_FORMATS, type TransferFunction, VOLUME_FORMATS } from '../../index.js';
import {
  assertEncodable,
  assertWritable,
  endThreads,
  isEncodedVideo,
  type OpenFilesAhead,
  readAhead,
  writeWholeFile,
} from '../../node/index.js';
import { findEnvironmentName } from '../../recipe/file-or-name.js';
import {
  OPTION_NAMES,
  OPTIONS,
  type OptionTexts,
  type OptionValues,
  parseOptions,
  withoutUndefined,
} from '../../recipe/options.js';
import { fail, parseTimes } from '../../recipe/parse-options.js';
import type { Submission } from '../farm/submission.js';
import { heedLimits } from '../limit-options.js';
import { nameOutputs } from '../name-outputs.js';
import { announceAdapter, chooseAdapter, startGpu } from '../open-adapter.js';
import type { QuickCommand } from '../parse-quickly.js';
import { refuseOverwriting } from '../refuse-overwriting.js';
import { chooseArrays } from '../render/arrays/choose-arrays.js';
import { chooseCamera } from '../render/frames/choose-camera.js';
import { chooseFrames, type FrameSeries, NOWHERE, STDOUT } from '../render/frames/choose-frames.js';
import { readKeyframes, resolveKeyframes } from '../render/frames/choose-keyframes.js';
import { CoarsePicture } from '../render/frames/coarse-picture.js';
import { listPictures, sayBadInput } from '../render/frames/list-pictures.js';
import { type RenderedFrame, writeStdout } from '../render/frames/render-frames.js';
import { renderOpened } from '../render/frames/render-opened.js';
import { sayIdle } from '../render/idle-options.js';
import { type Picture, planPicture } from '../render/open-picture.js';
import { listFormats } from '../render/picture-inputs.js';
import { checkReplay } from '../render/recipe/check-replay.js';
import { NO_RECORD, type Replay, startReplay } from '../render/recipe/start-replay.js';
import {
  completeArguments,
  type GivenArguments,
  RENDER_OPTIONS,
  type RenderArguments,
} from '../render/render-options.js';
import { SharedInputs } from '../render/shared-inputs.js';
import { requirePngName } from '../require-png-name.js';
import { say } from '../say.js';

export const render: CommandModule<object, GivenArguments> & QuickCommand = {
  command: 'render [inputs..]',
  quick: { options: RENDER_OPTIONS, list: 'inputs' },
  prepare: nameOutputs,
  describe: 'Render a volume, meshes, or both to a PNG',
  builder: (yargs) =>
    yargs
      .positional('inputs', {
        type: 'string',
        array: true,
        describe: `A volume: ${listFormats(VOLUME_FORMATS)}, an OME-Zarr store (a folder, a zip archive, or an address that ends in .zarr), or a folder or zip archive of DICOM files; meshes: ${listFormats(MESH_FORMATS)}; or both`,
      })
      .options(RENDER_OPTIONS)
      .requiresArg(Object.entries(RENDER_OPTIONS).flatMap(([name, { type }]) => (type === 'string' ? [name] : [])))
      .example('$0 scan.nrrd -o scan.png', 'from the front')
      .example('$0 scan.nii.gz -o scan.png --view left --transfer bone', '')
      .example('$0 dicom/ -o scan.png --series 2', 'a series of a folder; tilecast info dicom/ lists them')
      .example('$0 scan.nrrd -o spin.png --turntable 36', 'an animation')
      .example('$0 model.ply -o model.png --light 1,2,1 --shadows', '')
      .example('$0 scan.nrrd implant.stl -o both.png --mesh-color gold', '')
      .example('$0 ct.nrrd pet.nii.gz -o fused.png', 'PET on CT')
      .example('$0 scan.nrrd -o time.png --heatmap time', 'where a frame spends its time')
      .example('$0 scan.nrrd --output depth=d.npy', 'distances as numbers')
      .example('$0 --replay scan.png -o again.png', '') as unknown as Argv<GivenArguments>,
  handler: renderCommand,
};

/** State that the pictures of one command share. */
interface Session {
  gpu: Promise<Gpu> | undefined;
  /** The files of the picture at hand that are read ahead. */
  ahead: OpenFilesAhead | undefined;
  /** The submission of pictures that a queue renders; undefined where they are rendered here. */
  readonly submission: Submission | undefined;
}

async function renderCommand(given: GivenArguments): Promise<void> {
  heedLimits(given);
  const pictures = listPictures(given);
  const session: Session = {
    gpu: undefined,
    ahead: undefined,
    submission: await chooseSubmission(given, pictures.length),
  };
  try {
    for (const picture of pictures) {
      if (session.submission?.isStopped) break;
      if (pictures.length === 1) await renderPicture(picture, session);
      else await renderPicture(picture, session).catch(sayBadInput);
    }
    await session.submission?.finish();
  } catch (error) {
    // What is pending on it could keep the process. After success the end of the process frees it, some 40 ms sooner.
    await session.ahead?.abandon();
    await session.gpu?.then((gpu) => gpu.destroy()).catch(() => undefined);
    throw error;
  } finally {
    await session.submission?.close();
  }
}

async function renderPicture(given: GivenArguments, session: Session): Promise<void> {
  const startMs = performance.now();
  const replay = given.replay === undefined ? undefined : await startReplay(given, given.replay);
  const replayed = replay?.recipe;
  const completed = addRecipe(given, replay);
  const keys = completed.keyframes === undefined ? undefined : await readKeyframes(completed.keyframes);
  const args = completeArguments({ ...startTimes(completed, given), ...keys?.[0].options });
  const values = parseOptions(args);
  const inputs = replay?.inputs ?? given.inputs ?? [];
  if (inputs.length === 0) fail('the input is missing: name a file');
  const output =
    args.output ?? (args.arrays === undefined ? fail('--output: name the PNG to write, such as -o scan.png') : NOWHERE);

  // All that is wrong with the command line is said before anything is read or opened.
  const record = keys ? { ...(replay ?? NO_RECORD), transfer: keys[0].recipe.transfer } : replay;
  const plan = await planPicture(args, given, record);
  const adapter = chooseAdapter(args);
  const ofReplay = replayed && !CAMERA_OPTIONS.some((name) => given[name] !== undefined) ? replayed.camera : undefined;
  const recorded = keys ? keys[0].recipe.camera : ofReplay;
  const cameraFor = recorded ? () => recorded : await chooseCamera(values);
  // The recipe of one frame is not that of all.
  const isStill = replayed?.time !== undefined && given.deform === undefined && given.animation === undefined;
  const motion = isStill ? undefined : plan.motion;
  const planned = await chooseFrames(values, output, motion, keys && keys.at(-1)!.frame + 1);
  const arrays = chooseArrays(values, planned.several);
  if (args.progress) CoarsePicture.check(output, planned);
  if (session.submission) refuseForQueues(args, planned);
  const beside = [...outputsBeside(args), ...(arrays?.paths({ number: 0 }) ?? [])];
  await checkOutputs(output, planned, beside);

  // Threads read while the adapter is looked for, which this one waits for.
  const shared = planned.hasChanges ? new SharedInputs() : undefined;
  const readsAhead = replay === undefined && given.raw === undefined && !shared;
  const ahead = readsAhead ? await readAhead(inputs, { counts: plan.needsStatistics }) : undefined;
  session.ahead = ahead;
  // The device opens while the files are read. A bad file is what the user hears of, even if the device fails as well.
  // Jobs need one here for masks that are meshes, and for surfaces of labels, alone.
  const needsGpu = args.mask !== undefined || args['label-surfaces'];
  if (!session.submission || needsGpu) session.gpu ??= (await startGpu(adapter)).gpu;
  const picture = await plan
    .open(inputs, {
      several: planned.several,
      gpu: session.gpu,
      ahead,
      cameraFor: session.submission ? undefined : cameraFor,
      shared,
    })
    .finally(() => ahead?.close());
  endThreads();
  checkTimes(values, picture);
  const camera = cameraFor(picture.subject);
  const openWith = async (options: OptionTexts, transfer: TransferFunction | undefined) => {
    const changed = await planPicture({ ...args, ...options }, {}, { ...(replay ?? NO_RECORD), transfer });
    return changed.open(inputs, { several: true, gpu: session.gpu, shared });
  };
  const keyed =
    keys &&
    (await resolveKeyframes(keys, picture, {
      options: completed,
      open: (key) => openWith(key.options, key.recipe.transfer),
      cameraOf: async (key, { subject }) =>
        (
          await chooseCamera(parseOptions({ ...completed, ...key.options }))
        )(subject),
      moves: motion !== undefined,
    }));
  const series = keyed ? planned.withViews(() => keyed) : planned;
  if (replay) await checkReplay(await picture.recipeFor({ camera, time: 0 }), replay, given.replay!);
  await refuseOverwriting(
    [
      ...series.outputs(camera),
      ...series.frames(camera).flatMap((frame) => arrays?.paths(frame) ?? []),
      ...outputsBeside(args).filter((path) => path !== STDOUT),
    ],
    [...picture.files, ...optionFiles(args)],
  );
  sayIdle(given, { ...picture.contents, values, moves: series.waiting !== undefined || series.video !== undefined });
  if (session.submission || !session.gpu) {
    await session.submission?.add(picture, camera, series, { inputs, recordedTime: replayed?.time, parts: plan.parts });
  } else {
    const readMs = performance.now() - startMs;
    const gpu = await session.gpu;
    announceAdapter(gpu, adapter);
    const rendered = await renderOpened(gpu, picture, {
      ...{ args, output, series, camera, arrays },
      openChanged: ({ options, transfer = picture.subject.recipe.transfer }) => openWith(options, transfer),
      recordedTime: replayed?.time,
    });
    if (args.stats !== undefined) await writeText(args.stats, formatStats(rendered, { readMs, startMs }));
    if (args.verbose) describeResult(output, rendered);
  }
  if (args['save-camera'] !== undefined) await writeText(args['save-camera'], formatCamera(camera));
}

/** Options that were given, over those of a recipe, over the defaults. */
function addRecipe(given: GivenArguments, replay: Replay | undefined): RenderArguments {
  return completeArguments({ ...withoutUndefined(replay?.options ?? {}), ...withoutUndefined(given) });
}

/** The arguments of a series' first picture, which shows the first of its points in time. */
function startTimes(args: RenderArguments, given: GivenArguments): RenderArguments {
  if (args.times === undefined) return args;
  if (given.time !== undefined) fail('--times: leave out either this or --time');
  return { ...args, time: String(parseTimes('times', args.times)[0]) };
}

/** @throws InputError for points in time that there are not. */
function checkTimes({ times }: OptionValues, picture: Picture): void {
  const last = times?.at(-1) ?? 0;
  if (last < picture.times) return;
  const right = picture.times > 1 ? `they run from 0 to ${picture.times - 1}` : 'it has one only';
  fail(`--times: the volume has no point in time ${last}; ${right}`);
}

/** Code that makes jobs is loaded only where the options ask for them. */
async function chooseSubmission(given: GivenArguments, pictures: number): Promise<Submission | undefined> {
  const { queue, detach, workers, collect } = given;
  if ([queue, detach, workers, collect].every((value) => value === undefined)) return undefined;
  const { chooseQueue, Submission } = await import('../farm/submission.js');
  return new Submission(chooseQueue(given), pictures);
}

const CAMERA_OPTIONS = OPTION_NAMES.filter((name) => OPTIONS[name].part === 'camera');

/** Files that are written besides pictures. */
const outputsBeside = ({ stats, 'save-camera': camera }: RenderArguments) =>
  [stats, camera].filter((path) => path !== undefined);

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

/** Workers write pictures with their recipes. */
function refuseForQueues(args: RenderArguments, { video }: FrameSeries): void {
  const { recipe, values = [], environment, arrays } = args;
  const file = values.find((name) => existsSync(name));
  if (file) fail(`--values: ${file} is a file, and jobs hold no values; name values that are in the mesh`);
  if (args['path-time'] !== undefined)
    fail('--path-time: is not for --queue, whose frames must come out the same if repeated');
  if (args['time-limit'] !== undefined)
    fail('--time-limit: is for pictures that are rendered here; tilecast worker has its own, for each job');
  if (environment !== undefined && !findEnvironmentName(environment))
    fail(
      `--environment: ${environment} is a file, and jobs name none; take one that is built in, or leave out --queue`,
    );
  if (video) fail('--queue: renders pictures, and no video; render numbered pictures, such as turn-%d.png');
  if (arrays !== undefined) fail('--arrays: are not for --queue, whose jobs make pictures');
  if (recipe === 'none') fail('--recipe none: is not for --queue, whose jobs are recipes');
}

async function checkOutputs(output: string, { several, video }: FrameSeries, others: readonly string[]): Promise<void> {
  if (video && output !== STDOUT) {
    await assertWritable(output);
    if (isEncodedVideo(output)) await assertEncodable(output);
  } else if (output !== STDOUT && output !== NOWHERE) {
    requirePngName(output, several ? '.png or .apng' : '.png');
    await assertWritable(output);
  }
  const dashes = [output, ...others].filter((path) => path === STDOUT).length;
  if (dashes > 1)
    fail('-: standard output takes one of --output, --stats and --save-camera; name files for the others');
  for (const other of others) if (other !== STDOUT) await assertWritable(other);
}

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
  const timesOf = ({ frame, pngMs }: RenderedFrame) => ({ ...frame.stats.timesMs, png: pngMs });
  const stats = {
    ...first?.frame.stats,
    timesMs: { read: readMs, ...(first && timesOf(first)), total: performance.now() - startMs },
    ...(more.length > 0 && { frames: rendered.map((frame) => ({ timesMs: timesOf(frame) })) }),
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
  const { width, height, stats } = first.frame;
  say(
    `${output}: ${rendered.length > 1 ? `${rendered.length} frames of ` : ''}${width} × ${height} pixels by ` +
      `${stats.adapter} (${stats.software ? 'software' : 'GPU'}), workgroups of ${stats.shape}: ${stats.shapeReason}`,
  );
}
