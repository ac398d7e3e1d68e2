/** Orders pages so that those of the same chunk, and of chunks beside each other, are read one after another. */
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import type { Level } from '../store.js';
import { type PageGrid, pageOfNumber } from './page-grid.js';

/** Bits of a chunk's place along each axis, of which Morton codes are exact in float64. */
const BITS = 17;

/** Along a Morton curve over chunks: a chunk is decoded once for its pages, and mostly still there for its neighbours' borders. */
export function orderByChunk(
  pages: readonly number[],
  grid: PageGrid,
  { chunkSizes }: Pick<Level, 'chunkSizes'>,
): number[] {
  const placed = pages.map((page) => {
    const chunk = mapVec3(pageOfNumber(grid, page), (at, axis) => Math.floor((at * grid.side) / chunkSizes[axis]!));
    return { page, code: mortonCode(chunk) };
  });
  return placed.sort((a, b) => a.code - b.code || a.page - b.page).map(({ page }) => page);
}

function mortonCode(position: Vec3): number {
  let code = 0;
  for (let bit = BITS - 1; bit >= 0; bit--) {
    for (const at of [position[2], position[1], position[0]]) code = 2 * code + ((at >> bit) & 1);
  }
  return code;
}
