/** A volume that is rendered piece by piece: a level of a store, and a coarse version from which appearances are chosen. */
import { InputError } from '../errors.js';
import type { Volume } from '../volume/volume.js';
import { withDefaults } from '../with-defaults.js';
import { ChunkCache } from './chunks/chunk-cache.js';
import { rangesOfPresent } from './present-ranges.js';
import { readPreview } from './preview.js';
import { spareAbsent } from './spare-absent.js';
import { type BlockRanges, countChunks, type Level, levelSizeBytes, type PresentChunks, type Store } from './store.js';

/** Options of `openPagedVolume`. */
export interface PagedVolumeOptions {
  /** The level to show; 0 is the finest. */
  readonly level?: number;
  /** Memory for decoded chunks. */
  readonly cacheBytes?: number;
  /** Memory on the device for voxels. */
  readonly atlasBytes?: number;
  /** Voxels along a page's side: a multiple of 8; by default more than 32 where there would be very many pages. */
  readonly pageSide?: number;
}

/** Defaults of `PagedVolumeOptions`. */
export const PAGED_VOLUME_DEFAULTS = {
  level: 0,
  cacheBytes: 2 ** 29,
  atlasBytes: 2 ** 30,
  pageSide: 32,
} as const satisfies Required<PagedVolumeOptions>;

/** Pages of a level: those of a volume of 13,000 voxels along each side. */
const PAGES_MAX = 2 ** 26;

/**
 * A level of a store that is rendered page by page, with what is known before its voxels are read. Made by
 * `openPagedVolume`.
 */
export interface PagedVolume {
  /** The store that pages come from. */
  readonly store: Store;
  /** The level that is shown. */
  readonly level: Level;
  /** A coarse version of all of it, from whose values and geometry appearances and cameras follow. */
  readonly preview: Volume;
  /** Levels of nothing but one value where finer ones have others, as if their chunks were missing. */
  readonly blankLevels?: readonly Level[] | undefined;
  /** Undefined where the store says nothing about the values in its voxels. */
  readonly ranges: BlockRanges | undefined;
  /** The chunks that a sparse store has; undefined where it may have all of them. */
  readonly present?: PresentChunks | undefined;
  /** The decoded chunks in memory. */
  readonly chunks: ChunkCache;
  /** Bytes of the atlas on the device. */
  readonly atlasBytes: number;
  /** Voxels along the edge of a page. */
  readonly pageSide: number;
}

/**
 * Gets a level of a store ready to be rendered.
 * @throws InputError, one line that starts with the store's name, if it cannot be read or has no such level.
 */
export async function openPagedVolume(store: Store, options: PagedVolumeOptions = {}): Promise<PagedVolume> {
  const { level: number, cacheBytes, atlasBytes } = withDefaults(PAGED_VOLUME_DEFAULTS, options);
  const level = store.levels[number];
  if (!level) {
    const levels = store.levels.length;
    throw new InputError(`${store.name}: has ${levels} level${levels === 1 ? '' : 's'}, from 0 on, and none ${number}`);
  }
  const { pageSide = sideOfPages(level) } = options;
  if (!(Number.isSafeInteger(pageSide) && pageSide > 0 && pageSide % 8 === 0)) {
    throw new InputError(`a page's side is a multiple of 8 voxels, not ${pageSide}`);
  }
  const pages = countPages(level, pageSide);
  if (pages > PAGES_MAX) {
    throw new InputError(
      `${store.name}: has ${level.sizes.join(' × ')} voxels in its level ${number}, more than can be rendered; take a coarser one`,
    );
  }
  const present = level.readRanges ? undefined : await level.findPresent?.();
  const known = present && rangesByChunks(store, level, present);
  const chunks = new ChunkCache(present ? spareAbsent(level, present) : level, cacheBytes, pageSide);
  const [{ volume: preview, blank }, ranges] = await Promise.all([
    readPreview(store, level, chunks),
    level.readRanges?.() ?? known,
  ]);
  return { store, level, preview, blankLevels: blank, ranges, present, chunks, atlasBytes, pageSide };
}

/** More pages are larger: each has a word in a table, and one that is read back after each round. */
const MANY_PAGES = 2 ** 22;

const countPages = ({ sizes }: Pick<Level, 'sizes'>, side: number) =>
  sizes.reduce((product, size) => product * Math.ceil(size / side), 1);

/** Voxels along a page's side, unless the caller says it. */
export function sideOfPages(level: Pick<Level, 'sizes'>): number {
  let side: number = PAGED_VOLUME_DEFAULTS.pageSide;
  while (countPages(level, side) > MANY_PAGES && side < LARGEST_SIDE) side *= 2;
  return side;
}

/** Pages with their borders must fit into textures. */
const LARGEST_SIDE = 128;

/** Levels of fewer chunks are rendered even if none is there. */
const EMPTY_CHUNKS_MAX = 512;

/**
 * Ranges of the values in a level, by the chunks that are there.
 * @throws InputError, one line that starts with the store's name, for a large level of which there is none: it would be a long
 * time's work to draw one value.
 */
function rangesByChunks({ name }: Store, level: Level, present: PresentChunks): BlockRanges | undefined {
  const found = rangesOfPresent(level, present);
  const chunks = countChunks(level).reduce((product, along) => product * along, 1);
  if (found?.count === 0 && chunks > EMPTY_CHUNKS_MAX) {
    throw new InputError(
      `${name}: has none of the ${chunks} chunks of its level of ${level.sizes.join(' × ')} voxels, so all of them are ${present.fill} and nothing would be shown; if there should be more, get a whole copy`,
    );
  }
  return found?.ranges;
}

/** Whether a level fits into a texture of `maxSide` texels along each side, and into memory; by default an atlas's. */
export function fitsWhole(
  level: Level,
  { maxSide, maxBytes = PAGED_VOLUME_DEFAULTS.atlasBytes }: { readonly maxSide: number; readonly maxBytes?: number },
): boolean {
  return Math.max(...level.sizes) <= maxSide && levelSizeBytes(level) <= maxBytes;
}

/** Unit length of opacities: the smallest spacing of the finest level, so that coarser ones look the same. */
export const finestOf = ({ store }: PagedVolume): Level => store.levels[0];
