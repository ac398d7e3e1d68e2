/** Renders a scene by random paths of light, frame by frame, until there are enough of them. */

import type { Camera } from '../../camera/camera.js';
import { InputError } from '../../errors.js';
import type { Frame } from '../frame.js';
import { completeScene } from '../partial/complete-scene.js';
import type { PartialScene } from '../partial/partial-scene.js';
import type { Renderer } from '../renderer.js';
import type { PosedMesh } from '../scene.js';
import { RENDER_DEFAULTS } from '../settings.js';
import { NoiseEstimate } from './noise.js';
import { PATHS_DEFAULTS, type PathsOptions, type PathsPicture } from './paths-options.js';
import { settlePoses } from './settle-poses.js';

/** The path-traced frame, with guides if they were requested. */
type PathsFrame = Frame<'pixels' | 'color'> & Partial<Frame<'guides'>>;

/** Frames that tell the variance of each pixel, which the denoiser averages over nine pixels. */
const DENOISED_FRAMES = 4;

/** The noise of a single path is unknown. */
const LEAST_DENOISED = 2;

/**
 * Renders a scene by path tracing, frame after frame, until it has the paths, the noise or the time that the options ask for. The
 * frame also has the output `guides`, if the options ask for them.
 * @throws InputError for an invalid scene or options, the signal's reason once it is aborted.
 */
export async function renderPaths(
  renderer: Renderer,
  scene: PartialScene,
  camera: Camera | undefined,
  options: PathsOptions = {},
): Promise<PathsFrame> {
  const { noise, seconds = Infinity, denoised = false, onPaths, onPicture, pathsPerFrame, ...counted } = options;
  const { paths = noise === undefined ? PATHS_DEFAULTS.paths : PATHS_DEFAULTS.pathsForNoise, ...rest } = counted;
  checkPaths(paths, { noise, seconds, denoised, pathsPerFrame });
  const endMs = performance.now() + 1000 * seconds;
  const { width = RENDER_DEFAULTS.width, height = RENDER_DEFAULTS.height } = rest;
  const complete = await completeScene(scene, camera, { width, height }, true);
  // Scenes that are not plain objects are known by their identity: paths of a call before do not count.
  refuseBuffers(complete.scene);
  const settled = settlePoses(complete.scene);
  const known = () => Object.assign(Object.create(Object.create(null)), settled) as PartialScene;
  const own = known();
  const { lightSpace = RENDER_DEFAULTS.lightSpace } = rest;
  const estimate = noise === undefined ? undefined : new NoiseEstimate();
  const least = denoised ? LEAST_DENOISED : 1;
  const mayEndEarly = noise !== undefined || seconds !== Infinity;
  const perFrame = mayEndEarly ? 1 : (pathsPerFrame ?? choosePathsPerFrame(paths, width * height, { denoised }));
  const guides = denoised || rest.guides === true;
  const wanted = { ...rest, quality: 'path', accumulate: true, guides, samplesPerPixel: perFrame } as const;
  const lastOutputs = rest.guides ? (['pixels', 'color', 'guides'] as const) : (['pixels', 'color'] as const);
  const show = onPicture && new Doublings(renderer, { denoised, show: onPicture });
  if (show && perFrame > 1) {
    const first = known();
    // Denoised pictures need two frames of the result, so they come later.
    const most = denoised ? perFrame : perFrame / 2;
    for (let paths = 1; paths <= most; paths++) {
      const single = { ...wanted, samplesPerPixel: 1, outputs: ['pixels'] } as const;
      await show.add(await renderer.render(first, complete.camera, single), paths, paths);
    }
  }
  const isWhole = (count: number) =>
    count >= least && (count >= paths || performance.now() >= endMs || (noise !== undefined && found! <= noise));
  let found: number | undefined;
  let count = 0;
  // Colours, four times as much to read as pixels, are read back of the last frame alone where no frame before needs them.
  const readsLast = !estimate && !mayEndEarly;
  while (readsLast && count + perFrame < paths) {
    const frame = await renderer.render(own, complete.camera, { ...wanted, outputs: ['pixels'] });
    count += perFrame;
    onPaths?.(count);
    await show?.add(frame, count, count / perFrame);
  }
  let frame: PathsFrame;
  for (;;) {
    frame = await renderer.render(own, complete.camera, { ...wanted, outputs: lastOutputs });
    count += perFrame;
    estimate?.add(frame.color);
    found = estimate?.rootMeanSquare(lightSpace);
    onPaths?.(count);
    if (isWhole(count)) break;
    await show?.add(frame, count, count / perFrame);
  }
  const described = { ...frame, accumulated: count, stats: { ...frame.stats, paths: { count, noise: found } } };
  if (!denoised) return described;
  const { pixels, color, timesMs } = await renderer.denoise();
  const stats = { ...described.stats, timesMs: { ...described.stats.timesMs, ...timesMs } };
  return { ...described, pixels, color, stats };
}

