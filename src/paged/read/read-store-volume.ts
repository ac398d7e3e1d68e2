/** Reads the finest level of a store that fits into memory, as a volume like any other. */
import { InputError } from '../../errors.js';
import type { Volume } from '../../volume/volume.js';
import { levelSizeBytes, type Store } from '../store.js';
import { readLevel } from './read-level.js';

/** Typed arrays that every engine makes. */
const MAX_BYTES = 2 ** 32;

/** A volume read from a store, and notes on what was left out. */
export interface StoreVolume {
  /** The voxels that were read, in the world. */
  readonly volume: Volume;
  /** Lines for the user about what was left out. */
  readonly notes: readonly string[];
  /** Labels that the store names. */
  readonly labels?: NonNullable<Store['labels']>;
  /** The name of the world's unit, such as micrometer, where the store says it. */
  readonly unit?: string;
}

/**
 * @param report called with the number of chunks that have been read, and of all.
 * @param bytesMax memory that its voxels may take; a coarser level is read where the finest takes more.
 * @throws InputError, one line that starts with the store's name, if it cannot be read or no level fits.
 */
export async function readStoreVolume(
  store: Store,
  report?: (done: number, total: number) => void,
  bytesMax = MAX_BYTES,
): Promise<StoreVolume> {
  const { name, levels, notes, labels, unit } = store;
  const number = levels.findIndex((level) => levelSizeBytes(level) <= Math.min(bytesMax, MAX_BYTES));
  const level = levels[number];
  if (!level) {
    const { sizes } = levels.at(-1)!;
    throw new InputError(`${name}: its coarsest level, of ${sizes.join(' × ')} voxels, does not fit into memory`);
  }
  const coarser =
    number > 0 ? [`took level ${number}, of ${level.sizes.join(' × ')} voxels: finer ones do not fit into memory`] : [];
  return {
    volume: await readLevel(store, level, report),
    notes: [...notes, ...coarser],
    ...(labels && { labels }),
    ...(unit && { unit }),
  };
}
