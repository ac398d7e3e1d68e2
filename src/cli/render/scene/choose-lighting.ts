/** The lighting that the options of `tilecast render` ask for. */
import type { Shading, TransferFunction } from '../../../index.js';
import type { OptionTexts, OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { describeLighting, lightMeshes, lightVolume, nameLight } from '../../../recipe/scene/lighting.js';

export interface ChosenLighting {
  /**
   * Lighting of a volume, whatever is beside it; undefined where it is not lit.
   * @throws InputError if an option has nothing to light.
   */
  readonly shadingFor: (transfer: TransferFunction) => Shading | undefined;
  /**
   * Lighting of meshes, whose defaults are others with ambient occlusion, and without a volume beside them.
   * @throws InputError if an option has nothing to light.
   */
  readonly meshShading: (isAlone: boolean) => Shading;
  /** The option by which recipes name the light of meshes. */
  readonly named: (isAlone: boolean) => OptionTexts;
}

/** Options that say what light there is. */
const LIGHT_OPTIONS = ['ambient', 'diffuse', 'specular', 'shininess', 'light'] as const;

export function chooseLighting(values: OptionValues): ChosenLighting {
  const { shade, shadows, 'ambient-occlusion': occlusion } = values;
  const given = LIGHT_OPTIONS.filter((name) => values[name] !== undefined);
  const shading: Partial<Shading> = Object.fromEntries(given.map((name) => [name, values[name]]));
  const choice = describeLighting(shading, { shade, shadows, isOccluded: occlusion !== undefined });
  const [first] = [
    ...given,
    ...(occlusion === undefined ? [] : ['ambient-occlusion']),
    ...(shadows ? ['shadows'] : []),
  ];
  const refuseUnlit = () => {
    if (shade === false && first) fail(`--${first}: is for what is lit, which --no-shade rules out`);
  };
  return {
    meshShading: (isAlone) => {
      refuseUnlit();
      return lightMeshes(choice, isAlone);
    },
    named: (isAlone) => nameLight(choice, isAlone),
    shadingFor: (transfer) => {
      refuseUnlit();
      return lightVolume(choice, transfer);
    },
  };
}
