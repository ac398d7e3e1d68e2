/** Pages of a sparse level that reach into a chunk of it: all others hold nothing but the fill value, whatever their number. */
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import type { Level } from '../store.js';
import type { PageGrid } from './page-grid.js';

/** Numbers of the pages that have a voxel of one of some chunks, in themselves or in their borders. */
export function touchedPages(
  { sizes, side, border, pages }: PageGrid,
  { chunkSizes }: Pick<Level, 'chunkSizes'>,
  chunks: readonly Vec3[],
): Set<number> {
  const touched = new Set<number>();
  for (const chunk of chunks) {
    const first = mapVec3(chunk, (number, axis) =>
      Math.max(Math.floor((number * chunkSizes[axis]! - border) / side), 0),
    );
    const last = mapVec3(chunk, (number, axis) => {
      const end = Math.min((number + 1) * chunkSizes[axis]!, sizes[axis]!);
      return Math.min(Math.floor((end - 1 + border) / side), pages[axis]! - 1);
    });
    for (let k = first[2]; k <= last[2]; k++) {
      for (let j = first[1]; j <= last[1]; j++) {
        for (let i = first[0]; i <= last[0]; i++) touched.add(i + pages[0] * (j + pages[1] * k));
      }
    }
  }
  return touched;
}
