/** Volumes after the first as they are seen through it by `fusedDepth` of a scene, in float64. */
import { addScaled } from '../../math/vec3.js';
import type { Layer } from '../composite.js';
import { extinctionOf } from './mixture.js';

/** The parts of a sample of fused volumes, each alone. */
export interface FusedParts {
  readonly first: Layer;
  /** All the others together. */
  readonly others: Layer;
  readonly lengthWorld: number;
}

const NOTHING: Layer = { color: [0, 0, 0], opacity: 0 };

/**
 * Composites the light of the volumes after the first with an extinction of the first of at most 1 / `depthWorld`, and over it what the
 * composite of all shows of the first, dimmed by what the others take of the pixel more than there.
 * @param layerOf counts a sample, and gives the layer of all.
 */
export function compositeThrough<Sample extends { readonly fused?: FusedParts }>(
  samples: Iterable<Sample>,
  layerOf: (sample: Sample) => Layer,
  depthWorld: number,
  maxOpacity: number,
): Layer {
  let [seen, own] = [NOTHING, NOTHING];
  let [opacity, hidden] = [0, 0];
  for (const sample of samples) {
    const layer = layerOf(sample);
    const { first, others, lengthWorld } = sample.fused!;
    const limit = Math.min(first.opacity, 1 - Math.exp(-lengthWorld / depthWorld));
    const limited = 1 - (1 - limit) * (1 - others.opacity);
    seen = addShare(seen, others, (1 - hidden) * limited * shareOf(others.opacity, limit));
    own = addShare(own, first, (1 - opacity) * layer.opacity * shareOf(first.opacity, others.opacity));
    hidden += (1 - hidden) * limited;
    opacity += (1 - opacity) * layer.opacity;
    if (opacity >= maxOpacity && hidden >= maxOpacity) break;
  }
  const dimming = (1 - seen.opacity) / Math.max(1 - (opacity - own.opacity), Number.MIN_VALUE);
  return { color: addScaled(seen.color, own.color, dimming), opacity: seen.opacity + dimming * own.opacity };
}

/** The share of a medium's extinction among two. */
function shareOf(opacity: number, other: number): number {
  return opacity > 0 ? extinctionOf(opacity) / (extinctionOf(opacity) + extinctionOf(other)) : 0;
}

/** Adds so much opacity of a layer's colour. */
const addShare = (sum: Layer, { color, opacity }: Layer, share: number): Layer => ({
  color: addScaled(sum.color, color, opacity > 0 ? share / opacity : 0),
  opacity: sum.opacity + share,
});
