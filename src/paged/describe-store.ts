/** The description of a store without reading its voxels. */
import { spacings } from '../volume/volume.js';
import { levelSizeBytes, type Store } from './store.js';

/** A description by `describeStore`. */
export type StoreDescription = ReturnType<typeof describeStore>;

/** Scripts rely on these keys. */
export function describeStore({ name, format, levels, unit, channels, times, isLabels }: Store) {
  return {
    file: name,
    format,
    kind: 'store',
    type: levels[0].type,
    isLabels,
    unit: unit ?? null,
    levels: levels.map((level) => ({
      sizes: level.sizes,
      chunkSizes: level.chunkSizes,
      memoryBytes: levelSizeBytes(level),
      spacing: spacings(level),
      origin: level.indexToWorld.origin,
      ranges: level.readRanges !== undefined,
    })),
    channels: channels.map(({ label, window }) => ({ label, window: window ?? null })),
    times,
  };
}
