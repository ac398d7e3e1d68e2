/** Files that grow piece by piece under another name, and get their own when they are whole. */
import { rmSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../index.js';

export class PartialFile {
  readonly path: string;
  readonly #partial: string;
  readonly #file: FileHandle;

  private constructor(path: string, partial: string, file: FileHandle) {
    this.path = path;
    this.#partial = partial;
    this.#file = file;
  }

  /** @throws InputError if the file system refuses. */
  static async create(path: string): Promise<PartialFile> {
    const partial = join(dirname(path), `.${basename(path)}.${process.pid}.partial`);
    const file = await refuse(path, open(partial, 'w'));
    return new PartialFile(path, partial, file);
  }

  /** Appends, or overwrites what is at `position`. */
  async write(bytes: Uint8Array, position: number | null = null): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const at = position === null ? null : position + done;
      const { bytesWritten } = await refuse(this.path, this.#file.write(bytes, done, bytes.length - done, at));
      done += bytesWritten;
    }
  }

  /** Makes it the file, in place of one that was there. */
  async commit(): Promise<void> {
    await this.#file.close();
    await refuse(this.path, rename(this.#partial, this.path));
  }

  async discard(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(this.#partial, { force: true });
  }

  /** For a process that ends at once. */
  discardNow(): void {
    rmSync(this.#partial, { force: true });
  }
}

async function refuse<T>(path: string, pending: Promise<T>): Promise<T> {
  try {
    return await pending;
  } catch (cause) {
    throw new InputError(`${path}: cannot be written: ${(cause as Error).message}`, { cause });
  }
}
