/** Leaves out the samples of a ray that clipping or a mask hides. */
import { transformPoint } from '../../../math/affine.js';
import { type HalfSpace, keepsPoint } from '../../../math/half-space.js';
import type { Vec3 } from '../../../math/vec3.js';
import { type LabelStyle, labelAt, type Mask, NEAREST_BIAS } from '../../../volume/mask.js';
import { coverVoxels, EDGE_COVERAGE } from '../../../volume/mask-coverage.js';
import { worldToIndex } from '../../../volume/volume.js';
import type { RaySample } from './sample-ray.js';

export interface KeptSample extends RaySample {
  /** The length that it stands for, in steps; 1 where it is not said. */
  readonly lengthSteps?: number;
  /** The mask's style of the sample; nothing where there is no mask. */
  readonly style?: LabelStyle | undefined;
}

/** A mask's style of a world point; nothing where it hides it. */
export type StyleAt = (pointWorld: Vec3) => LabelStyle | undefined;

export function createStyleLookup({ labels, styles, edges }: Mask): StyleAt {
  const toIndex = worldToIndex(labels);
  const styleOf = new Map(styles.map((style) => [style.label, style]));
  const smoothAt = edges === 'smooth' ? createSmoothLookup(labels, styleOf) : undefined;
  return (pointWorld) => {
    const position = transformPoint(toIndex, pointWorld);
    const label = labelAt(labels, position);
    if (label === undefined) return undefined;
    return smoothAt ? smoothAt(position) : styleOf.get(label);
  };
}

/** The style of the nearest voxel that is shown, where the interpolated coverage is at least one half. */
function createSmoothLookup(
  { sizes, voxels }: Mask['labels'],
  styleOf: ReadonlyMap<number, LabelStyle>,
): (positionIndex: Vec3) => LabelStyle | undefined {
  const shown = Uint8Array.from(voxels, (label) => Number(styleOf.has(label)));
  const coverages = coverVoxels(shown, sizes);
  return (positionIndex) => {
    const biased = positionIndex.map((coordinate) => coordinate + NEAREST_BIAS);
    let coverage = 0;
    let largest = 0;
    let nearest: LabelStyle | undefined;
    for (let corner = 0; corner < 8; corner++) {
      let weight = 1;
      const [i, j, k] = biased.map((coordinate, axis) => {
        const side = (corner >> axis) & 1;
        const low = Math.floor(coordinate);
        weight *= side ? coordinate - low : 1 - (coordinate - low);
        return Math.min(Math.max(low + side, 0), sizes[axis]! - 1);
      }) as unknown as Vec3;
      const index = i + sizes[0] * (j + sizes[1] * k);
      coverage += weight * coverages[index]!;
      const style = styleOf.get(voxels[index]!);
      if (style && weight > largest) {
        largest = weight;
        nearest = style;
      }
    }
    return coverage >= EDGE_COVERAGE ? nearest : undefined;
  };
}

/** The value of samples that a mask hides, where they are returned: outside of every surface. */
export const OUTSIDE = -Infinity;

/**
 * The samples that every half-space and the mask, if there is one, keep.
 * @param tellsHidden whether those that the mask alone hides come too, without a style and of the value `OUTSIDE`.
 */
export function keepSamples(
  samples: Iterable<RaySample & Pick<KeptSample, 'lengthSteps'>>,
  clip: readonly HalfSpace[],
  styleAt: StyleAt | undefined,
  tellsHidden = false,
): Iterable<KeptSample> {
  const inside = clip.length > 0 ? keepInside(samples, clip) : samples;
  return styleAt ? keepStyled(inside, styleAt, tellsHidden) : inside;
}

function* keepInside<Sample extends RaySample>(samples: Iterable<Sample>, clip: readonly HalfSpace[]) {
  for (const sample of samples) {
    if (clip.every((halfSpace) => keepsPoint(halfSpace, sample.pointWorld))) yield sample;
  }
}

function* keepStyled(samples: Iterable<KeptSample>, styleAt: StyleAt, tellsHidden: boolean): Generator<KeptSample> {
  for (const sample of samples) {
    const style = styleAt(sample.pointWorld);
    if (style) yield { ...sample, style };
    else if (tellsHidden) yield { ...sample, value: OUTSIDE };
  }
}
