/** Finds the bricks in which paged labels may be visible, by the ranges of their values. */
import { allocateStorage } from '../../gpu/allocate-storage.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { PagedVolume } from '../../paged/paged-volume.js';
import { countBricks } from '../../volume/bricks.js';
import type { PageLabels } from '../volume/resident/present-volume.js';

/**
 * @param brickSide voxels along the side of a brick of the volume.
 * @returns a word a brick, 0 where no label is shown; 1 for all where nothing is known of them.
 * @throws DeviceError where there is no memory.
 */
export async function findShownPages(
  gpu: Gpu,
  { level }: PagedVolume,
  { labels, styles }: PageLabels,
  brickSide: number,
): Promise<GPUBuffer> {
  const bricks = countBricks(level.sizes, brickSide);
  const { shown } = await allocateStorage(gpu, 'bricks', { shown: bricks[0] * bricks[1] * bricks[2] });
  const words = new Uint32Array(shown.size / 4).fill(1);
  const ranges = labels && 'chunks' in labels ? labels.ranges : undefined;
  if (ranges?.side === brickSide) {
    const sorted = styles.map(({ label }) => label).sort((a, b) => a - b);
    for (let brick = 0; 2 * brick < ranges.pairs.length; brick++) {
      const [low, high] = [ranges.pairs[2 * brick]!, ranges.pairs[2 * brick + 1]!];
      const next = sorted[lowerBound(sorted, low)];
      words[brick] = next !== undefined && next <= high ? 1 : 0;
    }
  }
  gpu.device.queue.writeBuffer(shown, 0, words);
  return shown;
}

/** The first place of which the number is not below `value`. */
function lowerBound(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
