/** Files that come with requests: in a folder of this process alone, under a bound, by the digest of what is in them. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InputError } from '../index.js';
import { makeTemporaryFolder } from '../node/folders/temporary-folder.js';

export interface UploadedFile {
  readonly name: string;
  readonly content: Readable;
}

/** The files of a request, which stay until it has been answered. */
export interface Received {
  /** Their paths by their names. */
  readonly files: Readonly<Record<string, string>>;
  /** Call it once they are no longer needed. */
  readonly release: () => void;
}

interface Kept {
  readonly folder: string;
  readonly sizeBytes: number;
  /** Resolves once the files are there. */
  readonly ready: Promise<void>;
  users: number;
}

const NAME_LENGTH_MAX = 200;

export class Uploads {
  readonly folder: string;
  readonly #bytesMax: number;
  /** Files by the digest of their names and contents; the latest used last. */
  readonly #kept = new Map<string, Kept>();
  #number = 0;

  private constructor(folder: string, bytesMax: number) {
    this.folder = folder;
    this.#bytesMax = bytesMax;
  }

  /** @param bytesMax of files that no request needs at the moment: the same again is not written again. */
  static async open(bytesMax: number): Promise<Uploads> {
    return new Uploads(await makeTemporaryFolder(), bytesMax);
  }

  get sizeBytes(): number {
    return [...this.#kept.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  /** @throws InputError for names that are none. */
  async receive(incoming: AsyncIterable<UploadedFile>): Promise<Received> {
    const folder = join(this.folder, `incoming-${this.#number++}`);
    await mkdir(folder);
    try {
      const names: string[] = [];
      const digest = createHash('sha256');
      let sizeBytes = 0;
      for await (const { name, content } of incoming) {
        checkName(name, names);
        names.push(name);
        const hash = createHash('sha256');
        content.on('data', (piece: Uint8Array) => {
          hash.update(piece);
          sizeBytes += piece.length;
        });
        await pipeline(content, createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600 }));
        digest.update(`${name}\0${hash.digest('hex')}\0`);
      }
      return await this.#keep(digest.digest('hex'), folder, names, sizeBytes);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  async #keep(digest: string, incoming: string, names: readonly string[], sizeBytes: number): Promise<Received> {
    const there = this.#kept.get(digest);
    const folder = join(this.folder, digest);
    const kept = there ?? { folder, sizeBytes, ready: rename(incoming, folder), users: 0 };
    kept.users++;
    this.#kept.delete(digest);
    this.#kept.set(digest, kept);
    await kept.ready;
    if (there) await rm(incoming, { recursive: true, force: true });
    return {
      files: Object.fromEntries(names.map((name) => [name, join(folder, name)])),
      release: () => {
        kept.users--;
        void this.#evict();
      },
    };
  }

  /** Removes what was used longest ago until the rest is small enough. */
  async #evict(): Promise<void> {
    for (const [digest, { folder, users }] of [...this.#kept]) {
      if (this.sizeBytes <= this.#bytesMax) return;
      if (users > 0) continue;
      this.#kept.delete(digest);
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

function checkName(name: string, others: readonly string[]): void {
  const isName = /^[^/\\\0]+$/.test(name) && !name.startsWith('.') && name.length <= NAME_LENGTH_MAX;
  if (!isName)
    throw new InputError(
      `a file of the request has no name that a file can have: ${JSON.stringify(name.slice(0, 60))}`,
    );
  if (others.includes(name)) throw new InputError(`the request has two files of the name ${name}`);
}