function checkPaths(
  paths: number,
  {
    noise,
    seconds = Infinity,
    denoised,
    pathsPerFrame,
  }: Pick<PathsOptions, 'noise' | 'seconds' | 'denoised' | 'pathsPerFrame'>,
): void {
  if (!(Number.isSafeInteger(paths) && paths >= 1))
    throw new InputError(`paths must be a whole number from 1 on, not ${paths}`);
  if (denoised && paths < LEAST_DENOISED)
    throw new InputError(`paths must be at least ${LEAST_DENOISED} to be denoised`);
  if (noise !== undefined && !(noise > 0)) throw new InputError(`noise must be a positive number, not ${noise}`);
  if (!(seconds > 0)) throw new InputError(`seconds must be a positive number, not ${seconds}`);
  if (pathsPerFrame !== undefined && paths % pathsPerFrame !== 0)
    throw new InputError(`paths must be a multiple of pathsPerFrame, ${pathsPerFrame}, not ${paths}`);
}

/** Shows every picture of twice as many paths as the last one that was shown. */
class Doublings {
  readonly #renderer: Renderer;
  readonly #options: { readonly denoised: boolean; readonly show: (picture: PathsPicture) => void };
  #next = 1;

  constructor(
    renderer: Renderer,
    options: { readonly denoised: boolean; readonly show: (picture: PathsPicture) => void },
  ) {
    this.#renderer = renderer;
    this.#options = options;
  }

  /** @param frames that accumulated to it, the last of which it is. */
  async add({ pixels, width, height, stats }: Frame<'pixels'>, paths: number, frames: number): Promise<void> {
    const { denoised, show } = this.#options;
    if (paths < this.#next) return;
    this.#next = 2 * paths;
    const isDenoised = denoised && frames >= LEAST_DENOISED;
    show({ pixels: isDenoised ? (await this.#renderer.denoise()).pixels : pixels, width, height, stats, paths });
  }
}

/** Maximum paths of a frame, per pixel and of all pixels: progress and cancelling are per frame. */
const PATHS_PER_FRAME_MAX = 16;
const PATHS_OF_PIXELS_MAX = 2 ** 22;

/**
 * As many paths per pixel as a frame may have, so that whole frames have all of them: their directions are spread evenly within a
 * frame, and a GPU has the more to do for each that is read back.
 * @param options `denoised`: whether frames tell the noise; `frames`: at least so many, 1 by default.
 */
export function choosePathsPerFrame(
  paths: number,
  pixels: number,
  { denoised, frames = 1 }: { readonly denoised: boolean; readonly frames?: number },
): number {
  const least = Math.max(frames, denoised ? DENOISED_FRAMES : 1);
  const most = Math.min(PATHS_PER_FRAME_MAX, Math.floor(PATHS_OF_PIXELS_MAX / pixels), Math.floor(paths / least));
  for (let count = most; count > 1; count--) if (paths % count === 0) return count;
  return 1;
}

/** @throws InputError for positions that may be others in every frame: their frames have no mean. */
function refuseBuffers(scene: PartialScene): void {
  const meshes: readonly PosedMesh[] = ('meshes' in scene && scene.meshes) || [];
  if (meshes.some(({ positions }) => positions !== undefined && !(positions instanceof Float32Array))) {
    throw new InputError(
      'paths are a mean of many frames, and positions in a GPUBuffer may change: give them as an array',
    );
  }
}
