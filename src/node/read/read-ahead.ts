/** Files of plain voxels that threads read, and count, while the process does something else. */
import { createVolume, type ReadVoxels, type Volume } from '../../index.js';
import { isHostMemoryBound } from '../host-memory.js';
import { rememberCount } from '../threads/count-voxels.js';
import { openShared, type SharedFile } from '../threads/shared-file.js';
import { takeStarted } from '../threads/start-readers.js';
import { performAlone } from '../threads/voxel-threads.js';
import type { FilesAhead } from './read-file.js';
import { isConfined } from './within.js';

/** Options of `readAhead`. */
export interface ReadAheadOptions {
  /** Whether voxels of 8 and 16 bits are counted as they are read, unless that was begun before. */
  readonly counts?: boolean;
  /** Bytes of voxels that are worth a thread. */
  readonly leastBytes?: number | undefined;
}

export const READ_AHEAD_DEFAULTS = { counts: true, leastBytes: undefined } as const satisfies ReadAheadOptions;

/** Files that are read ahead. They stay open until they are closed. */
export interface OpenFilesAhead extends FilesAhead {
  /**
   * Has `use` read a file's voxels in any order, perhaps before they are all in memory, where they are whole numbers.
   * @param use gets the volume in its own world, whose voxels may not be there yet.
   * @returns undefined where the file is not read ahead.
   */
  use<T>(path: string, use: (volume: Volume, read: ReadVoxels) => Promise<T>): Promise<T> | undefined;
  /** Closes the files. */
  close(): void;
  /** Fails all who read them, and waits until they have ended: what they read into may go then. */
  abandon(): Promise<void>;
}

class SharedFiles implements OpenFilesAhead {
  readonly #files: ReadonlyMap<string, SharedFile>;

  constructor(files: ReadonlyMap<string, SharedFile>) {
    this.#files = files;
  }

  async take(path: string) {
    const bytes = await this.takeBytes(path, 0);
    if (!bytes) return undefined;
    const sha256 = performAlone({ kind: 'hash', bytes });
    sha256.catch(() => undefined);
    return { bytes, sha256 };
  }

  async takeBytes(path: string, start: number): Promise<Uint8Array | undefined> {
    const file = this.#files.get(path);
    try {
      await file?.filled;
      return file?.bytes.subarray(start);
    } catch {
      return undefined;
    }
  }

  use<T>(path: string, use: (volume: Volume, read: ReadVoxels) => Promise<T>): Promise<T> | undefined {
    const file = this.#files.get(path);
    // Floats may be NaN, which is taken out of a volume before it is shown.
    if (!file || file.voxels instanceof Float32Array || file.voxels instanceof Float64Array) return undefined;
    const { sizes, voxels } = file;
    return file.use((read) => use(createVolume({ sizes, voxels }), read));
  }

  close(): void {
    for (const file of this.#files.values()) file.close();
  }

  async abandon(): Promise<void> {
    await Promise.all(Array.from(this.#files.values(), (file) => file.abandon()));
  }
}

/**
 * Has threads read those of some files that are uncompressed volumes of one file each, and large enough for threads. Once it
 * returns, neither the process nor a thread opens a file for it any more.
 */
export async function readAhead(paths: readonly string[], options: ReadAheadOptions = {}): Promise<OpenFilesAhead> {
  const { counts, leastBytes } = { ...READ_AHEAD_DEFAULTS, ...options };
  const files = new Map<string, SharedFile>();
  // Threads open files by their paths, and do not look where those lead, nor count what they hold.
  for (const path of isConfined() || isHostMemoryBound() ? [] : new Set(paths)) {
    const file = (await takeStarted(path)) ?? openShared(path, counts, leastBytes);
    if (!file) continue;
    files.set(path, file);
    if (file.counts) rememberCount(file.voxels, file.filled);
  }
  return new SharedFiles(files);
}
