/** Which pictures `tilecast render` makes, and where they go. */
import { join } from 'node:path';
import { type Camera, InputError, type TransferFunction, turnCamera, verticalOf } from '../../../index.js';
import { checkCamera } from '../../../lab.js';
import { isEncodedVideo, pictureFormat, readInputText } from '../../../node/index.js';
import type { OptionTexts, OptionValues } from '../../../recipe/options.js';
import { FRAMES_MAX, type FrameRange, fail } from '../../../recipe/parse/parse-options.js';
import { say } from '../../say.js';
import type { Motion } from './choose-motion.js';

/** Standard output, as a name. */
export const STDOUT = '-';

/** The name of a picture that is not written. */
export const NOWHERE = '';

export interface PlannedFrame {
  readonly camera: Camera;
  /** Time of meshes that move, from 0 to 1. */
  readonly time: number;
  /** Differences from the first picture of its series. */
  readonly changes?: FrameChanges;
  readonly path: string;
  /** Its place among several frames, from 0. */
  readonly number?: number;
  /** Ends the frame. */
  readonly signal?: AbortSignal;
}

/** Options of a frame that differ from those of the series, and the transfer function that stands for some of them. */
export interface FrameChanges {
  readonly options: OptionTexts;
  readonly transfer?: TransferFunction;
}

/** One picture, one picture each, or one picture that moves. */
export interface FrameSeries {
  /** The cameras of all frames, from the one that the other options ask for. */
  readonly frames: (camera: Camera) => PlannedFrame[];
  /** The folder in which the frames of an animation collect. */
  readonly waiting: string | undefined;
  /** Makes the frames an animation. */
  readonly animation: { readonly path: string; readonly framesPerSecond: number } | undefined;
  /** Makes the frames a raw video, which is written frame by frame. */
  readonly video: { readonly path: string; readonly framesPerSecond: number } | undefined;
  /** All files that will be written. */
  readonly outputs: (camera: Camera) => string[];
  /** Whether there are several frames, of which existing ones are kept. */
  readonly several: boolean;
  /** Whether frames differ in more than camera and motion. */
  readonly hasChanges: boolean;
  /** These files with other views. */
  readonly withViews: (views: Views) => FrameSeries;
}

/** %d or, with leading zeros, %03d. */
const NUMBER_PATTERN = /%(?:0(\d))?d/;

/** Whether a name has a number for each of several frames. */
export const isNumbered = (path: string): boolean => NUMBER_PATTERN.test(path);

/**
 * Reads and checks the options of sequences.
 * @param motion of meshes.
 * @param keyed the number of frames of keyframes, whose views follow once the inputs are open.
 * @throws InputError that names the option.
 */
export async function chooseFrames(
  values: OptionValues,
  output: string,
  motion: Motion | undefined,
  keyed?: number,
): Promise<FrameSeries> {
  const format = chooseFormat(values, output);
  const isVideo = format !== 'png';
  const { fps: framesPerSecond, frames: chosen } = values;
  const { range, count: period } = chosen ?? {};
  const sequence = await chooseSequence(values, motion, period !== undefined, keyed);
  const numbered = isNumbered(output);
  const video = isVideo ? { path: output, framesPerSecond } : undefined;
  if (!sequence) {
    if (range) fail('--frames: is a range of several frames, such as those of --turntable, and there is one');
    if (numbered) fail(`${output}: %d is for several frames, and there is one`);
    if (format === 'movie')
      fail(`${output}: a movie has several frames, such as those of --turntable, and there is one`);
    const still: FrameSeries = {
      frames: (camera) => [{ camera, time: 0, path: output }],
      outputs: () => (output === STDOUT || output === NOWHERE ? [] : [output]),
      video,
      waiting: undefined,
      animation: undefined,
      several: false,
      hasChanges: false,
      withViews: () => still,
    };
    return still;
  }
  const { total, views } = sequence;
  if (output === NOWHERE) fail('--output: several frames need a name for their pictures too, such as turn-%d.png');
  if (numbered && isVideo) fail(`${output}: %d numbers several pictures, and a video is one file`);
  if (output === STDOUT && !isVideo) {
    fail('--output: several frames go to standard output only with --format y4m; name a file');
  }
  if (range && range.first >= total) fail(`--frames: ${formatRange(range)} is beyond the last frame, ${total - 1}`);
  if (range && range.last >= total) {
    say(`--frames: ${formatRange(range)} ends beyond the last frame: renders ${range.first}-${total - 1}`);
  }
  const folder = `${output}.frames`;
  const pathOf = (index: number) => (numbered ? numberedPath(output, index) : join(folder, `${index}.png`));
  // Parts of an animation wait for the others.
  const animation = numbered || range || isVideo ? undefined : { path: output, framesPerSecond };
  const build = (shown: Views): FrameSeries => {
    const frames = (camera: Camera) =>
      shown(camera)
        .map((view, index) => ({ ...view, path: pathOf(index), number: index }))
        .slice(range?.first, range && range.last + 1);
    const outputs = (camera: Camera) => [...(animation ? [output] : []), ...frames(camera).map(({ path }) => path)];
    return {
      frames,
      outputs: video ? () => (output === STDOUT ? [] : [output]) : outputs,
      waiting: numbered || isVideo ? undefined : folder,
      animation,
      video,
      several: true,
      hasChanges: values.times !== undefined || keyed !== undefined,
      withViews: build,
    };
  };
  return build(views);
}

