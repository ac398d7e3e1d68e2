/** The values that a level has, such as the labels of a segmentation. */
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import { forEachAtOnce } from '../at-once.js';
import type { PagedVolume } from '../paged-volume.js';
import { readBox } from '../pages/pack-page.js';
import { countChunks } from '../store.js';
import { listPresent } from './read-box.js';

const CHUNKS_AT_ONCE = 8;

/**
 * Reads all chunks of the level that are there once.
 * @param most values, beyond which it ends.
 * @param report called with the number of chunks that have been read, and of all.
 * @returns the values in ascending order, without NaN; undefined for more of them.
 * @throws InputError, one line that starts with the store's name, if a chunk cannot be read.
 */
export async function listValues(
  { store, level, chunks }: PagedVolume,
  most: number,
  report?: (done: number, total: number) => void,
): Promise<readonly number[] | undefined> {
  const present = await level.findPresent?.();
  const all = listPresent(store, level, present);
  const count = countChunks(level).reduce((product, along) => product * along, 1);
  // Chunks that are not there hold one value.
  const found = new Set<number>(all.length < count ? [present!.fill] : []);
  let done = 0;
  await forEachAtOnce(all, CHUNKS_AT_ONCE, async (chunk: Vec3) => {
    if (found.size > most) return;
    const first = mapVec3(chunk, (number, axis) => number * level.chunkSizes[axis]!);
    const end = mapVec3(first, (index, axis) => Math.min(index + level.chunkSizes[axis]!, level.sizes[axis]!));
    let last = Number.NaN;
    for (const value of await readBox(level, chunks, { first, end })) {
      if (value === last) continue;
      last = value;
      found.add(value);
    }
    report?.(++done, all.length);
  });
  if (found.size > most) return undefined;
  return [...found].filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
}
