/** How well 32-bit floats, in which devices have voxels, tell the values of a volume apart. */
import type { Volume } from '../volume.js';

/** Steps over a range of which fewer show. */
const SHADES = 256;
/** Binary digits of a 32-bit float after the first. */
const DIGITS = 23;

/** A step between float32 values that is large enough to be visible. */
export interface Float32Step {
  /** The values that are shown. */
  readonly low: number;
  /** The largest value that is shown. */
  readonly high: number;
  /** The difference between neighbouring 32-bit floats at the larger end. */
  readonly step: number;
}

/**
 * The step between values in float32, if it is visible, as for large integers, and float64 with a large offset and a small range.
 * @param shown values between which colours and opacities change; without it all that there are.
 */
export function coarseFloat32Step(
  { voxels }: Pick<Volume, 'voxels'>,
  shown?: readonly [number, number],
): Float32Step | undefined {
  const isRounded = voxels instanceof Float64Array || voxels instanceof Int32Array || voxels instanceof Uint32Array;
  if (!isRounded) return undefined;
  let [low, high] = [Infinity, -Infinity];
  let isExact = true;
  for (const value of voxels) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
    isExact &&= Math.fround(value) === value;
  }
  if (isExact || !(low < high)) return undefined;
  const isNarrower = shown !== undefined && shown[0] < shown[1];
  if (isNarrower) [low, high] = [Math.max(low, shown[0]), Math.min(high, shown[1])];
  const step = 2 ** (Math.floor(Math.log2(Math.max(Math.abs(low), Math.abs(high)))) - DIGITS);
  return low < high && step * SHADES > high - low ? { low, high, step } : undefined;
}
