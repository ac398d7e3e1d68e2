/** Renders by paths of light, as `tilecast render --quality path` does. */
import { ENVIRONMENTS, type Environment, type Frame, type Renderer, renderPaths } from '../../index.js';
import { fail, optional, parseChoice, parseCount, parsePositive } from '../../options/parse-options.js';
import { createProgress } from '../progress.js';
import { PATH_OPTIONS } from './path-options.js';
import type { GivenArguments, RenderArguments } from './render-options.js';
import type { DescribedFrame } from './render-parts.js';

const PATHS_MAX = 1_000_000;

export interface PathChoice {
  readonly paths: number;
  readonly seconds: number | undefined;
  readonly denoised: boolean;
  readonly environment: Environment | undefined;
}

/** Undefined for other qualities. @throws InputError that names the option. */
export function choosePaths(args: RenderArguments, given: GivenArguments): PathChoice | undefined {
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
  return {
    paths: parseCount('samples', args.samples, PATHS_MAX),
    seconds: optional('time-limit', args['time-limit'], parsePositive),
    denoised: args.denoise === true,
    environment: optional('environment', args.environment, (name, text) => parseChoice(name, text, ENVIRONMENTS)),
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
