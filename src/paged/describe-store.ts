/** The description of a store without reading its voxels. */
import { spacings } from '../volume/volume.js';
import { countPresent } from './count-present.js';
import { type Level, levelSizeBytes, type Store } from './store.js';

/** A description by `describeStore`. */
export type StoreDescription = Awaited<ReturnType<typeof describeStore>>;

/** Scripts rely on these keys. */
export async function describeStore({ name, format, levels, unit, channels, times, isLabels }: Store) {
  return {
    file: name,
    format,
    kind: 'store',
    type: levels[0].type,
    isLabels,
    unit: unit ?? null,
    levels: await Promise.all(levels.map(describeLevel)),
    channels: channels.map(({ label, window }) => ({ label, window: window ?? null })),
    times,
  };
}

async function describeLevel(level: Level) {
  const present = await level.findPresent?.();
  const known = present && countPresent(level, present);
  return {
    sizes: level.sizes,
    chunkSizes: level.chunkSizes,
    memoryBytes: levelSizeBytes(level),
    spacing: spacings(level),
    origin: level.indexToWorld.origin,
    ranges: level.readRanges !== undefined,
    chunks: known?.all ?? null,
    chunksThere: known?.there ?? null,
  };
}
