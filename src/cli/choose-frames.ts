/** Which pictures `tilecast render` makes, and where they go. */
import { join } from 'node:path';
import { type Camera, checkCamera, InputError, orbit } from '../index.js';
import { readInputFile } from '../node/index.js';
import { fail, optional, parseIndex } from './parse-options.js';
import type { RenderArguments } from './render-options.js';

/** Standard output, as a name. */
export const STDOUT = '-';

export interface FramePlan {
  readonly camera: Camera;
  readonly path: string;
}

/** One picture, one picture each, or one picture that moves. */
export interface FrameSeries {
  /** The cameras of all frames, from the one that the other options ask for. */
  readonly frames: (camera: Camera) => FramePlan[];
  /** Where frames become an animation, and the folder that they wait in until all are there. */
  readonly animation: { readonly path: string; readonly folder: string; readonly framesPerSecond: number } | undefined;
  /** Whether there are several frames, of which those that are there already are kept. */
  readonly several: boolean;
}

/** %d or, with leading zeros, %03d. */
const NUMBER_PATTERN = /%(?:0(\d))?d/;

/** Reads and checks the options of sequences. */
export async function chooseFrames(args: RenderArguments, output: string): Promise<FrameSeries> {
  const count = optional('turntable', args.turntable, parseIndex);
  const framesPerSecond = parseIndex('fps', args.fps);
  if (framesPerSecond < 1 || framesPerSecond > 1000) fail(`--fps: must be from 1 to 1000, not ${args.fps}`);
  if (count !== undefined && args.cameras !== undefined) fail('--turntable: leave out either this or --cameras');
  if (count === 0) fail('--turntable: needs at least one frame');
  const fixed = args.cameras === undefined ? undefined : await readCameras(args.cameras);
  if (count === undefined && !fixed) {
    if (NUMBER_PATTERN.test(output)) fail(`${output}: %d is for --turntable or --cameras, and there is one frame`);
    return { frames: (camera) => [{ camera, path: output }], animation: undefined, several: false };
  }
  const camerasFrom = (camera: Camera) =>
    fixed ?? Array.from({ length: count! }, (_, frame) => orbit(camera, { azimuthDegrees: (360 * frame) / count! }));
  if (NUMBER_PATTERN.test(output)) {
    const frames = (camera: Camera) =>
      camerasFrom(camera).map((one, index) => ({ camera: one, path: numberedPath(output, index) }));
    return { frames, animation: undefined, several: true };
  }
  if (output === STDOUT) fail('--output: several frames do not go to standard output; name a file');
  const folder = `${output}.frames`;
  const frames = (camera: Camera) =>
    camerasFrom(camera).map((one, index) => ({ camera: one, path: join(folder, `${index}.png`) }));
  return { frames, animation: { path: output, folder, framesPerSecond }, several: true };
}

function numberedPath(output: string, index: number): string {
  return output.replace(NUMBER_PATTERN, (_, digits: string | undefined) =>
    String(index).padStart(Number(digits ?? 0), '0'),
  );
}

async function readCameras(path: string): Promise<Camera[]> {
  let list: unknown;
  try {
    list = JSON.parse(new TextDecoder().decode(await readInputFile(path)));
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    throw new InputError(`${path}: is not JSON: ${(cause as Error).message}`, { cause });
  }
  if (!Array.isArray(list) || list.length === 0) throw new InputError(`${path}: must be a list of cameras`);
  return list.map((camera, index) => {
    try {
      return checkCamera(camera);
    } catch (cause) {
      throw new InputError(`${path}: camera ${index}: ${(cause as Error).message}`, { cause });
    }
  });
}
