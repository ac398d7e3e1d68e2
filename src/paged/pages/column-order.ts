/** An order of pages that goes through a volume column by column, so that a small cache holds the chunks that are read at a time. */
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import { CHUNKS_AT_CORNER, type ChunkCache } from '../chunks/chunk-cache.js';
import type { PagedVolume } from '../paged-volume.js';
import { listChunks } from '../read/read-box.js';
import { chunkSizeBytes, type Level } from '../store.js';
import { boxOfPage, distanceOfPages, type PageGrid, type PageView, pageOfNumber } from './page-grid.js';

/** The room of a cache. */
type ColumnCache = Pick<ChunkCache, 'maxBytes' | 'keepsFaces' | 'wholeChunks'>;

type ChunkedLevel = Pick<Level, 'chunkSizes' | 'type'>;

/** The axes across columns, and the one along them. */
interface ColumnAxes {
  readonly across: readonly [0 | 1 | 2, 0 | 1 | 2];
  readonly along: 0 | 1 | 2;
}

/**
 * How far a page is in an order that all rays follow: column after column away from the eye, layer after layer in each. It grows
 * from page to page along each ray.
 * @param cache memory for decoded chunks. A column is so narrow that two layers of its chunks fit, and of those beside it unless
 * their faces are kept.
 */
export function distanceInColumns(
  grid: PageGrid,
  level: ChunkedLevel,
  view: PageView,
  cache: ColumnCache,
): (page: Vec3) => number {
  const axes = columnAxes(grid, view);
  const [u, v] = axes.across;
  const widths = columnWidths(grid, level, axes, cache);
  const within = distanceOfPages(grid, view);
  // Columns begin in the middle of chunks where pages read across the faces of these.
  const shifting = cache.keepsFaces ? undefined : level;
  const [rankU, rankV] = [rankAway(grid, view, u, widths[0], shifting), rankAway(grid, view, v, widths[1], shifting)];
  const rankDepth = rankAway(grid, view, axes.along, grid.side);
  const [ranksV, ranksDepth] = [2 * countRanks(grid, v), 2 * countRanks(grid, axes.along)];
  const distances = 2 * grid.pages.reduce((sum, count) => sum + count, 1);
  return (page) => ((rankU(page) * ranksV + rankV(page)) * ranksDepth + rankDepth(page)) * distances + within(page);
}

/** The page that the first voxel of a chunk is in. */
export const firstPageOf = ({ side }: PageGrid, { chunkSizes }: ChunkedLevel, chunk: Vec3): Vec3 =>
  mapVec3(chunk, (number, axis) => Math.floor((number * chunkSizes[axis]!) / side));

/** Columns lie along the axis that rays go along most. */
function columnAxes({ sizes }: PageGrid, view: PageView): ColumnAxes {
  const [x, y, z] = mapVec3(
    'eye' in view ? mapVec3(sizes, (size, axis) => size / 2 - view.eye[axis]!) : view.forward,
    Math.abs,
  );
  if (x! >= y! && x! >= z!) return { across: [1, 2], along: 0 };
  return y! >= z! ? { across: [0, 2], along: 1 } : { across: [0, 1], along: 2 };
}

/** Voxels across a column along each of both axes, at least a page. */
function columnWidths(
  { sizes, side, border }: PageGrid,
  { chunkSizes, type }: ChunkedLevel,
  { across, along }: ColumnAxes,
  cache: ColumnCache,
): readonly [number, number] {
  const layers = 1 + Math.ceil((side + 2 * border) / chunkSizes[along]);
  const fits = ([u, v]: readonly [number, number]) =>
    cache.keepsFaces
      ? layers * u * v <= cache.wholeChunks
      : layers * (u + 1) * (v + 1) * chunkSizeBytes({ chunkSizes, type }) <= cache.maxBytes;
  const chunks: [number, number] = [1, 1];
  const widthOf = (at: 0 | 1) => chunks[at] * chunkSizes[across[at]];
  for (;;) {
    const narrow = widthOf(0) <= widthOf(1) ? 0 : 1;
    const isWhole = widthOf(narrow) >= Math.max(...sizes);
    chunks[narrow]++;
    if (!isWhole && fits(chunks)) continue;
    chunks[narrow]--;
    return [Math.max(widthOf(0), side), Math.max(widthOf(1), side)];
  }
}

/** More than the ranks of pages along an axis differ by, on either side of an eye. */
const countRanks = ({ pages }: PageGrid, axis: number) => 2 * (pages[axis]! + 1);

/** The number of the part of an axis that a page is in: it never falls along a ray, and differs on both sides of an eye. */
function rankAway(
  { side, pages, sizes }: PageGrid,
  view: PageView,
  axis: number,
  width: number,
  level?: ChunkedLevel,
): (page: Vec3) => number {
  // One column that is as wide as the volume has no neighbour: halves of it would read the same chunks, as of rows that are whole.
  const shift = level && width < sizes[axis]! ? level.chunkSizes[axis]! / 2 : 0;
  const partOf = (page: number) => Math.floor((page * side + shift) / width);
  if (!('eye' in view)) {
    const sign = Math.sign(view.forward[axis]!);
    return sign < 0 ? (page) => -partOf(page[axis]!) : (page) => partOf(page[axis]!);
  }
  // Pages are on one side of an eye that is far outside.
  const eyePage = Math.floor((view.eye[axis]! + 0.5) / side);
  const eye = partOf(Math.min(Math.max(eyePage, -1), pages[axis]!));
  return (page) => {
    const away = partOf(page[axis]!) - eye;
    // One side after the other: by turns, faces of the chunks on both would be kept at a time.
    return away < 0 ? pages[axis]! - away : away;
  };
}

/** How many of these pages, from the first one on and at least one, read chunks that fit into the cache together. */
export function countCached(
  pages: readonly number[],
  grid: PageGrid,
  { level, present, chunks: cache }: Pick<PagedVolume, 'level' | 'present' | 'chunks'>,
): number {
  // A page at the corner of chunks reads eight: rounds of fewer would load few pages, where the cache has room for none.
  const most = cache.keepsFaces
    ? cache.wholeChunks
    : Math.max(cache.maxBytes / chunkSizeBytes(level), CHUNKS_AT_CORNER);
  const within = cache.keepsFaces ? { ...grid, border: 0 } : grid;
  const chunks = new Set<string>();
  for (const [count, page] of pages.entries()) {
    for (const chunk of listChunks(level, boxOfPage(within, pageOfNumber(grid, page)))) {
      if (!present || present.has(chunk)) chunks.add(chunk.join());
    }
    if (count > 0 && chunks.size > most) return count;
  }
  return pages.length;
}
