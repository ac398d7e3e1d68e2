/** Entries of rays into what is visible, between two samples, in float64: what wgsl/cast/volume/entry.wgsl does. */
import type { Ray } from '../../../camera/camera.js';
import { transformPoint } from '../../../math/affine.js';
import { addScaled, type Vec3 } from '../../../math/vec3.js';
import { visibleInterval } from '../../../transfer/table/transfer-table.js';
import { type Volume, worldToIndex } from '../../../volume/volume.js';
import type { FusedVolume } from '../../scene-options.js';
import { sampleVolume } from '../sample-volume.js';
import type { StyleAt } from './keep-samples.js';
import type { PlacedSample } from './place-samples.js';

/** Halvings of the step in which an entry lies. */
const HALVINGS = 4;

type Shown = Pick<FusedVolume, 'volume' | 'transfer'>;

/** Whether any volume's transfer function may show something of its value at a world point. @param styleAt the first one's mask. */
export function createVisibility(first: Shown, fused: readonly Shown[], styleAt: StyleAt | undefined) {
  const shows = [first, ...fused].map(({ volume, transfer }) => {
    const toIndex = worldToIndex(volume);
    const [low, high] = visibleInterval(transfer.opacities);
    return (pointWorld: Vec3): boolean => {
      const index = transformPoint(toIndex, pointWorld);
      const value = sampleVolume(volume, index);
      const isInside = fused.length === 0 || index.every((at, axis) => at >= -0.5 && at <= volume.sizes[axis]! - 0.5);
      return isInside && value >= low && value <= high;
    };
  });
  return (pointWorld: Vec3): boolean =>
    shows.some((show, index) => (index > 0 || !styleAt || styleAt(pointWorld) !== undefined) && show(pointWorld));
}

/**
 * Maps a ray's samples to those of `fine`: a visible one behind one that is not lies in the middle of its step from the entry on, and
 * stands for its length. Numbers and distances along the ray stay.
 * @param stepWorld the distance between samples.
 */
export function createEntries(volume: Volume, stepWorld: number, isVisible: (pointWorld: Vec3) => boolean) {
  const toIndex = worldToIndex(volume);
  return function* (samples: Iterable<PlacedSample>, ray: Ray): Generator<PlacedSample> {
    let isFirst = true;
    for (const sample of samples) {
      yield isFirst ? sample : stepFromEntry(sample, ray);
      isFirst = false;
    }
  };

  function stepFromEntry(sample: PlacedSample, { origin, direction }: Ray): PlacedSample {
    const pointAt = (steps: number) => addScaled(origin, direction, sample.t + steps * stepWorld);
    let hidden = -1;
    if (!isVisible(sample.pointWorld) || isVisible(pointAt(hidden))) return sample;
    let width = 0.5;
    for (let n = 0; n < HALVINGS; n++) {
      if (!isVisible(pointAt(hidden + width))) hidden += width;
      width /= 2;
    }
    const entry = hidden + width;
    const pointWorld = pointAt((entry + 0.5) / 2);
    // Behind the sample, something thin may have ended.
    if (!isVisible(pointWorld)) return sample;
    const positionIndex = transformPoint(toIndex, pointWorld);
    const value = sampleVolume(volume, positionIndex);
    return { ...sample, pointWorld, positionIndex, value, lengthSteps: 0.5 - entry };
  }
}
