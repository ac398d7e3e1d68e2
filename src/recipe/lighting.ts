/** The light that options and documents ask for: one rule for the command line and the viewer. */
import { createShading, KEY_LIGHT, SHADING_DEFAULTS, type Shading, type TransferFunction } from '../index.js';
import { DERIVED_LIGHT } from '../lab.js';

export interface LightingChoice {
  /** Whether there is light; undefined where nobody says. */
  readonly shade: boolean | undefined;
  /** Numbers and lights that are given. */
  readonly given: Partial<Shading>;
  /** Whether any option of light, shadows or occlusion is given. */
  readonly isAsked: boolean;
  /** Whether ambient light is occluded. */
  readonly isOccluded: boolean;
}

/** @param shading numbers and lights that are given. */
export function describeLighting(
  shading: Partial<Shading>,
  { shade, shadows, isOccluded }: { shade: boolean | undefined; shadows: boolean; isOccluded: boolean },
): LightingChoice {
  return {
    shade,
    // Shadows need a light from somewhere else than the eye.
    given: { ...shading, ...(shadows && !shading.light && { light: KEY_LIGHT }) },
    isAsked: Object.keys(shading).length > 0 || isOccluded || shadows,
    isOccluded,
  };
}

/** Ambient light that is darkened by ambient occlusion has to be there. */
export const OCCLUDED_LIGHT = { ambient: 0.5, diffuse: 0.4 } as const;
/** Colours as they are. */
const UNLIT = { ambient: 1, diffuse: 0, specular: 0 } as const;

const givenLight = ({ given, isOccluded }: LightingChoice): Partial<Shading> => ({
  ...(isOccluded && OCCLUDED_LIGHT),
  ...given,
});

/** The default of a share of light, in words: it depends on what is lit. */
export function describeShare(name: 'ambient' | 'diffuse' | 'specular' | 'shininess'): string {
  const [usual, derived] = [SHADING_DEFAULTS[name], DERIVED_LIGHT[name]];
  const occluded =
    name in OCCLUDED_LIGHT ? `, ${OCCLUDED_LIGHT[name as keyof typeof OCCLUDED_LIGHT]} with --ambient-occlusion` : '';
  const own = derived === usual ? '' : `, ${derived} for composites without --transfer`;
  return `default ${usual}${own}${occluded}, or as the transfer function says`;
}

/**
 * Lighting of a volume, whatever is beside it; undefined where it is not lit. The transfer function's own lighting, if it has
 * one, stands in for what is not given.
 */
export function lightVolume(choice: LightingChoice, { shading }: TransferFunction): Shading | undefined {
  const isLit = choice.shade ?? (shading !== undefined || choice.isAsked);
  return isLit ? createShading({ ...shading, ...givenLight(choice) }) : undefined;
}

/** Lighting of meshes, which are lit unless light is off. */
export function lightMeshes(choice: LightingChoice): Shading {
  return createShading(choice.shade === false ? UNLIT : givenLight(choice));
}
