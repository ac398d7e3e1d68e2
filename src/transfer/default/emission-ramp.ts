/** The appearance of what glows: light that adds up along rays, without surfaces. */
import type { Statistics } from '../../volume/statistics/statistics.js';
import type { ValueRange } from '../transfer-function.js';
import type { Ramp } from './ramp.js';

/** Mean over all rays through a volume as deep as its sides: what is bright saturates, and the rest adds up. */
const MEAN_DEPTH = 0.7;
/** Steeper than the values: what is faint adds little. */
const EXPONENT = 1.5;
const MAX_OPACITY = 0.95;
const POINTS = 8;

/**
 * Opacities from the lower end of a window to the higher one, of a unit of length.
 * @param depth units of length across the volume, along a ray.
 */
export function emissionRamp(statistics: Statistics, [low, high]: ValueRange, depth: number): Ramp<number> {
  const { min, counts, binWidth, voxelCount } = statistics;
  const rise = (share: number) => Math.min(Math.max(share, 0), 1) ** EXPONENT;
  let sum = 0;
  for (let bin = 0; bin < counts.length; bin++) {
    if (counts[bin]! > 0) sum += counts[bin]! * rise((min + bin * binWidth - low) / (high - low));
  }
  const full = sum > 0 ? MEAN_DEPTH / ((sum / voxelCount) * depth) : Infinity;
  return Array.from({ length: POINTS + 1 }, (_, point) => {
    const share = point / POINTS;
    const opacity = share === 0 ? 0 : Math.min(1 - Math.exp(-full * rise(share)), MAX_OPACITY);
    return [low + share * (high - low), opacity] as const;
  });
}
