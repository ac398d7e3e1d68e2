/** Renders a scene by random paths of light, frame by frame, until there are enough of them. */

import type { Camera } from '../../camera/camera.js';
import { InputError } from '../../errors.js';
import { mapNumbers } from '../../math/map-numbers.js';
import { completeScene, type PartialScene } from '../complete-scene.js';
import type { Frame } from '../frame.js';
import { settlePoses } from '../poses-now.js';
import type { ReadOptions } from '../render-request.js';
import type { Renderer } from '../renderer.js';
import type { PosedMesh } from '../scene.js';
import { RENDER_DEFAULTS } from '../settings.js';
import { denoise } from './denoise.js';
import { NoiseEstimate } from './noise.js';

export interface PathsOptions extends Omit<ReadOptions, 'quality' | 'accumulate' | 'samplesPerPixel' | 'onProgress'> {
  /** Paths through each pixel, from 1 on; 64 by default, and up to 4096 where there is a limit to the noise. */
  readonly paths?: number | undefined;
  /**
   * Paths begin until the estimated noise is so small, which takes 8 of them at least: the root of the mean square of the standard
   * errors of all colours, of 255, before they are denoised. The picture is the same in every run.
   */
  readonly noise?: number | undefined;
  /** Seconds after which no more paths begin. */
  readonly seconds?: number | undefined;
  /** Whether to take the noise out as far as the paths, of which it takes two, tell it from what is there. */
  readonly denoised?: boolean | undefined;
  /** Called after each path of all pixels, with how many there are. */
  readonly onPaths?: ((paths: number) => void) | undefined;
}

/** The noise of a single path is unknown. */
const LEAST_DENOISED = 2;

export const PATHS_DEFAULTS = { paths: 64, pathsForNoise: 4096, seconds: Infinity, denoised: false } as const;

/** @throws InputError for a scene or options that cannot be, the signal's reason once it is aborted. */
export async function renderPaths(
  renderer: Renderer,
  scene: PartialScene,
  camera: Camera | undefined,
  options: PathsOptions = {},
): Promise<Frame<'pixels' | 'color'>> {
  const { noise, seconds = Infinity, denoised = false, onPaths, ...counted } = options;
  const { paths = noise === undefined ? PATHS_DEFAULTS.paths : PATHS_DEFAULTS.pathsForNoise, ...rest } = counted;
  if (!(Number.isSafeInteger(paths) && paths >= 1))
    throw new InputError(`paths must be a whole number from 1 on, not ${paths}`);
  if (denoised && paths < LEAST_DENOISED)
    throw new InputError(`paths must be at least ${LEAST_DENOISED} to be denoised`);
  if (noise !== undefined && !(noise > 0)) throw new InputError(`noise must be a positive number, not ${noise}`);
  if (!(seconds > 0)) throw new InputError(`seconds must be a positive number, not ${seconds}`);
  const wanted = {
    ...rest,
    quality: 'path',
    accumulate: true,
    samplesPerPixel: 1,
    outputs: ['pixels', 'color'],
  } as const;
  const endMs = performance.now() + 1000 * seconds;
  const { width = RENDER_DEFAULTS.width, height = RENDER_DEFAULTS.height } = rest;
  const complete = completeScene(scene, camera, { width, height });
  // Scenes that are not plain objects are known by their identity: paths of a call before do not count.
  refuseBuffers(complete.scene);
  const own: PartialScene = Object.assign(Object.create(Object.create(null)), settlePoses(complete.scene));
  const estimate = noise === undefined && !denoised ? undefined : new NoiseEstimate();
  const least = denoised ? LEAST_DENOISED : 1;
  let frame: Frame<'pixels' | 'color'>;
  let found: number | undefined;
  do {
    frame = await renderer.render(own, complete.camera, wanted);
    estimate?.add(frame.color);
    found = noise === undefined ? undefined : estimate?.rootMeanSquare;
    onPaths?.(frame.accumulated);
  } while (
    frame.accumulated < least ||
    (frame.accumulated < paths && performance.now() < endMs && !(noise !== undefined && found! <= noise))
  );
  const described = { ...frame, stats: { ...frame.stats, paths: { count: frame.accumulated, noise: found } } };
  if (!denoised || !estimate) return described;
  return { ...described, ...denoiseFrame(frame, estimate.variances, own.background === 'transparent') };
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

function denoiseFrame(
  { color, width, height }: Frame<'pixels' | 'color'>,
  variances: Float32Array,
  isTransparent: boolean,
): Pick<Frame<'pixels' | 'color'>, 'pixels' | 'color'> {
  const filtered = denoise(color, variances, width, height);
  // Colours are multiplied by their opacities, pixels are not.
  const pixels = mapNumbers(new Uint8Array(filtered.length), filtered, (value, index) => {
    const opacity = filtered[index - (index % 4) + 3]!;
    const straight = isTransparent && index % 4 < 3 ? value / Math.max(opacity, 1e-6) : value;
    return Math.round(255 * Math.min(1, Math.max(0, straight)));
  });
  return { pixels, color: filtered };
}
