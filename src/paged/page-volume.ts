/** A volume in memory that is rendered piece by piece, for it is more than a texture can hold. */
import type { Volume } from '../volume/volume.js';
import { withDefaults } from '../with-defaults.js';
import { ChunkCache } from './chunk-cache.js';
import { PAGED_VOLUME_DEFAULTS, type PagedVolume, type PagedVolumeOptions } from './paged-volume.js';
import { RangeCollector } from './pyramid.js';
import { storeOfVolume } from './store-of-volume.js';

/** Voxels along the side of the cubes that rays may skip: as fine as in one texture, except for very large volumes. */
const RANGES_SIDE = 8;
const WIDE_RANGES_SIDE = 16;
const MOST_FINE = 2 ** 31;

/** Its chunks are no copies. */
export function pageVolume(
  volume: Volume,
  options: Pick<PagedVolumeOptions, 'atlasBytes' | 'pageSide'> = {},
): PagedVolume {
  const { atlasBytes, pageSide } = withDefaults(PAGED_VOLUME_DEFAULTS, options);
  const store = storeOfVolume('the volume', volume);
  const level = store.levels[0];
  const all = { first: [0, 0, 0], end: volume.sizes } as const;
  const rangesSide = volume.voxels.length > MOST_FINE ? WIDE_RANGES_SIDE : RANGES_SIDE;
  const ranges = new RangeCollector(volume.sizes, rangesSide);
  ranges.add({ box: all, voxels: volume.voxels }, all);
  const { side, lows, highs } = ranges;
  const pairs = new Float64Array(2 * lows.length);
  for (const [cube, low] of lows.entries()) [pairs[2 * cube], pairs[2 * cube + 1]] = [low, highs[cube]!];
  return {
    store,
    level,
    preview: volume,
    ranges: { side, pairs },
    chunks: new ChunkCache(level, 0),
    atlasBytes,
    pageSide,
  };
}
