/** The parts that `--split` divides pictures into. */
import type { OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { sharesOfPaths } from './path-shares.js';
import type { PathChoice } from './render-paths.js';
import type { PartRule, RenderedParts } from './rendered-parts.js';
import { VOLUME_PARTS } from './volume-parts.js';

/** @param paths those of pictures by paths of light, which are shared out; volumes of others are cut. */
export const partRuleOf = (paths: PathChoice | undefined): PartRule => (paths ? sharesOfPaths(paths) : VOLUME_PARTS);

/** Undefined for pictures that stay whole. @throws InputError for what cannot be put together. */
export function chooseParts(values: OptionValues, paths: PathChoice | undefined): RenderedParts | undefined {
  const { split: count } = values;
  if (count === undefined) return undefined;
  for (const option of ['heatmap', 'overlay', 'stats'] as const) {
    if (values[option] !== undefined) fail(`--split: composites colours only; leave out --${option}`);
  }
  if (paths) checkShares(count, paths);
  else checkVolumeParts(values);
  return { count, rule: partRuleOf(paths) };
}

function checkVolumeParts(values: OptionValues): void {
  if (values.samples !== 1) fail('--split: casts one ray per pixel; leave out --samples');
  for (const option of ['shadows', 'ambient-occlusion'] as const) {
    if (values[option]) fail(`--split: a part knows nothing of the others’ shade; leave out --${option}`);
  }
  if ((values.iso?.length ?? 0) > 1) fail('--split: a part shows one isosurface; name one --iso');
}

function checkShares(count: number, { paths, noise, seconds }: PathChoice): void {
  if (count > paths) fail(`--split: shares out ${paths} --samples; give it as many parts at most, not ${count}`);
  if (noise !== undefined) fail('--split: shares out a known number of --samples; leave out --noise');
  if (seconds !== undefined) fail('--split: shares out a known number of --samples; leave out --path-time');
}
