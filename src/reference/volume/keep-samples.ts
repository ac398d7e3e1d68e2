/** Leaves out the samples of a ray that clipping or a mask hides. */
import { transformPoint } from '../../math/affine.js';
import { type HalfSpace, keepsPoint } from '../../math/half-space.js';
import type { Vec3 } from '../../math/vec3.js';
import { type LabelStyle, labelAt, type Mask } from '../../volume/mask.js';
import { worldToIndex } from '../../volume/volume.js';
import type { RaySample } from './sample-ray.js';

export interface KeptSample extends RaySample {
  /** The length that it stands for, in steps; 1 where it is not said. */
  readonly lengthSteps?: number;
  /** The mask's style of the sample; nothing where there is no mask. */
  readonly style?: LabelStyle | undefined;
}

/** A mask's style of a world point; nothing where it hides it. */
export type StyleAt = (pointWorld: Vec3) => LabelStyle | undefined;

export function createStyleLookup({ labels, styles }: Mask): StyleAt {
  const toIndex = worldToIndex(labels);
  const styleOf = new Map(styles.map((style) => [style.label, style]));
  return (pointWorld) => {
    const label = labelAt(labels, transformPoint(toIndex, pointWorld));
    return label === undefined ? undefined : styleOf.get(label);
  };
}

/** The value of samples that a mask hides, where they are returned: outside of every surface. */
export const OUTSIDE = -Infinity;

/**
 * Yields the samples that every half-space and the mask, if there is one, keep.
 * @param tellsHidden whether those that the mask alone hides come too, without a style and of the value `OUTSIDE`.
 */
export function* keepSamples(
  samples: Iterable<RaySample & Pick<KeptSample, 'lengthSteps'>>,
  clip: readonly HalfSpace[],
  styleAt: StyleAt | undefined,
  tellsHidden = false,
): Generator<KeptSample> {
  for (const sample of samples) {
    if (!clip.every((halfSpace) => keepsPoint(halfSpace, sample.pointWorld))) continue;
    if (!styleAt) {
      yield sample;
      continue;
    }
    const style = styleAt(sample.pointWorld);
    if (style) yield { ...sample, style };
    else if (tellsHidden) yield { ...sample, value: OUTSIDE };
  }
}
