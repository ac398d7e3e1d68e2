/** Leaves out levels that small archives may not ask for: their chunks inflate to any size. */
import { type Level, voxelSizeBytes } from '../../../paged/store.js';
import { checkSmallInput, SMALL_INPUT } from '../../bytes/budget.js';
import type { KeyStore } from '../key-store.js';
import type { ZarrArray } from './check-array.js';
import { readFileNames } from './find-present.js';

interface ArrayLevel extends Pick<Level, 'sizes' | 'type'> {
  readonly array: ZarrArray;
}

export interface BoundLevels {
  /** Which of the arrays may be read. */
  readonly isRead: readonly boolean[];
  /** Lines for the user about the others. */
  readonly notes: readonly string[];
}

/**
 * @param levels with their arrays, finest first.
 * @throws InputError, without the store's name, where the archive may have none of them.
 */
export async function boundArchive(keys: KeyStore, levels: readonly ArrayLevel[]): Promise<BoundLevels> {
  const { archiveBytes } = keys;
  if (archiveBytes === undefined || archiveBytes >= SMALL_INPUT.belowBytes) {
    return { isRead: levels.map(() => true), notes: [] };
  }
  const sizes = await Promise.all(levels.map((level) => inflatedBytes(keys, level)));
  const isRead = sizes.map((sizeBytes) => sizeBytes <= SMALL_INPUT.bytesMax);
  if (!isRead.includes(true)) {
    const least = Math.min(...sizes);
    checkSmallInput(archiveBytes, least, `inflating ${least} bytes of chunks`);
  }
  const notes = sizes.flatMap((sizeBytes, index) =>
    isRead[index]
      ? []
      : [
          `left out level ${index}, whose chunks would take ${sizeBytes} bytes, and ${SMALL_INPUT.bytesMax} are the most for an archive below 1 MiB; unpack it first if that is right`,
        ],
  );
  return { isRead, notes };
}

/** The bytes of all chunks that have a file, or of all where the names of files are not known. */
async function inflatedBytes(keys: KeyStore, { array, sizes, type }: ArrayLevel): Promise<number> {
  const folder = array.path.replace(/\/$/, '');
  const [names, files] = await Promise.all([readFileNames(keys, folder), keys.list?.(`${folder}/`)]);
  const product = (sizes: readonly number[]) => sizes.reduce((all, size) => all * size, voxelSizeBytes(type));
  const allBytes = product(sizes);
  if (!names || !files) return allBytes;
  // A file may stick out of the array, as the only one of a small array often does; all of it is inflated.
  return Math.min(Math.max(allBytes, product(names.sizes)), files.length * product(names.sizes));
}
