/** Files that are read range by range: kept open for a moment, for most ranges of a file are read soon after one another. */
import type { FileHandle } from 'node:fs/promises';
import { InputError } from '../../index.js';
import { type ByteRange, rangeWithin } from '../../lab.js';
import { type FileBounds, openRegular } from './read-file.js';
import { refusal } from './refusal.js';

export interface KeptFilesOptions extends FileBounds {
  /** Files that are open though nobody reads them. */
  readonly most?: number;
  /** Milliseconds after the last read in which a file stays open. */
  readonly idleMs?: number;
}

export const KEPT_FILES_DEFAULTS = { most: 32, idleMs: 1000 } as const satisfies KeptFilesOptions;

interface OpenFile {
  readonly handle: FileHandle;
  readonly sizeBytes: number;
}

interface Kept {
  readonly opened: Promise<OpenFile>;
  readers: number;
  readMs: number;
}

export class KeptFiles {
  readonly #most: number;
  readonly #idleMs: number;
  readonly #bounds: FileBounds;
  /** Files by path; those read last are at the end. */
  readonly #files = new Map<string, Kept>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: KeptFilesOptions = {}) {
    const { most, idleMs, ...bounds } = { ...KEPT_FILES_DEFAULTS, ...options };
    this.#bounds = bounds;
    this.#most = most;
    this.#idleMs = idleMs;
  }

  /** Files that are open. */
  get count(): number {
    return this.#files.size;
  }

  /** @throws InputError, one line that starts with the path, if the file cannot be read. */
  read(path: string, range: ByteRange): Promise<Uint8Array> {
    return this.#use(path, async ({ handle, sizeBytes }) => {
      const [start, end] = rangeWithin(range, sizeBytes);
      const bytes = new Uint8Array(Math.max(end - start, 0));
      if ((await fillFrom(handle, start, bytes)) < bytes.length) throw new InputError(`${path}: is cut short`);
      return bytes;
    });
  }

  /**
   * Fills `target` with the bytes from `start` on.
   * @returns how many were there.
   * @throws InputError, one line that starts with the path, if the file cannot be read.
   */
  readInto(path: string, start: number, target: Uint8Array): Promise<number> {
    return this.#use(path, ({ handle }) => fillFrom(handle, start, target));
  }

  async #use<T>(path: string, work: (file: OpenFile) => Promise<T>): Promise<T> {
    const file = this.#files.get(path) ?? { opened: openForRanges(path, this.#bounds), readers: 0, readMs: 0 };
    this.#files.delete(path);
    this.#files.set(path, file);
    file.readers++;
    try {
      return await work(await file.opened);
    } catch (cause) {
      // The path may lead to another file the next time.
      if (this.#files.get(path) === file) this.#files.delete(path);
      throw refusal(path, cause);
    } finally {
      file.readers--;
      file.readMs = performance.now();
      if (this.#files.get(path) !== file) this.#close(file);
      this.#trim();
    }
  }

  /** Closes what is too much or too old; a timer that keeps no process alive comes back for the rest. */
  #trim(): void {
    const oldestMs = performance.now() - this.#idleMs;
    for (const [path, file] of this.#files) {
      if (file.readers > 0) continue;
      if (this.#files.size <= this.#most && file.readMs > oldestMs) break;
      this.#files.delete(path);
      this.#close(file);
    }
    if (this.#timer || this.#files.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#trim();
    }, this.#idleMs).unref();
  }

  /** Once, by the last who reads it. */
  #close({ opened, readers }: Kept): void {
    if (readers > 0) return;
    opened.then(({ handle }) => handle.close()).catch(() => undefined);
  }
}

async function openForRanges(path: string, bounds: FileBounds): Promise<OpenFile> {
  const handle = await openRegular(path, bounds);
  try {
    return { handle, sizeBytes: (await handle.stat()).size };
  } catch (cause) {
    await handle.close();
    throw refusal(path, cause);
  }
}

/** Fills `target` with the bytes of an open file from `start` on. @returns how many were there. */
export async function fillFrom(handle: FileHandle, start: number, target: Uint8Array): Promise<number> {
  let done = 0;
  while (done < target.length) {
    const { bytesRead } = await handle.read(target, done, target.length - done, start + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return done;
}
