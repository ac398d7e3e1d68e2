/** The part of a ray between a volume's box and all half-spaces, in float64. */
import type { Ray } from '../../../camera/camera.js';
import { transformPoint, transformVector } from '../../../math/affine.js';
import { clipToBox } from '../../../math/clip-ray.js';
import type { HalfSpace } from '../../../math/half-space.js';
import { dot } from '../../../math/vec3.js';
import { type Volume, worldToIndex } from '../../../volume/volume.js';

export type Interval = readonly [from: number, to: number];

export interface BoxedRay {
  /** World distance at which the ray enters the box; that of its origin inside. */
  readonly enter: number;
  /** World distances between which all half-spaces keep it; it ends before it starts where they keep nothing. */
  readonly part: Interval;
}

/** Maps a ray to its part inside of the volume's box and of all half-spaces. */
export function createInterval(
  volume: Pick<Volume, 'sizes' | 'indexToWorld'>,
  clip: readonly HalfSpace[],
): (ray: Ray) => BoxedRay {
  const toIndex = worldToIndex(volume);
  return ({ origin, direction }) => {
    const [enter, leave] = clipToBox(
      volume.sizes,
      transformPoint(toIndex, origin),
      transformVector(toIndex, direction),
    );
    let [from, to] = [enter, leave];
    for (const { normal, offset } of clip) {
      const height = dot(normal, origin) - offset;
      const approach = dot(normal, direction);
      if (approach > 0) from = Math.max(from, -height / approach);
      else if (approach < 0) to = Math.min(to, -height / approach);
      else if (height < 0) to = -Infinity;
    }
    return { enter, part: [from, to] };
  };
}
