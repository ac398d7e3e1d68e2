/** A volume in memory that is rendered piece by piece, for it is more than a texture can hold. */
import { InputError } from '../errors.js';
import { MAX_BRICKS_ALONG } from '../volume/bricks.js';
import type { Volume } from '../volume/volume.js';
import { withDefaults } from '../with-defaults.js';
import { ChunkCache } from './chunks/chunk-cache.js';
import { PAGED_VOLUME_DEFAULTS, type PagedVolume, type PagedVolumeOptions } from './paged-volume.js';
import { RangeCollector } from './pyramid/range-collector.js';
import { storeOfVolume } from './store-of-volume.js';

/** Voxels along the side of the cubes that rays may skip: as fine as in one texture, except for very large volumes. */
const RANGES_SIDE = 8;
const WIDE_RANGES_SIDE = 16;
const MOST_FINE = 2 ** 31;

/** Pages with their borders must fit into the atlas. */
const LARGEST_PAGE_SIDE = 128;

/** Its chunks are no copies. @throws InputError for one of more than 262,144 voxels along an axis. */
export function pageVolume(
  volume: Volume,
  options: Pick<PagedVolumeOptions, 'atlasBytes' | 'pageSide'> = {},
): PagedVolume {
  const { atlasBytes, pageSide } = withDefaults({ ...PAGED_VOLUME_DEFAULTS, pageSide: pageSideOf(volume) }, options);
  const store = storeOfVolume('the volume', volume);
  const level = store.levels[0];
  const ranges = new RangeCollector(volume.sizes, rangesSideOf(volume));
  const [ni, nj] = volume.sizes;
  const whole = { voxels: volume.voxels, offset: 0, strides: [1, ni, ni * nj] as const };
  ranges.add({ first: [0, 0, 0], end: volume.sizes }, whole);
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

function rangesSideOf({ sizes, voxels }: Volume): number {
  let side = voxels.length > MOST_FINE ? WIDE_RANGES_SIDE : RANGES_SIDE;
  while (Math.max(...sizes) > side * MAX_BRICKS_ALONG) side *= 2;
  return side;
}

/** The page table is a texture too. */
function pageSideOf({ sizes }: Volume): number {
  const longest = Math.max(...sizes);
  if (longest > LARGEST_PAGE_SIDE * MAX_BRICKS_ALONG) {
    throw new InputError(
      `a volume has ${sizes.join(' × ')} voxels, and no more than ${LARGEST_PAGE_SIDE * MAX_BRICKS_ALONG} along an axis can be rendered; cut or reshape it`,
    );
  }
  let side: number = PAGED_VOLUME_DEFAULTS.pageSide;
  while (longest > side * MAX_BRICKS_ALONG) side *= 2;
  return side;
}
