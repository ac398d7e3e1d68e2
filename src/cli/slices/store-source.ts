/** Slices of a store: reads the chunks that they show, of the level that their pixels need. */
import type { Level, Store } from '../../index.js';
import { ChunkCache, readBox } from '../../lab.js';
import type { SliceSource } from '../../slices/draw-slice.js';
import { nearestVoxelAxis } from '../../slices/positions.js';
import { type SliceGrid, wholeTile } from '../../slices/slice-grid.js';
import { neededBox, splitTile } from '../../slices/voxel-block.js';

/** Memory for decoded chunks. */
const CACHE_BYTES = 2 ** 28;
/** Voxels that are read at a time: few, so that slices that are oblique need few chunks beside them. */
const VOXELS_MAX = 2 ** 18;
/** Share by which rounding may put a level's spacing above a pixel's. */
const ROUNDING = 1e-6;

export function storeSource({ levels }: Store): SliceSource {
  const caches = new Map<Level, ChunkCache>();
  return async ({ grid, thickness, marginPixels }, visit) => {
    const level = chooseLevel(levels, grid);
    const chunks = caches.get(level) ?? new ChunkCache(level, CACHE_BYTES);
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

/** The coarsest level whose voxels are no larger than pixels, across a slice, or no larger than those of the finest. */
export function chooseLevel(levels: Store['levels'], grid: Pick<SliceGrid, 'normal' | 'pixelWorld'>): Level {
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
