/** Files that grow piece by piece under another name, and get their own when they are whole. */
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { nameOfProcess, removeAbandoned } from '../folders/process-names.js';
import { followLinks } from './follow-links.js';
import { removeAtExit } from './unfinished.js';
import { writeError } from './write-error.js';

/** Permission bits of a file's mode, and those of a file for nobody else. */
const PERMISSIONS = 0o777;
const PRIVATE = 0o600;

const FORM = { prefix: '.', suffix: '.partial', isFolder: false };

/** Folders that this process has searched for leftovers of killed ones: once each, for it may write a thousand files there. */
const swept = new Set<string>();

async function sweep(folder: string, read: string): Promise<void> {
  if (swept.has(folder)) return;
  swept.add(folder);
  await removeAbandoned(read, FORM);
}

const isEntered = (target: string) => target.startsWith('/proc/self/');

/** A file in the making, which takes its name once it is whole. */
export class PartialFile {
  /** Its path until it is whole. */
  readonly path: string;
  /** The final place: what `path` links to. */
  readonly #target: string;
  readonly #partial: string;
  readonly #file: FileHandle;
  readonly #finished: () => void;
  #closed = false;

  private constructor(path: string, target: string, partial: string, file: FileHandle, finished: () => void) {
    this.path = path;
    this.#target = target;
    this.#partial = partial;
    this.#file = file;
    this.#finished = finished;
  }

  /**
   * A file that takes the place of what `path` names, or links to, and keeps its permissions. Nobody can know its name
   * until then beforehand, and it never is one that was there.
   * @throws InputError if the file system refuses.
   */
  static create(path: string): Promise<PartialFile> {
    return PartialFile.#make(path, () => followLinks(path));
  }

  /**
   * A file that takes the place of `target`, links included, and has the name `path` in messages.
   * @throws InputError if the file system refuses.
   */
  static createAt(target: string, path: string): Promise<PartialFile> {
    return PartialFile.#make(path, async () => target);
  }

  static async #make(path: string, locate: () => Promise<string>): Promise<PartialFile> {
    try {
      const target = await locate();
      const existing = await lstat(target).catch(() => undefined);
      // A folder that was entered is read through a name that later stands for another one.
      await sweep(resolve(dirname(isEntered(target) ? path : target)), dirname(target));
      const name = await nameOfProcess(FORM);
      const partial = join(dirname(target), name);
      // A folder that was entered has a name of this process alone.
      const finished = removeAtExit(partial, isEntered(target) ? join(dirname(path), name) : partial);
      const file = await open(partial, 'wx', existing ? PRIVATE : undefined).catch((cause) => {
        finished();
        throw cause;
      });
      const created = new PartialFile(path, target, partial, file, finished);
      if (existing) await created.#keepPermissions(existing.mode & PERMISSIONS);
      return created;
    } catch (cause) {
      throw writeError(path, cause);
    }
  }

  /** Some file systems have no permissions to keep. */
  async #keepPermissions(mode: number): Promise<void> {
    await this.#file.chmod(mode).catch(() => undefined);
  }

  /**
   * Appends, or overwrites what is at `position`.
   * @throws InputError if the file system refuses.
   */
  async write(bytes: Uint8Array, position: number | null = null): Promise<void> {
    try {
      for (let done = 0; done < bytes.length; ) {
        const at = position === null ? null : position + done;
        const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, at);
        done += bytesWritten;
      }
    } catch (cause) {
      throw writeError(this.path, cause);
    }
  }

  /**
   * Makes it the file, in place of one that was there.
   * @throws InputError if the file system refuses; it still has to be discarded then.
   */
  async commit(): Promise<void> {
    try {
      await this.#close();
      await rename(this.#partial, this.#target);
    } catch (cause) {
      throw writeError(this.path, cause);
    }
    this.#finished();
  }

  /** Does nothing once it was committed. */
  async discard(): Promise<void> {
    await this.#close().catch(() => undefined);
    await rm(this.#partial, { force: true });
    this.#finished();
  }

  async #close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#file.close();
  }
}
