/** Slices in float64, one pixel at a time: no tiles, no steps through memory, no tables. */
import { transformPoint } from '../math/affine.js';
import type { Vec3 } from '../math/vec3.js';
import type { ValueRange } from '../transfer/transfer-function.js';
import { type Volume, worldToIndex } from '../volume/volume.js';
import { sampleVolume } from './volume/sample-volume.js';

/** The value at a world point; NaN beside the volume's box. */
export function slicePoint(volume: Volume, pointWorld: Vec3): number {
  const index = transformPoint(worldToIndex(volume), pointWorld);
  const isInside = index.every((p, axis) => p >= -0.5 && p <= volume.sizes[axis]! - 0.5);
  return isInside ? sampleVolume(volume, index) : Number.NaN;
}

/** How near a point is to the faces of the volume's box, in voxels: rounding decides on which side it lies. */
export function distanceToBox(volume: Volume, pointWorld: Vec3): number {
  const index = transformPoint(worldToIndex(volume), pointWorld);
  return Math.min(...index.flatMap((p, axis) => [Math.abs(p + 0.5), Math.abs(p - volume.sizes[axis]! + 0.5)]));
}

/** Grey from 0 to 255, before it is rounded. */
export const greyOf = (value: number, [low, high]: ValueRange): number =>
  255 * Math.min(Math.max((value - low) / (high - low), 0), 1);
