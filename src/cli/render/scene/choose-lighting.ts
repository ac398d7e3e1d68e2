/** The lighting that the options of `tilecast render` ask for. */
import {
  createShading,
  InputError,
  KEY_LIGHT,
  type LightChoice,
  parseLight,
  type Shading,
  type TransferFunction,
} from '../../../index.js';
import { fail, optional, parseNumber } from '../../../options/parse-options.js';
import type { RenderArguments } from '../render-options.js';
import { OCCLUDED_LIGHT } from './light-path-options.js';

/** Colours as they are. */
const UNLIT = { ambient: 1, diffuse: 0, specular: 0 } as const;

export interface ChosenLighting {
  /**
   * Lighting of a volume, undefined where it is not lit. The transfer function's own lighting, if it has one, stands in for
   * what is not given. The options light a volume beside meshes, which are always lit, only if it is lit anyway.
   * @throws InputError if an option has nothing to light.
   */
  readonly shadingFor: (transfer: TransferFunction, besideMeshes: boolean) => Shading | undefined;
  /**
   * Lighting of meshes, whose defaults are others with ambient occlusion. Beside a volume, `--no-shade` is the volume's.
   * @throws InputError if an option has nothing to light.
   */
  readonly meshShadingFor: (besideVolume: boolean) => Shading;
}

/** @throws InputError that names the option. */
export function chooseLighting(args: RenderArguments): ChosenLighting {
  const numbers = (['ambient', 'diffuse', 'specular', 'shininess'] as const).flatMap((name) => {
    const value = optional(name, args[name], parseNumber);
    return value === undefined ? [] : [[name, value] as const];
  });
  const light = optional('light', args.light, parseLightOption) ?? (args.shadows ? KEY_LIGHT : undefined);
  const given: Partial<Shading> = { ...Object.fromEntries(numbers), ...(light !== undefined && { light }) };
  const asked = [
    ...numbers.map(([name]) => name),
    ...(['light', 'ambient-occlusion'] as const).filter((name) => args[name] !== undefined),
    ...(args.shadows ? ['shadows'] : []),
  ];
  const [first] = asked;
  const isOccluded =
    args['ambient-occlusion'] !== undefined && given.ambient === undefined && given.diffuse === undefined;
  return {
    meshShadingFor: (besideVolume) => {
      if (args.shade !== false || besideVolume) return createShading({ ...(isOccluded && OCCLUDED_LIGHT), ...given });
      if (first) fail(`--${first}: is for lit meshes, which --no-shade rules out`);
      return createShading(UNLIT);
    },
    shadingFor: ({ shading }, besideMeshes) => {
      if (args.shade === false && first && !besideMeshes)
        fail(`--${first}: is for --shade, which --no-shade rules out`);
      const wanted = args.shade ?? (shading !== undefined || (first !== undefined && !besideMeshes));
      return wanted ? createShading({ ...shading, ...(isOccluded && OCCLUDED_LIGHT), ...given }) : undefined;
    },
  };
}

function parseLightOption(option: string, text: string): LightChoice {
  try {
    const light = parseLight(text);
    createShading({ light });
    return light;
  } catch (error) {
    throw error instanceof InputError ? new InputError(`--${option}: ${error.message}`) : error;
  }
}
