/** Pre-integrated composites: the segments of a ray between its samples, in float64. */
import type { Ray } from '../../../camera/camera.js';
import { transformPoint } from '../../../math/affine.js';
import type { HalfSpace } from '../../../math/half-space.js';
import { addScaled, scale } from '../../../math/vec3.js';
import { smallestSpacing, worldToIndex } from '../../../volume/volume.js';
import type { PlacedLayer } from '../../order-layers.js';
import { createStyleLookup } from '../keep-samples.js';
import { type BoxedRay, createInterval, type Interval } from '../ray-interval.js';
import { sampleVolume } from '../sample-volume.js';
import { stepUnits, type VolumeAppearance } from '../volume-appearance.js';
import { createSegmentIntegral } from './integrate-segment.js';
import { createShowPiece, createSteepness, PIECES } from './segment-pieces.js';

/**
 * The layers of a volume that a ray shows, front to back.
 * @param phase where in their steps samples are; segments reach half a step to each side of them.
 * @param stops distances at which segments end and others begin.
 */
export type ListSegments = (rayWorld: Ray, phase: number, stops: readonly number[]) => Iterable<PlacedLayer>;

/** Segments are cut into pieces where what they show changes much. */
export function compositeSegments(appearance: VolumeAppearance, clip: readonly HalfSpace[]): ListSegments {
  const { volume, transfer, stepVoxels, mask } = appearance;
  const toIndex = worldToIndex(volume);
  const stepWorld = stepVoxels * smallestSpacing(volume);
  const unitsOf = (distance: number) => (distance / stepWorld) * stepUnits(appearance);
  const integrateSegment = createSegmentIntegral(transfer);
  const isSteep = createSteepness(transfer, integrateSegment);
  const showPiece = createShowPiece(appearance, integrateSegment);
  const styleAt = mask && createStyleLookup(mask);
  const intervalOf = createInterval(volume, clip);
  return function* (ray, phase, stops) {
    const toEye = scale(ray.direction, -1);
    const placeAt = (t: number) => {
      const pointWorld = addScaled(ray.origin, ray.direction, t);
      return { pointWorld, positionIndex: transformPoint(toIndex, pointWorld) };
    };
    const valueAt = (t: number) => sampleVolume(volume, placeAt(t).positionIndex);
    for (const [from, to] of segmentsBetween(intervalOf(ray), phase, stepWorld, stops)) {
      const changesLabel = styleAt && styleAt(placeAt(from).pointWorld) !== styleAt(placeAt(to).pointWorld);
      const pieces = changesLabel || isSteep(valueAt(from), valueAt(to), unitsOf(to - from)) ? PIECES : 1;
      for (let piece = 0; piece < pieces; piece++) {
        const at = (fraction: number) => from + ((to - from) * (piece + fraction)) / pieces;
        const style = styleAt?.(placeAt(at(0.5)).pointWorld);
        if (styleAt && !style) continue;
        const ends = { front: valueAt(at(0)), back: valueAt(at(1)), units: unitsOf((to - from) / pieces) };
        const layer = showPiece(ends, style, (fraction) => placeAt(at(fraction)), toEye);
        yield { ...layer, t: (from + to) / 2, sampleCount: piece === 0 ? 1 : 0 };
      }
    }
  };
}

/** The first segment begins where the part does, however far its sample is. */
function* segmentsBetween(
  { enter, part: [from, to] }: BoxedRay,
  phase: number,
  step: number,
  stops: readonly number[],
): Generator<Interval> {
  if (!(from < to)) return;
  const inside = stops.filter((stop) => from < stop && stop < to).sort((a, b) => a - b);
  let start = from;
  for (const end of [...inside, to]) {
    const first = Math.max(0, Math.floor((start - enter) / step - phase + 0.5));
    for (let sample = first; start < end; sample++) {
      const next = Math.min(end, enter + (sample + phase + 0.5) * step);
      if (start < next) yield [start, next];
      start = Math.max(start, next);
    }
  }
}
