/** The points that a view of a large volume is fitted to, found by several threads. */
import { shownPoints, type Vec3, type VolumeScene } from '../../index.js';
import { createShownEnds, pointsOfShown, splitSlices } from '../../lab.js';
import { isShared } from './count-voxels.js';
import type { ShownByThread } from './voxel-task.js';
import { createCounter, performTogether, threadsFor } from './voxel-threads.js';

/** Runs of slices for each thread, some of which show more than others. */
const RUNS_PER_THREAD = 4;

/**
 * Has threads find what `shownPoints` finds, where voxels are in memory that threads share and no mask hides any.
 * @param leastBytes bytes of voxels that are worth a thread.
 * @returns undefined where the process does it as fast.
 */
export function findShownPoints(scene: VolumeScene, leastBytes?: number): Promise<Vec3[]> | undefined {
  const { volume, transfer, mode, isoValue, isosurfaces, clip, fused = [], mask } = scene;
  const { voxels, sizes, indexToWorld, anatomical } = volume;
  const threads = isShared(voxels) && !mask && fused.length === 0 ? threadsFor(voxels.byteLength, leastBytes) : 0;
  if (threads === 0) return undefined;
  const ends = createShownEnds(true);
  const middle = sizes[2] / 2;
  // Runs in the middle come first: most of the box is in them, and the others search only beyond it.
  const runs = splitSlices(sizes, RUNS_PER_THREAD * threads);
  const order = [...runs].sort((a, b) => Math.abs(a.first - middle) - Math.abs(b.first - middle));
  const bare: VolumeScene = {
    volume: { voxels, sizes, indexToWorld, anatomical },
    transfer,
    ...(mode && { mode }),
    ...(isoValue !== undefined && { isoValue }),
    ...(isosurfaces && { isosurfaces }),
    ...(clip && { clip }),
  };
  const merge = (found: readonly ShownByThread[]) => {
    const columns = found.flatMap((thread) => thread.columns);
    columns.sort(([a], [b]) => order[a]!.first - order[b]!.first);
    return pointsOfShown(
      volume,
      columns.flatMap(([, boxes]) => boxes),
      found.map(({ soFar }) => soFar),
    );
  };
  return performTogether(threads, { kind: 'show', scene: bare, runs: order, ends, next: createCounter() }).then(
    merge,
    () =>
      // Handled as where threads fail to count: the process does it more slowly.
      shownPoints(scene),
  );
}
