/** The files of jobs and requests: below a root, and nowhere else. */
import { lstat, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { InputError } from '../../index.js';
import { isOutside, isUrl, nameUrl } from '../../lab.js';
import {
  assertPlaceWithin,
  assertWithin,
  locateUrl,
  type OpenFileOptions,
  readInputFile,
  withFolderWithin,
  writeWholeFileAt,
} from '../../node/index.js';

export interface WorkerFilesOptions {
  /** Hosts whose addresses may be inputs; default none. */
  readonly hosts?: readonly string[] | undefined;
  /** The folder that inputs, and what they name, must lie in; default the root. */
  readonly within?: string | undefined;
  /** A further folder that inputs may lie in: what came with a request. */
  readonly uploads?: string | undefined;
}

export class WorkerFiles {
  readonly root: string;
  /** The folders, in the root or beside it, that inputs lie in. */
  readonly inputs: readonly string[];
  /** Hosts whose addresses may be inputs. */
  readonly hosts: readonly string[];

  constructor(root: string, { hosts = [], within = root, uploads }: WorkerFilesOptions = {}) {
    this.root = resolve(root);
    this.inputs = [within, ...(uploads === undefined ? [] : [uploads])].map((folder) => resolve(folder));
    this.hosts = hosts;
  }

  /** The folders in which inputs, and the files that they name, may lie. */
  get where(): OpenFileOptions {
    return { within: this.inputs, hosts: this.hosts };
  }

  /** @throws InputError unless it lies below the folder of inputs, wherever links lead, or at a host that may be asked. */
  async input(path: string): Promise<string> {
    if (isUrl(path)) {
      if (URL.canParse(path) && this.hosts.includes((await locateUrl(path)).host)) return path;
      throw new InputError(
        `${nameUrl(path)}: is an address that this worker does not read; --allow-remote names hosts`,
      );
    }
    const full = resolve(this.root, path);
    await assertWithin(full, this.inputs);
    return full;
  }

  /**
   * The path that a job may write.
   * @throws InputError unless its folder lies below the root, or if a link is in its place.
   */
  async output(path: string): Promise<string> {
    const full = resolve(this.root, path);
    await assertPlaceWithin(full, [this.root]);
    const status = await lstat(full).catch(() => undefined);
    if (status && !status.isFile()) throw new InputError(`${path}: is not a regular file, and jobs write no other`);
    return full;
  }

  /**
   * Writes a file in one piece; folders that it lies in are made.
   * @throws InputError for what may never be written; what cannot be written now is a plain Error, since a disk may have room
   * again, or another worker's disk.
   */
  async write(path: string, bytes: Uint8Array): Promise<void> {
    const full = await this.output(path);
    try {
      await this.#enter(full, true, (target) => writeWholeFileAt(target, full, bytes));
    } catch (cause) {
      if (isOutside(cause)) throw cause;
      throw new Error((cause as Error).message, { cause });
    }
  }

  /** The bytes of what another job wrote. @throws InputError unless it lies below the root. */
  async read(path: string): Promise<Uint8Array> {
    return readInputFile(resolve(this.root, path), { within: [this.root] });
  }

  /** Whether a job has written this file. */
  async has(path: string): Promise<boolean> {
    const full = await this.output(path);
    const status = await this.#enter(full, false, (target) => lstat(target)).catch(() => undefined);
    return status?.isFile() === true;
  }

  /** Removes a file that a job wrote. */
  async remove(path: string): Promise<void> {
    await this.#enter(resolve(this.root, path), false, (target) => rm(target, { force: true }));
  }

  /** Removes the folder that a file was in, if it is empty. */
  async removeFolderOf(path: string): Promise<void> {
    await this.#enter(dirname(resolve(this.root, path)), false, (target) => rmdir(target)).catch(() => undefined);
  }

  /** Calls `use` with a name of the file that leads to its place in the folder that was looked at. */
  #enter<T>(full: string, make: boolean, use: (target: string) => Promise<T>): Promise<T> {
    const name = basename(full);
    return withFolderWithin(this.root, dirname(full), { make }, (folder) => use(join(folder, name)));
  }
}
