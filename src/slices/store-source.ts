/** Slices of a store: reads the chunks that they show, of the level that their pixels need. */
import { ChunkCache } from '../paged/chunks/chunk-cache.js';
import { readBox } from '../paged/pages/pack-page.js';
import type { Level } from '../paged/store.js';
import type { SliceSource } from './draw-slice.js';
import { nearestVoxelAxis } from './positions.js';
import { type SliceGrid, wholeTile } from './slice-grid.js';
import { neededBox, splitTile } from './voxel-block.js';

/** Memory for decoded chunks. */
const CACHE_BYTES = 2 ** 28;
/** Voxels that are read at a time: few, so that slices that are oblique need few chunks beside them. */
const VOXELS_MAX = 2 ** 18;
/** Share by which rounding may put a level's spacing above a pixel's. */
const ROUNDING = 1e-6;

/** Levels of a store, from the finest on. */
export type Levels = readonly [Level, ...Level[]];

/**
 * @param shared caches of levels that others read too.
 * @param cacheBytes memory for decoded chunks of all levels; by default each level has its own.
 */
export function storeSource(
  { levels }: { readonly levels: Levels },
  shared: Iterable<readonly [Level, ChunkCache]> = [],
  cacheBytes?: number,
): SliceSource {
  const caches = new Map(shared);
  return async ({ grid, thickness, marginPixels }, visit) => {
    const level = chooseLevel(levels, grid);
    const chunks = caches.get(level) ?? new ChunkCache(level, cacheBytes ?? CACHE_BYTES);
    if (cacheBytes !== undefined && !caches.has(level)) caches.clear();
    caches.set(level, chunks);
    const boxOf = (tile: Parameters<typeof neededBox>[2]) => neededBox(level, grid, tile, thickness, marginPixels);
    for (const tile of splitTile(wholeTile(grid), boxOf, VOXELS_MAX)) {
      const box = boxOf(tile)!;
      const voxels = await readBox(level, chunks, box);
      const sizes = box.end.map((end, axis) => end - box.first[axis]!) as unknown as typeof box.first;
      visit({ whole: level, first: box.first, sizes, voxels }, tile);
    }
  };
}

/**
 * Visits what a source gives of a slice, unless all of it is one value, as where chunks are missing.
 * @param isBelieved decides then whether it is visited.
 * @returns whether it was visited.
 */
export async function visitUnlessUniform(
  source: SliceSource,
  needs: Parameters<SliceSource>[0],
  visit: Parameters<SliceSource>[1],
  isBelieved: () => Promise<boolean>,
): Promise<boolean> {
  // Blocks that are alike so far; undefined once one has differed.
  let held: Parameters<typeof visit>[] | undefined = [];
  const release = () => {
    for (const block of held ?? []) visit(...block);
    held = undefined;
  };
  await source(needs, (block, tile) => {
    if (!held) return visit(block, tile);
    held.push([block, tile]);
    const [value] = held[0]![0].voxels;
    if (block.voxels.some((other) => !Object.is(other, value))) release();
  });
  if (held && held.length > 0 && !(await isBelieved())) return false;
  release();
  return true;
}

/** The coarsest level whose voxels are no larger than pixels, across a slice, or no larger than those of the finest. */
export function chooseLevel(levels: Levels, grid: Pick<SliceGrid, 'normal' | 'pixelWorld'>): Level {
  const [finest] = levels;
  const along = nearestVoxelAxis(finest, grid.normal);
  const spacing = ({ indexToWorld: { columns } }: Level, axis: number) => Math.hypot(...columns[axis]!);
  const isFine = (level: Level) =>
    [0, 1, 2].every((axis) => {
      const most = Math.max(grid.pixelWorld, spacing(finest, axis)) * (1 + ROUNDING);
      return axis === along || spacing(level, axis) <= most;
    });
  return levels.findLast(isFine) ?? finest;
}
