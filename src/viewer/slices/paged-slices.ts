/** Slices through the finer voxels of stores, of which at first only coarse ones are in memory. */
import type { PagedVolume } from '../../index.js';
import type { SliceSource } from '../../slices/draw-slice.js';
import { type SliceGrid, wholeTile } from '../../slices/slice-grid.js';
import { chooseLevel, type Levels, storeSource } from '../../slices/store-source.js';
import { neededBox } from '../../slices/voxel-block.js';

/** Sources of stores keep their chunks as long as the volume is there. */
const sources = new WeakMap<PagedVolume, SliceSource>();

const levelsOf = ({ store, level, blankLevels }: PagedVolume) =>
  store.levels.slice(store.levels.indexOf(level)).filter((one) => !blankLevels?.includes(one)) as unknown as Levels;

/** Voxels of one slice that are read: those of a large screen and of the chunks around it. */
const VOXELS_MAX = 2 ** 24;

/** Whether a store has finer voxels for a grid than its preview, and not too many of them. */
export function isFiner(pages: PagedVolume, grid: SliceGrid): boolean {
  const level = chooseLevel(levelsOf(pages), grid);
  if (level.sizes.every((size, axis) => size <= pages.preview.sizes[axis]!)) return false;
  const box = neededBox(level, grid, wholeTile(grid), 0, 0);
  return !box || box.end.reduce((product, end, axis) => product * (end - box.first[axis]!), 1) <= VOXELS_MAX;
}

export function pagedSource(pages: PagedVolume): SliceSource {
  const { level, chunks } = pages;
  const known = sources.get(pages);
  if (known) return known;
  const source = storeSource({ levels: levelsOf(pages) }, [[level, chunks]]);
  sources.set(pages, source);
  return source;
}
