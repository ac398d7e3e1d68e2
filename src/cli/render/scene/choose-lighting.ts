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
import { lightMeshes, lightVolume } from '../../../recipe/lighting.js';
import { fail, optional, parseNumber } from '../../../recipe/parse-options.js';
import type { RenderArguments } from '../render-options.js';

export interface ChosenLighting {
  /**
   * Lighting of a volume, whatever is beside it; undefined where it is not lit.
   * @throws InputError if an option has nothing to light.
   */
  readonly shadingFor: (transfer: TransferFunction) => Shading | undefined;
  /**
   * Lighting of meshes, whose defaults are others with ambient occlusion.
   * @throws InputError if an option has nothing to light.
   */
  readonly meshShading: () => Shading;
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
  const isOccluded = args['ambient-occlusion'] !== undefined;
  const choice = { shade: args.shade, given, isAsked: first !== undefined, isOccluded };
  const refuseUnlit = () => {
    if (args.shade === false && first) fail(`--${first}: is for what is lit, which --no-shade rules out`);
  };
  return {
    meshShading: () => {
      refuseUnlit();
      return lightMeshes(choice);
    },
    shadingFor: (transfer) => {
      refuseUnlit();
      return lightVolume(choice, transfer);
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
