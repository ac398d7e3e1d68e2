/** The light that options and documents ask for: one rule for the command line and the viewer. */
import { createShading, type Shading, type TransferFunction } from '../index.js';

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

/** Ambient light that is darkened by ambient occlusion has to be there. */
export const OCCLUDED_LIGHT = { ambient: 0.5, diffuse: 0.4 } as const;
/** Colours as they are. */
const UNLIT = { ambient: 1, diffuse: 0, specular: 0 } as const;

function givenLight({ given, isOccluded }: LightingChoice): Partial<Shading> {
  const isOwn = given.ambient !== undefined || given.diffuse !== undefined;
  return { ...(isOccluded && !isOwn && OCCLUDED_LIGHT), ...given };
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
