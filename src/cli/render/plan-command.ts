/** A picture, or a series, as the command line asks for it: all that can be known and refused before its inputs are read. */
import { existsSync } from 'node:fs';
import type { Camera, TransferFunction } from '../../index.js';
import { recountHostMemory } from '../../node/host-memory.js';
import { assertEncodable, assertWritable, isEncodedVideo } from '../../node/index.js';
import {
  CAMERA_OPTION_NAMES,
  type OptionTexts,
  type OptionValues,
  parseOptions,
  withoutUndefined,
} from '../../recipe/options.js';
import { findEnvironmentName } from '../../recipe/parse/file-or-name.js';
import { fail, parseTimes } from '../../recipe/parse/parse-options.js';
import type { Subject } from '../../recipe/scene/view-options.js';
import { chooseAdapter } from '../open-adapter.js';
import { findOutputName } from '../outputs/find-output-name.js';
import { requirePictureName, requirePngName } from '../outputs/require-picture-name.js';
import { type ArrayChoice, chooseArrays } from './arrays/choose-arrays.js';
import { chooseCamera } from './frames/choose-camera.js';
import { chooseFrames, type FrameSeries, NOWHERE, STDOUT } from './frames/choose-frames.js';
import { type LoadedKeys, readKeyframes } from './frames/choose-keyframes.js';
import type { Motion } from './frames/choose-motion.js';
import { CoarsePicture } from './frames/coarse-picture.js';
import { type PicturePlan, planPicture } from './pictures/open-picture.js';
import { NO_RECORD, type Replay, startReplay } from './recipe/start-replay.js';
import { completeArguments, type GivenArguments, type RenderArguments } from './render-options.js';

export interface CommandPlan {
  readonly given: GivenArguments;
  readonly replay: Replay | undefined;
  /** Arguments that were given or recorded, or are defaults. */
  readonly completed: RenderArguments;
  /** `completed` with the arguments of the first key or point in time. */
  readonly args: RenderArguments;
  readonly values: OptionValues;
  readonly inputs: readonly string[];
  /** The picture's name, that of standard output, or none. */
  readonly output: string;
  readonly picture: PicturePlan;
  readonly adapter: ReturnType<typeof chooseAdapter>;
  readonly cameraFor: (subject: Subject) => Camera;
  /** Whether the camera depends on what there is to be seen. */
  readonly isFitted: boolean;
  /** Views of keyframes are not among it yet. */
  readonly series: FrameSeries;
  readonly keys: LoadedKeys | undefined;
  /** The frames of meshes that move; undefined for the recipe of one of them. */
  readonly motion: Motion | undefined;
  readonly arrays: ArrayChoice | undefined;
  /** The picture of other arguments, in the colours of a transfer function, or in those that follow from its data. */
  readonly planChanged: (args: OptionTexts, transfer: TransferFunction | undefined) => Promise<PicturePlan>;
}

/**
 * @param isSubmitted whether a queue renders it.
 * @throws InputError that names the option, or the file that another one names.
 */
export async function planCommand(given: GivenArguments, isSubmitted: boolean): Promise<CommandPlan> {
  const replay = given.replay === undefined ? undefined : await startReplay(given, given.replay);
  const completed = addRecipe(given, replay);
  const keys = completed.keyframes === undefined ? undefined : await readKeyframes(completed.keyframes);
  const args = completeArguments({ ...startTimes(completed, given), ...keys?.[0].options });
  const values = parseOptions(args);
  recountHostMemory();
  const inputs = replay?.inputs ?? given.inputs ?? [];
  if (inputs.length === 0) fail('the input is missing: name a file');
  const output =
    args.output ??
    (args.arrays === undefined
      ? fail(`--output: name the picture to write, such as -o ${findOutputName(inputs) ?? 'scan.png'}`)
      : NOWHERE);
  const record = replay ?? NO_RECORD;
  const picture = await planPicture(args, given, keys ? { ...record, transfer: keys[0].recipe.transfer } : replay);
  const adapter = chooseAdapter(args);
  const recorded = keys ? keys[0].recipe.camera : cameraOfReplay(replay, given);
  const cameraFor = recorded ? () => recorded : await chooseCamera(values);
  // The recipe of one frame is not that of all.
  const isStill = replay?.recipe.time !== undefined && given.deform === undefined && given.animation === undefined;
  const motion = isStill ? undefined : picture.motion;
  const series = await chooseFrames(values, output, motion, keys && keys.at(-1)!.frame + 1);
  const arrays = chooseArrays(values, series.several);
  if (args.progress) CoarsePicture.check(output, series);
  if (isSubmitted) refuseForQueues(args, series);
  await checkOutputs(output, series, values.background, [
    ...outputsBeside(args),
    ...(arrays?.paths({ number: 0 }) ?? []),
  ]);
  return {
    ...{
      given,
      replay,
      completed,
      args,
      values,
      inputs,
      output,
      picture,
      adapter,
      cameraFor,
      series,
      keys,
      motion,
      arrays,
    },
    isFitted: recorded === undefined && values.camera === undefined && values.cameras === undefined,
    planChanged: (changed, transfer) => planPicture(changed, {}, { ...record, transfer }),
  };
}

/** The camera of a recipe, unless an option asks for another one. */
const cameraOfReplay = (replay: Replay | undefined, given: GivenArguments) =>
  CAMERA_OPTION_NAMES.some((name) => given[name] !== undefined) ? undefined : replay?.recipe.camera;

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

/** Files that are written besides pictures. */
export const outputsBeside = ({ stats, 'save-camera': camera }: RenderArguments) =>
  [stats, camera].filter((path) => path !== undefined);

/** Workers write pictures with their recipes. */
function refuseForQueues(args: RenderArguments, { video }: FrameSeries): void {
  const { recipe, values = [], underlay = [], environment, arrays } = args;
  const file = [...values, ...underlay].find((name) => existsSync(name));
  if (file)
    fail(
      `--${values.includes(file) ? 'values' : 'underlay'}: ${file} is a file, and jobs hold no values; name values that are in the mesh`,
    );
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

async function checkOutputs(
  output: string,
  { animation, video }: FrameSeries,
  background: OptionValues['background'],
  others: readonly string[],
): Promise<void> {
  if (video && output !== STDOUT) {
    await assertWritable(output);
    if (isEncodedVideo(output)) await assertEncodable(output);
  } else if (output !== STDOUT && output !== NOWHERE) {
    if (animation) requirePngName(output, '.png or .apng, or number the frames, such as turn-%d.jpg');
    else requirePictureName(output, background);
    await assertWritable(output);
  }
  const dashes = [output, ...others].filter((path) => path === STDOUT).length;
  if (dashes > 1)
    fail('-: standard output takes one of --output, --stats and --save-camera; name files for the others');
  for (const other of others) if (other !== STDOUT) await assertWritable(other);
}
