/** The points that a view of a large volume is fitted to, found by several threads. */
import { shownPoints, type Vec3, type VolumeScene } from '../../index.js';
import { pointsOfSlices, splitSlices } from '../../lab.js';
import { isShared } from './count-voxels.js';
import { createCounter, performTogether, threadsFor } from './voxel-threads.js';

/** Runs of slices for each thread, some of which show more than others. */
const RUNS_PER_THREAD = 2;

/**
 * As `shownPoints` does; by threads where voxels are in memory that threads share, and no mask hides any.
 * @param leastBytes bytes of voxels that are worth a thread.
 */
export async function findShownPoints(scene: VolumeScene, leastBytes?: number): Promise<Vec3[]> {
  const { volume, transfer, mode, isoValue, isosurfaces, clip, fused = [], mask } = scene;
  const { voxels, sizes, indexToWorld, anatomical } = volume;
  const threads = isShared(voxels) && !mask && fused.length === 0 ? threadsFor(voxels.byteLength, leastBytes) : 0;
  if (threads === 0) return shownPoints(scene);
  const runs = splitSlices(sizes, RUNS_PER_THREAD * threads);
  const bare: VolumeScene = {
    volume: { voxels, sizes, indexToWorld, anatomical },
    transfer,
    ...(mode && { mode }),
    ...(isoValue !== undefined && { isoValue }),
    ...(isosurfaces && { isosurfaces }),
    ...(clip && { clip }),
  };
  try {
    const found = await performTogether(threads, { kind: 'show', scene: bare, runs, next: createCounter() });
    const parts = found.flat().sort(([a], [b]) => a - b);
    return pointsOfSlices(
      volume,
      parts.map(([, slices]) => slices),
    );
  } catch {
    // As where threads fail to count: the process does it more slowly.
    return shownPoints(scene);
  }
}
