/** The lighting that the options of `tilecast render` ask for. */
import { KEY_LIGHT, type Shading, type TransferFunction } from '../../../index.js';
import { lightMeshes, lightVolume } from '../../../recipe/lighting.js';
import type { OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse-options.js';

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
export function chooseLighting(values: OptionValues): ChosenLighting {
  const numbers = (['ambient', 'diffuse', 'specular', 'shininess'] as const).flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const light = values.light ?? (values.shadows ? KEY_LIGHT : undefined);
  const given: Partial<Shading> = { ...Object.fromEntries(numbers), ...(light !== undefined && { light }) };
  const asked = [
    ...numbers.map(([name]) => name),
    ...(['light', 'ambient-occlusion'] as const).filter((name) => values[name] !== undefined),
    ...(values.shadows ? ['shadows'] : []),
  ];
  const [first] = asked;
  const isOccluded = values['ambient-occlusion'] !== undefined;
  const choice = { shade: values.shade, given, isAsked: first !== undefined, isOccluded };
  const refuseUnlit = () => {
    if (values.shade === false && first) fail(`--${first}: is for what is lit, which --no-shade rules out`);
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
