/** Several media in one place of a ray, in float64: colours in the proportion of their extinctions, whatever their order. */
import { addScaled, scale, type Vec3 } from '../../math/vec3.js';
import type { Layer } from '../composite.js';

/** Nearer to 1, a medium would leave nothing to others that are as opaque. */
const MAX_MIXED_OPACITY = 0.9999;

/** The extinction over a length that makes it so opaque. */
export const extinctionOf = (opacity: number) => -Math.log(1 - Math.min(opacity, MAX_MIXED_OPACITY));

/** @param media by the colour, weighted by opacity, and the opacity of a length that all of them share. */
export function mixtureOf(media: readonly Layer[]): Layer {
  const shown = media.filter(({ opacity }) => opacity > 0);
  const depths = shown.map(({ opacity }) => extinctionOf(opacity));
  const depth = depths.reduce((sum, one) => sum + one, 0);
  const opacity = 1 - shown.reduce((clear, medium) => clear * (1 - medium.opacity), 1);
  const color = shown.reduce<Vec3>(
    (sum, medium, index) => addScaled(sum, medium.color, depths[index]! / (depth * medium.opacity)),
    [0, 0, 0],
  );
  return { color: scale(color, opacity), opacity };
}
