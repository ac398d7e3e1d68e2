/** Renders by paths of light, as `tilecast render --quality path` does. */
import { type Environment, type Frame, type Renderer, renderPaths } from '../../index.js';
import type { OpenFileOptions } from '../../node/index.js';
import { fail, optional, parseCount, parsePositive } from '../../options/parse-options.js';
import { createProgress } from '../progress.js';
import { PATH_OPTIONS } from './path-options.js';
import type { RecipeFile } from './recipe/recipe.js';
import type { GivenArguments, RenderArguments } from './render-options.js';
import type { DescribedFrame } from './render-parts.js';
import { chooseEnvironment } from './scene/choose-environment.js';

const PATHS_MAX = 1_000_000;

export interface PathChoice {
  readonly paths: number;
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
  const unsuited = (['split', 'heatmap', 'jitter', 'preintegrated'] as const).find((name) => args[name] !== undefined);
  if (args.mode !== undefined && args.mode !== 'composite') fail('--mode: quality path is for the mode composite');
  if (args.iso !== undefined) fail('--iso: quality path is for the mode composite');
  if (unsuited) fail(`--${unsuited}: is not for --quality path`);
  const chosen = await chooseEnvironment(args.environment, where);
  return {
    paths: parseCount('samples', args.samples, PATHS_MAX),
    seconds: optional('time-limit', args['time-limit'], parsePositive),
    denoised: args.denoise === true,
    environment: chosen?.environment,
    environmentFile: chosen?.file,
  };
}

/** Shows how far it is on a terminal. */
export async function renderByPaths(
  renderer: Renderer,
  { scene, camera, options }: DescribedFrame,
  { paths, seconds, denoised, environment }: PathChoice,
  signal: AbortSignal | undefined,
): Promise<Frame> {
  const { outputs: _, ...rest } = options;
  const progress = createProgress(paths, 'samples');
  try {
    return await renderPaths(renderer, environment ? { ...scene, environment } : scene, camera, {
      ...rest,
      signal,
      paths,
      seconds,
      denoised,
      onPaths: () => progress.advance(),
    });
  } finally {
    progress.stop();
  }
}
