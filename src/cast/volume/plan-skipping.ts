/** Decides by what a volume's samples are skipped. */
import type { Gpu } from '../../gpu/gpu.js';
import type { VolumeScene } from '../scene.js';
import type { Settings } from '../settings.js';

export interface SkipPlan {
  /** Over bricks that show nothing, found for this mode. */
  readonly distances: 'composite' | 'preintegrated' | 'isosurface' | 'average' | undefined;
  /** Over bricks that hold nothing beyond what was found. */
  readonly ranges: boolean;
}

export const NO_SKIPPING: SkipPlan = { distances: undefined, ranges: false };

/** Smallest spacings: longer steps may pass a brick whole, and what is compared with the sample before would be lost. */
const MAX_STEP = 4;

/** Voxels of volumes so small that on SwiftShader kernels for skipping take longer to compile than a frame to cast. */
const SMALL = 1e6;

export function planSkipping(
  { software }: Pick<Gpu, 'software'>,
  { volume, mode = 'composite', mask }: VolumeScene,
  { skip, step, preintegrated }: Settings,
): SkipPlan {
  if (!skip || step > MAX_STEP) return NO_SKIPPING;
  if (skip === 'auto' && software && volume.voxels.length < SMALL) return NO_SKIPPING;
  // Brick by brick, which is dearer on SwiftShader than the samples that it saves: experiments/skipping.
  if (mode === 'mip' || mode === 'minip') return { ...NO_SKIPPING, ranges: skip === true || !software };
  // A mean is of all samples that there are.
  if (mode === 'average' && !mask) return NO_SKIPPING;
  return { ...NO_SKIPPING, distances: preintegrated ? 'preintegrated' : mode };
}
