/** Renders by paths of light, as `tilecast render --quality path` does. */
import { type Frame, type FrameStats, type Renderer, renderPaths } from '../../../index.js';
import { loadOpenImageDenoise, type OpenFileOptions } from '../../../node/index.js';
import { PATH_OPTIONS } from '../../../recipe/check-combinations.js';
import type { OptionTexts, OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { createProgress } from '../../progress.js';
import { say } from '../../say.js';
import { loadPanorama } from '../load/load-panorama.js';
import { type OpenNetwork, renderThroughNetwork } from './denoise-paths.js';
import type { DescribedFrame } from './rendered-parts.js';

export interface PathChoice {
  readonly paths: number;
  readonly noise: number | undefined;
  readonly seconds: number | undefined;
  readonly denoised: boolean;
  /** The network that denoises, in place of tilecast's own denoiser. */
  readonly openNetwork?: OpenNetwork | undefined;
  /** The light of a panorama. */
  readonly panorama: Awaited<ReturnType<typeof loadPanorama>>;
}

/**
 * Undefined for other qualities.
 * @param where the file of a panorama must lie.
 * @throws InputError that names the option or the file.
 */
export async function choosePaths(
  values: OptionValues,
  given: OptionTexts,
  where?: OpenFileOptions,
): Promise<PathChoice | undefined> {
  if (values.quality !== 'path') {
    const stray = PATH_OPTIONS.find((name) => given[name] !== undefined);
    if (stray) fail(`--${stray}: is for --quality path`);
    return undefined;
  }
  const unsuited = (['heatmap', 'jitter'] as const).find((name) => (values[name] ?? false) !== false);
  if (values.mode !== undefined && values.mode !== 'composite') fail('--mode: quality path is for the mode composite');
  if (values.iso !== undefined) fail('--iso: quality path is for the mode composite');
  if (unsuited) fail(`--${unsuited}: is not for --quality path`);
  if (values.denoise && values.denoiser === 'tilecast' && values.samples === 1)
    fail('--denoise: takes two --samples, to know the noise');
  return {
    paths: values.samples,
    noise: values.noise,
    seconds: values['path-time'],
    denoised: values.denoise === true,
    openNetwork: values.denoise && values.denoiser === 'oidn' ? await loadOpenImageDenoise() : undefined,
    panorama: await loadPanorama(values.environment, where),
  };
}

/** Shows how far it is on a terminal, and says what noise is left where there was a limit to it. */
export async function renderByPaths(
  renderer: Renderer,
  described: DescribedFrame,
  { panorama: _, openNetwork, denoised, ...choice }: PathChoice,
  { signal, isAlone }: { readonly signal: AbortSignal | undefined; readonly isAlone: boolean },
): Promise<Frame> {
  const { scene, camera, options } = described;
  const { outputs: _outputs, ...rest } = options;
  const progress = createProgress(choice.paths, 'samples');
  try {
    const traced = { ...rest, ...choice, signal, onPaths: () => progress.advance() };
    const frame = openNetwork
      ? await renderThroughNetwork(renderer, described, traced, openNetwork)
      : await renderPaths(renderer, scene, camera, { ...traced, denoised });
    progress.stop();
    sayNoise(frame.stats, choice.noise, isAlone);
    return frame;
  } finally {
    progress.stop();
  }
}

/** Names only those frames, among several, that have more than they should. */
function sayNoise({ paths }: FrameStats, limit: number | undefined, isAlone: boolean): void {
  if (limit === undefined || paths?.noise === undefined) return;
  const { count, noise } = paths;
  const left = Number.isFinite(noise) ? `the noise is ${noise.toFixed(2)} of 255` : 'the noise is unknown';
  if (noise > limit)
    say(`${left} after ${count} samples, more than --noise ${limit}: give it more --samples, or more time`);
  else if (isAlone) say(`${left} after ${count} samples`);
}
