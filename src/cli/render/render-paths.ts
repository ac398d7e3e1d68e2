/** Renders by paths of light, as `tilecast render --quality path` does. */
import { type Environment, type Frame, type FrameStats, type Renderer, renderPaths } from '../../index.js';
import type { OpenFileOptions } from '../../node/index.js';
import { fail, optional, parseCount, parsePositive } from '../../recipe/parse-options.js';
import { createProgress } from '../progress.js';
import { say } from '../say.js';
import { PATH_OPTIONS } from './path-options.js';
import type { RecipeFile } from './recipe/recipe.js';
import type { GivenArguments, RenderArguments } from './render-options.js';
import type { DescribedFrame } from './render-parts.js';
import { chooseEnvironment } from './scene/choose-environment.js';

const PATHS_MAX = 1_000_000;

export interface PathChoice {
  readonly paths: number;
  readonly noise: number | undefined;
  readonly seconds: number | undefined;
  readonly denoised: boolean;
  readonly environment: Environment | undefined;
  /** The file of a panorama. */
  readonly environmentFile: RecipeFile | undefined;
}

/**
 * Undefined for other qualities.
 * @param where the file of a panorama must lie.
 * @throws InputError that names the option or the file.
 */
export async function choosePaths(
  args: RenderArguments,
  given: GivenArguments,
  where?: OpenFileOptions,
): Promise<PathChoice | undefined> {
  const names = Object.keys(PATH_OPTIONS) as (keyof typeof PATH_OPTIONS)[];
  if (args.quality !== 'path') {
    const stray = names.find((name) => given[name] !== undefined);
    if (stray) fail(`--${stray}: is for --quality path`);
    return undefined;
  }
  const unsuited = (['split', 'heatmap', 'jitter', 'preintegrated'] as const).find(
    (name) => (args[name] ?? false) !== false,
  );
  if (args.mode !== undefined && args.mode !== 'composite') fail('--mode: quality path is for the mode composite');
  if (args.iso !== undefined) fail('--iso: quality path is for the mode composite');
  if (unsuited) fail(`--${unsuited}: is not for --quality path`);
  if (args.denoise === true && Number(args.samples) === 1) fail('--denoise: takes two --samples, to know the noise');
  const chosen = await chooseEnvironment(args.environment, where);
  return {
    paths: parseCount('samples', args.samples, PATHS_MAX),
    noise: optional('noise', args.noise, parsePositive),
    seconds: optional('path-time', args['path-time'], parsePositive),
    denoised: args.denoise === true,
    environment: chosen?.environment,
    environmentFile: chosen?.file,
  };
}

/** Shows how far it is on a terminal, and says what noise is left where there was a limit to it. */
export async function renderByPaths(
  renderer: Renderer,
  { scene, camera, options }: DescribedFrame,
  { environment, environmentFile: _, ...choice }: PathChoice,
  { signal, isAlone }: { readonly signal: AbortSignal | undefined; readonly isAlone: boolean },
): Promise<Frame> {
  const { outputs: _outputs, ...rest } = options;
  const progress = createProgress(choice.paths, 'samples');
  try {
    const frame = await renderPaths(renderer, environment ? { ...scene, environment } : scene, camera, {
      ...rest,
      ...choice,
      signal,
      onPaths: () => progress.advance(),
    });
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
