/** The layers of a volume and of surfaces along a ray, put in order, in float64; and where that order hangs on rounding. */
import type { Layer } from './composite.js';
import type { FusedParts } from './fused/seen-through.js';
import type { FaceHit } from './mesh/find-hits.js';

/** A layer at one place of a ray. */
export interface PlacedLayer extends Layer {
  /** World distance from the ray's origin; infinite for what stands for the whole ray. */
  readonly t: number;
  /** Samples that it took to see it. */
  readonly sampleCount: number;
  /** Present for samples of fused volumes. */
  readonly fused?: FusedParts;
}

/** Both in the order of their distance; of what is at one distance surfaces are first, and an opaque one is the last. */
export function* orderLayers(volume: Iterable<PlacedLayer>, surfaces: Iterable<PlacedLayer>): Generator<PlacedLayer> {
  const rest = volume[Symbol.iterator]();
  let next = rest.next();
  for (const surface of surfaces) {
    for (; !next.done && next.value.t < surface.t; next = rest.next()) yield next.value;
    yield surface;
    if (surface.opacity === 1) return;
  }
  for (; !next.done; next = rest.next()) yield next.value;
}

/** Fraction of the ray's length below which two layers may change places in float32. */
const AMBIGUOUS = 1e-5;

const opacityOf = ({ opacity, face }: FaceHit) => opacity ?? face.opacity;

/** Whether float32 may put a hit that can be seen in another place among the others, and among what a volume shows. */
export function isOrderAmbiguous(volume: readonly PlacedLayer[], hits: readonly FaceHit[]): boolean {
  const colored = hits.filter((hit) => opacityOf(hit) > 0);
  const firstOpaque = colored.findIndex((hit) => opacityOf(hit) === 1);
  const visible = firstOpaque < 0 ? colored : colored.slice(0, firstOpaque + 1);
  return visible.some((hit) => {
    const isNear = ({ t }: { readonly t: number }) => Math.abs(t - hit.t) <= AMBIGUOUS * hit.t;
    return (
      volume.some((layer) => layer.opacity > 0 && isNear(layer)) ||
      colored.some((other) => other !== hit && isNear(other) && !isSameTriangle(other, hit))
    );
  });
}

/** Whether the corners of two hits are the same numbers, so that their distances are too, in any precision. */
function isSameTriangle({ face: a }: FaceHit, { face: b }: FaceHit): boolean {
  const numbersOf = ({ mesh: { positions, triangles, origin }, triangle }: FaceHit['face']) =>
    [...triangles.subarray(3 * triangle, 3 * triangle + 3)].flatMap((vertex) => [
      ...positions.subarray(3 * vertex, 3 * vertex + 3),
      ...origin,
    ]);
  const others = numbersOf(b);
  return numbersOf(a).every((number, index) => number === others[index]);
}
