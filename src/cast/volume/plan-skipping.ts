/** Decides which test skips a volume's samples. */
import { chooseByAdapter } from '../../gpu/adapter-traits.js';
import type { Gpu } from '../../gpu/gpu.js';
import { findsExtreme, sumsSamples } from '../../transfer/mode.js';
import type { VolumeScene } from '../scene.js';
import type { Settings } from '../settings.js';
import type { Traversal } from './sampling.js';

export interface SkipPlan {
  /** Skips bricks in which nothing is visible, found for this mode. */
  readonly distances: 'composite' | 'isosurface' | 'average' | undefined;
  /** Skips bricks that hold nothing beyond what was found. */
  readonly ranges: boolean;
  /** Lookups in the map of bricks for each inactive brick up to which skipping pays; undefined where it always does. */
  readonly lookupsWorth: number | undefined;
  /** Bounds the extinction of each brick, for paths of light. */
  readonly majorants: boolean;
}

export const NO_SKIPPING: SkipPlan = {
  distances: undefined,
  ranges: false,
  lookupsWorth: undefined,
  majorants: false,
};

/** Smallest spacings: longer steps may pass a brick whole, and what is compared with the sample before would be lost. */
const MAX_STEP = 4;

/** Voxels of volumes so small that on the CPU kernels for skipping take longer to compile than a frame to cast. */
const SMALL = { gpu: 0, llvmpipe: 1e6, swiftshader: 1e6 } as const;

/** Paths take many frames for one kernel; in fewer voxels than these there are hardly any bricks. */
const SMALL_FOR_PATHS = 4096;

/** Brick by brick, which is dearer on SwiftShader than the samples that it saves: experiments/skipping. */
const SKIPS_BY_RANGES = { gpu: true, llvmpipe: true, swiftshader: false } as const;

/**
 * Lookups that are worth skipping one inactive brick, for rays that go step by step on GPUs. Scans cost 0.9 to 1.5 lookups for each, and
 * skipping takes 0.55 to 0.98 of the time of all samples there on an H100; noise of which half is visible costs 2.0, and 1.24 to 1.52 of the
 * time (experiments/sampling). On the CPU skipping paid in every picture of experiments/peers.
 */
const LOOKUPS_WORTH = 1.6;

/** @param traversal how rays pass bricks in which nothing is visible. */
export function planSkipping(
  { traits }: Pick<Gpu, 'traits'>,
  { volume, mode = 'composite', mask, pages, fused = [] }: VolumeScene,
  { skip, step, quality }: Settings,
  traversal: Traversal,
): SkipPlan {
  // Bricks that nothing is known of have to be read.
  const isUnknown = pages && [{ pages }, ...fused].some((one) => !one.pages?.ranges);
  if (!skip || step > MAX_STEP || isUnknown) return NO_SKIPPING;
  const small = quality === 'path' ? SMALL_FOR_PATHS : chooseByAdapter(traits, SMALL);
  if (skip === 'auto' && !pages && volume.voxels.length < small) return NO_SKIPPING;
  if (findsExtreme(mode)) {
    return { ...NO_SKIPPING, ranges: skip === true || chooseByAdapter(traits, SKIPS_BY_RANGES) };
  }
  if (quality === 'path') return { ...NO_SKIPPING, distances: 'composite', majorants: true };
  // Means and integrals are of all samples.
  if (sumsSamples(mode) && !mask) return NO_SKIPPING;
  const weighs = traits.kind === 'gpu';
  return {
    ...NO_SKIPPING,
    distances: sumsSamples(mode) ? 'average' : mode,
    // Bricks that are skipped need not be read either.
    lookupsWorth: weighs && skip === 'auto' && traversal === 'steps' && !pages ? LOOKUPS_WORTH : undefined,
  };
}
