/** The crossings of a ray and isosurfaces, in float64. */
import { addScaled, subtract, type Vec3 } from '../../math/vec3.js';
import type { LabelStyle } from '../../volume/mask.js';
import type { Volume } from '../../volume/volume.js';
import { sampleVolume } from './sample-volume.js';
import { type KeptSample, OUTSIDE } from './samples/keep-samples.js';

export interface Crossing {
  /** World distance from the ray's origin. */
  readonly t: number;
  readonly positionIndex: Vec3;
  /** Style of the sample behind the crossing: the point itself may round to a voxel that the mask hides. */
  readonly style: LabelStyle | undefined;
  /** Unit world normal of a cut that leaves an inside open, which closes it; undefined where values cross. */
  readonly normal?: Vec3;
  /** Whether a mask ends there instead of values. */
  readonly isEdge?: boolean;
}

/** The face of a cut that lets the ray in. */
export interface EntryFace {
  readonly t: number;
  readonly positionIndex: Vec3;
  readonly normal: Vec3;
  /** The first sample is so near to it. */
  readonly reach: number;
}

/** Halvings of the step in which a crossing lies; it is then known to 1/2048 of the step. */
const BISECTION_STEPS = 10;

/** Share of its distance by which the first sample of a thin interval, which is on the cut, may be computed before it. */
const ROUNDING = 1e-12;

/** A surface that a ray crosses, and the number of samples before it; the last of all is none. */
type Met<Surface> =
  | { readonly surface: Surface; readonly crossing: Crossing; readonly sampleCount: number }
  | { readonly surface: undefined; readonly crossing: undefined; readonly sampleCount: number };

/**
 * Yields the crossings between samples that follow one another on the ray, front to back, and at last how many samples there
 * were. A value on a surface counts as above it.
 * @param surfaces by their values.
 * @param styleAt of a mask, whose hidden samples are among them.
 * @param cut in front of the first sample, if there is one.
 */
export function* findCrossings<Surface extends { readonly value: number }>(
  volume: Volume,
  samples: Iterable<KeptSample>,
  surfaces: readonly Surface[],
  cut?: EntryFace,
  styleAt?: (positionIndex: Vec3) => LabelStyle | undefined,
): Generator<Met<Surface>> {
  let sampleCount = 0;
  let before: KeptSample | undefined;
  for (const sample of samples) {
    if (sample.value !== OUTSIDE) sampleCount++;
    if (before?.index === sample.index - 1) {
      const front = before;
      const ordered = sample.value >= front.value ? surfaces : surfaces.toReversed();
      for (const surface of ordered) {
        const isAbove = (value: number) => value >= surface.value;
        if (isAbove(front.value) === isAbove(sample.value)) continue;
        yield { surface, crossing: bisect(volume, front, sample, isAbove, styleAt), sampleCount };
      }
    }
    if (cut && !before && sample.t >= cut.t * (1 - ROUNDING) && sample.t - cut.t < cut.reach) {
      const { style } = sample;
      for (const surface of surfaces) {
        if (sample.value >= surface.value) yield { surface, crossing: { ...cut, style }, sampleCount };
      }
    }
    before = sample;
  }
  yield { surface: undefined, crossing: undefined, sampleCount };
}

/** The first crossing of one surface, if there is one, and the number of samples up to it. */
export function findCrossing(
  volume: Volume,
  samples: Iterable<KeptSample>,
  isoValue: number,
): { readonly crossing: Crossing | undefined; readonly sampleCount: number } {
  for (const met of findCrossings(volume, samples, [{ value: isoValue }])) return met;
  return { crossing: undefined, sampleCount: 0 };
}

function bisect(
  volume: Volume,
  front: KeptSample,
  back: KeptSample,
  isAbove: (value: number) => boolean,
  styleAt: ((positionIndex: Vec3) => LabelStyle | undefined) | undefined,
): Crossing {
  const way = subtract(back.positionIndex, front.positionIndex);
  const positionAt = (fraction: number) => addScaled(front.positionIndex, way, fraction);
  const isHidden = (position: Vec3) => styleAt !== undefined && styleAt(position) === undefined;
  const valueAt = (position: Vec3) => (isHidden(position) ? OUTSIDE : sampleVolume(volume, position));
  const startsAbove = isAbove(front.value);
  let [low, high] = [0, 1];
  for (let step = 0; step < BISECTION_STEPS; step++) {
    const middle = (low + high) / 2;
    if (isAbove(valueAt(positionAt(middle))) === startsAbove) low = middle;
    else high = middle;
  }
  const [inside, outside] = startsAbove ? [low, high] : [high, low];
  const isEdge = isHidden(positionAt(outside));
  const fraction = isEdge ? inside : (low + high) / 2;
  return {
    t: front.t + (back.t - front.t) * fraction,
    positionIndex: positionAt(fraction),
    style: back.style ?? front.style,
    isEdge,
  };
}
