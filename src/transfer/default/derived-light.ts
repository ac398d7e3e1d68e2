/** The light that default appearances are made for. */
import type { Shading } from '../light/shading.js';
import { evaluateColor, type OpacityPoint, type TransferFunction } from '../transfer-function.js';

/** Light of default appearances: brighter in the shade than VTK's, since a single light leaves nothing else to see there. */
export const DERIVED_LIGHT = {
  ambient: 0.25,
  diffuse: 0.75,
  specular: 0.2,
  shininess: 20,
} as const satisfies Partial<Shading>;

/** The brightest channel of a surface that faces the eye. Highlights, and what lies deeper, come on top of it. */
const LEVEL = 0.8;
/** Bounded: surfaces in the darkest colours of all stay darker than others. */
const FACTOR_MAX = 1.4;

/**
 * The light of a default appearance: stronger where surfaces are dark, as a photographer lights them, so that they are about as bright
 * as others, whatever part of the colours they show. The surface's colour is that of the value at which half of the largest opacity
 * is reached; where both ends of the values are shown there is no such value, and the light is `DERIVED_LIGHT`.
 */
export function derivedLight(transfer: TransferFunction): Partial<Shading> {
  const value = surfaceValue(transfer.opacities);
  if (value === undefined) return DERIVED_LIGHT;
  const brightest = Math.max(...evaluateColor(transfer, value), 1e-3);
  const factor = Math.min(Math.max(LEVEL / brightest, 1), FACTOR_MAX);
  // Rounded to hundredths for those who read recipes.
  const stronger = (share: number) => Math.round(100 * factor * share) / 100;
  return { ...DERIVED_LIGHT, ambient: stronger(DERIVED_LIGHT.ambient), diffuse: stronger(DERIVED_LIGHT.diffuse) };
}

/** The value at which opacity has risen to half, from the end that is not seen; undefined where both ends or none are. */
function surfaceValue(opacities: readonly OpacityPoint[]): number | undefined {
  const half = Math.max(...opacities.map(({ opacity }) => opacity)) / 2;
  const [isLow, isHigh] = [opacities[0]!.opacity < half, opacities.at(-1)!.opacity < half];
  if (isLow === isHigh) return undefined;
  const rising = isLow ? opacities : opacities.toReversed();
  const after = rising.findIndex(({ opacity }) => opacity >= half);
  const [from, to] = [rising[after - 1]!, rising[after]!];
  return from.value + ((half - from.opacity) / (to.opacity - from.opacity)) * (to.value - from.value);
}
