/** Leaves out levels that small archives may not ask for: their chunks inflate to any size. */
import { type Level, levelSizeBytes, type Store } from '../../paged/store.js';
import { checkSmallInput, SMALL_INPUT } from '../bytes/budget.js';
import type { KeyStore } from './key-store.js';

/** @throws InputError, without the store's name, where the archive may have none of them. */
export function boundLevels(
  { archiveBytes }: KeyStore,
  levels: readonly Level[],
): { readonly levels: Store['levels']; readonly notes: readonly string[] } {
  const sizeOf = (level: Level) =>
    Math.max(levelSizeBytes(level), levelSizeBytes({ ...level, sizes: level.chunkSizes }));
  const isRead = (level: Level) =>
    archiveBytes === undefined || archiveBytes >= SMALL_INPUT.belowBytes || sizeOf(level) <= SMALL_INPUT.bytesMax;
  const kept = levels.filter(isRead);
  if (kept.length === 0) {
    const least = Math.min(...levels.map(sizeOf));
    checkSmallInput(archiveBytes ?? 0, least, `inflating ${least} bytes of chunks`);
  }
  const left = levels.length - kept.length;
  const note = `left out ${left} levels whose chunks would take more than the ${SMALL_INPUT.bytesMax} bytes that an archive below 1 MiB may ask for; unpack it first if that is right`;
  return { levels: kept as unknown as Store['levels'], notes: left > 0 ? [note] : [] };
}
