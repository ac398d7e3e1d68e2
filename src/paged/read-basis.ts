/** The voxels that the view and the default appearance of a store follow from, whichever of them are loaded. */
import type { Volume } from '../volume/volume.js';
import { ChunkCache } from './chunks/chunk-cache.js';
import { findSmallLevel, readFilled, readPreview } from './preview.js';
import type { Level, Store } from './store.js';
import { storeOfVolume } from './store-of-volume.js';

/**
 * A version of all of a store that is small enough for memory, the same for each level that is shown, in pages or whole: what a
 * volume in pages of the finest level has as its preview.
 * @param loaded what is in memory of the shown level: all of it, or its preview.
 */
export async function readBasis(store: Store, shown: Level, loaded: Volume): Promise<Volume> {
  const small = findSmallLevel(store);
  const isLoaded = (level: Level) => level.sizes.every((size, axis) => size === loaded.sizes[axis]);
  if (small) return isLoaded(small) ? loaded : (await readFilled(store, small, shown)).volume;
  const coarsest = store.levels.at(-1)!;
  // The preview of a store without small levels holds voxels of the coarsest one.
  if (!isLoaded(shown)) return loaded;
  const source = shown === coarsest ? storeOfVolume(store.name, loaded) : store;
  const level = source.levels.at(-1)!;
  return (await readPreview(source, level, new ChunkCache(level, 0))).volume;
}
