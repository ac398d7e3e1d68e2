/** Decides by what a volume's samples are skipped. */
import { BRICK_SIDE } from '../volume/bricks.js';
import type { Settings } from './check-scene.js';
import type { VolumeScene } from './scene.js';

export interface SkipPlan {
  /** Over bricks that show nothing, found for this mode. */
  readonly distances: 'composite' | 'preintegrated' | 'isosurface' | 'average' | undefined;
  /** Over bricks that hold nothing beyond what was found. */
  readonly ranges: boolean;
}

export const NO_SKIPPING: SkipPlan = { distances: undefined, ranges: false };

export function planSkipping(
  { mode = 'composite', mask }: VolumeScene,
  { skip, step, preintegrated }: Settings,
): SkipPlan {
  // Longer steps may pass a brick whole, and what is compared with the sample before would be lost.
  if (!skip || step > BRICK_SIDE) return NO_SKIPPING;
  if (mode === 'mip' || mode === 'minip') return { ...NO_SKIPPING, ranges: true };
  // A mean is of all samples that there are.
  if (mode === 'average' && !mask) return NO_SKIPPING;
  return { ...NO_SKIPPING, distances: preintegrated ? 'preintegrated' : mode };
}