/** The camera, the time and the changes of each frame, from the camera that the other options ask for. */
type Views = (camera: Camera) => readonly Pick<PlannedFrame, 'camera' | 'time' | 'changes'>[];

/** Several frames, by what changes from one to the next. */
interface Sequence {
  readonly total: number;
  readonly views: Views;
}

/** The sequence that the options name, if they name one: points in time go on from the first again while the camera moves. */
async function chooseSequence(
  values: OptionValues,
  motion: Motion | undefined,
  hasPeriod: boolean,
  keyed: number | undefined,
): Promise<Sequence | undefined> {
  const { times } = values;
  if (keyed !== undefined) {
    const other = (['turntable', 'cameras', 'times'] as const).find((name) => values[name] !== undefined);
    if (other) fail(`--${other}: leave out either this or --keyframes`);
    return { total: keyed, views: (camera) => Array.from({ length: keyed }, () => ({ camera, time: 0 })) };
  }
  const moved = await chooseMoves(values, motion, hasPeriod);
  if (!times) return moved;
  const total = moved?.total ?? times.length;
  const still = (camera: Camera) => Array.from({ length: total }, () => ({ camera, time: 0 }));
  const changesAt = (frame: number) => ({ options: { time: String(times[frame % times.length]) } });
  return {
    total,
    views: (camera) => (moved?.views ?? still)(camera).map((view, frame) => ({ ...view, changes: changesAt(frame) })),
  };
}

/**
 * The sequence of cameras and of meshes that move.
 * @param hasPeriod whether the options also say how many frames there are.
 */
async function chooseMoves(
  values: OptionValues,
  motion: Motion | undefined,
  hasPeriod: boolean,
): Promise<Sequence | undefined> {
  const { turntable: turns, cameras: cameraFile } = values;
  const kinds = { turntable: turns, cameras: cameraFile, [motion?.option ?? 'deform']: motion?.frames };
  const [first, second, third] = Object.entries(kinds).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const turnsAsItMoves = first === 'turntable' && second === motion?.option;
  if (second && (third || !turnsAsItMoves)) fail(`--${second}: leave out either this or --${first}`);
  if (turnsAsItMoves && hasPeriod) fail(`--frames: leave it out; --${second} on a --turntable has one frame per view`);
  if (cameraFile !== undefined) {
    const cameras = await readCameras(cameraFile);
    // A ground stands still while cameras move.
    const vertical = verticalOf(cameras[0]!);
    const views = cameras.map((camera) => ({ camera: { vertical, ...camera }, time: 0 }));
    return { total: cameras.length, views: () => views };
  }
  const total = turns ?? motion?.frames;
  if (total === undefined) return undefined;
  const viewAt = (camera: Camera, share: number) => ({
    camera: turns === undefined ? camera : turnCamera(camera, 360 * share),
    time: motion === undefined ? 0 : share,
  });
  return { total, views: (camera) => Array.from({ length: total }, (_, frame) => viewAt(camera, frame / total)) };
}

/**
 * Pictures, raw video, or a movie that ffmpeg encodes, by the name of the output or by `--format`.
 * @throws InputError for what a video cannot show.
 */
function chooseFormat({ format: chosen, background }: OptionValues, output: string): 'movie' | 'png' | 'y4m' {
  const named = isEncodedVideo(output) ? 'movie' : /\.y4m$/i.test(output) ? 'y4m' : 'png';
  if (chosen === 'png' && named !== 'png') fail(`${output}: is the name of a video, and --format is png`);
  if (chosen === 'y4m' && named !== 'y4m' && output !== STDOUT) fail(`${output}: must end in .y4m for --format y4m`);
  if (chosen === 'png' && pictureFormat(output) !== 'png') fail(`${output}: is no name of a PNG, and --format is png`);
  const format = chosen ?? named;
  if (format !== 'png' && background === 'transparent')
    fail('--background: a video has no transparency; name a colour');
  return format;
}

const formatRange = ({ first, last }: FrameRange) => `${first}-${last}`;

/** The name with the number of a frame in it. */
export function numberedPath(output: string, index: number): string {
  return output.replace(NUMBER_PATTERN, (_, digits: string | undefined) =>
    String(index).padStart(Number(digits ?? 0), '0'),
  );
}

async function readCameras(path: string): Promise<Camera[]> {
  let list: unknown;
  try {
    list = JSON.parse(await readInputText(path));
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    throw new InputError(`${path}: is not JSON: ${(cause as Error).message}`, { cause });
  }
  if (!Array.isArray(list) || list.length === 0 || list.length > FRAMES_MAX) {
    throw new InputError(`${path}: must be a list of cameras, 1 to ${FRAMES_MAX}`);
  }
  return list.map((camera, index) => {
    try {
      return checkCamera(camera);
    } catch (cause) {
      throw new InputError(`${path}: camera ${index}: ${(cause as Error).message}`, { cause });
    }
  });
}
