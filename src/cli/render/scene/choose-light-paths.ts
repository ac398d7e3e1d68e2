/** The rays that start from surfaces, and how rays find meshes, as the options of `tilecast render` ask for them. */
import type { AmbientOcclusion, RayTracing, SoftShadows } from '../../../index.js';
import type { OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';

export interface LightPathChoice {
  readonly reflections: number;
  readonly ambientOcclusion: AmbientOcclusion | undefined;
  readonly softShadows: SoftShadows | undefined;
  readonly primaryRays: RayTracing | 'auto';
  readonly shadowRays: RayTracing | 'auto';
}

/** @throws InputError that names the option. */
export function chooseLightPaths(values: OptionValues): LightPathChoice {
  return {
    reflections: values.reflections,
    ambientOcclusion: chooseOcclusion(values),
    softShadows: chooseSoftShadows(values),
    primaryRays: values['primary-rays'],
    shadowRays: values['shadow-rays'],
  };
}

function chooseOcclusion({
  'ambient-occlusion': rays,
  'occlusion-distance': distance,
}: OptionValues): AmbientOcclusion | undefined {
  if (rays !== undefined) return { rays, distance };
  if (distance !== undefined) fail('--occlusion-distance: is for --ambient-occlusion, which names a number of rays');
  return undefined;
}

function chooseSoftShadows({ 'light-size': angleDegrees, shadows }: OptionValues): SoftShadows | undefined {
  if (angleDegrees === undefined) return undefined;
  if (!shadows) fail('--light-size: is for --shadows, which it softens');
  return angleDegrees > 0 ? { angleDegrees } : undefined;
}
