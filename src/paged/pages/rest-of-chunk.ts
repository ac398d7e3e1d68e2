/** The pages of a chunk that come along with those that are waited for. */
import { mapVec3 } from '../../math/vec3.js';
import { listChunks } from '../read/read-box.js';
import type { Level } from '../store.js';
import { boxOfPage, type PageGrid, pageOfNumber } from './page-grid.js';

/**
 * Other pages of the chunk that a page is in. Rays ask for one layer of pages after the other: each would be a round.
 * @param waited numbers of the pages that are waited for. No page comes along that would have other chunks read than they have.
 */
export function listRestOfChunk(
  grid: PageGrid,
  level: Pick<Level, 'chunkSizes'>,
  page: number,
  waited: ReadonlySet<number>,
): number[] {
  const chunksOf = (number: number, border: number) =>
    listChunks(level, boxOfPage({ ...grid, border }, pageOfNumber(grid, number))).map(String);
  const own = chunksOf(page, 0)[0]!;
  const [ni, nj] = grid.pages;
  const { chunkSizes } = level;
  const first = mapVec3(pageOfNumber(grid, page), (at, axis) => {
    const start = Math.floor((at * grid.side) / chunkSizes[axis]) * chunkSizes[axis];
    return start / grid.side;
  });
  const end = mapVec3(first, (at, axis) => Math.min(at + Math.ceil(chunkSizes[axis] / grid.side), grid.pages[axis]));
  const pages: number[] = [];
  for (let k = first[2]; k < end[2]; k++) {
    for (let j = first[1]; j < end[1]; j++) {
      for (let i = first[0]; i < end[0]; i++) pages.push(i + ni * (j + nj * k));
    }
  }
  const read = new Set([own, ...pages.filter((at) => waited.has(at)).flatMap((at) => chunksOf(at, grid.border))]);
  return pages.filter((at) => !waited.has(at) && chunksOf(at, grid.border).every((chunk) => read.has(chunk)));
}
