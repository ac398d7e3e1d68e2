/** Keeps what was fetched of stores on the disk, within a bound, for the next time. */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError } from '../../../index.js';
import type { KeyStore } from '../../../lab.js';
import { findCacheFolder } from '../../folders/cache-folder.js';
import { ensurePrivateFolder } from '../../folders/private-folder.js';
import { writeWholeFile } from '../../write/write-file.js';

/** Bytes of the digest that each file ends with: disks and other programs damage files. */
const DIGEST_BYTES = 8;
/** After an eviction there is room for more than one file. */
const KEPT_SHARE = 0.9;

/** Files in a folder of the user's alone, of which those used last are kept. */
export class DiskCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** Sizes by name; those used last are at the end. */
  readonly #sizes: Map<string, number>;
  #sizeBytes: number;

  private constructor(folder: string, maxBytes: number, sizes: Map<string, number>) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#sizes = sizes;
    this.#sizeBytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  }

  static async open(folder: string, maxBytes: number): Promise<DiskCache> {
    const names = await readdir(folder);
    const found = await Promise.all(
      names.map(async (name) => ({ name, status: await stat(join(folder, name)).catch(() => undefined) })),
    );
    const files = found.flatMap(({ name, status }) => (status?.isFile() ? [{ name, status }] : []));
    files.sort((a, b) => a.status.mtimeMs - b.status.mtimeMs);
    const cache = new DiskCache(folder, maxBytes, new Map(files.map(({ name, status }) => [name, status.size])));
    await cache.#trim();
    return cache;
  }

  /**
   * The bytes that were kept by this name, else what `make` gives; what fails is not kept, and what was damaged is made again. No
   * bytes stand for undefined.
   */
  async get(name: string, make: () => Promise<Uint8Array | undefined>): Promise<Uint8Array | undefined> {
    const kept = await this.#read(name);
    if (kept) return kept.length > 0 ? kept : undefined;
    const made = await make();
    await this.#keep(name, made ?? new Uint8Array());
    return made;
  }

  async #read(name: string): Promise<Uint8Array | undefined> {
    const path = join(this.#folder, name);
    const file = await readFile(path).catch(() => undefined);
    const bytes = file?.subarray(0, -DIGEST_BYTES);
    if (!file || !bytes || !file.subarray(bytes.length).equals(digestOf(bytes))) return undefined;
    const now = new Date();
    // Another process may have evicted it meanwhile.
    await utimes(path, now, now).catch(() => undefined);
    this.#note(name, file.length);
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  async #keep(name: string, bytes: Uint8Array): Promise<void> {
    const file = Buffer.concat([bytes, digestOf(bytes)]);
    if (file.length > this.#maxBytes) return;
    try {
      await writeWholeFile(join(this.#folder, name), file);
    } catch (error) {
      // A full disk makes the cache useless, and nothing else.
      if (error instanceof InputError) return;
      throw error;
    }
    this.#note(name, file.length);
    await this.#trim();
  }

  #note(name: string, sizeBytes: number): void {
    this.#sizeBytes += sizeBytes - (this.#sizes.get(name) ?? 0);
    this.#sizes.delete(name);
    this.#sizes.set(name, sizeBytes);
  }

  async #trim(): Promise<void> {
    if (this.#sizeBytes <= this.#maxBytes) return;
    const evicted: string[] = [];
    for (const [name, sizeBytes] of this.#sizes) {
      if (this.#sizeBytes <= KEPT_SHARE * this.#maxBytes) break;
      this.#sizes.delete(name);
      this.#sizeBytes -= sizeBytes;
      evicted.push(name);
    }
    await Promise.all(evicted.map((name) => rm(join(this.#folder, name), { force: true })));
  }
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest().subarray(0, DIGEST_BYTES);

const isMetadata = (key: string) => /\/(?:zarr\.json|\.z(?:array|group|attrs|metadata))$/.test(key);

/**
 * The files of `keys`, of which those that are no metadata are kept in the cache. Metadata are fetched each time, and what was kept
 * beside others counts no more.
 */
export function cacheKeys(keys: KeyStore, open: () => Promise<DiskCache>): KeyStore {
  const cache = lazily(open);
  /** Hashes of metadata, by their folder. */
  const stamps = new Map<string, string>();
  const stampOf = (key: string) => {
    for (let folder = dirname(key); ; folder = dirname(folder)) {
      const stamp = stamps.get(folder);
      if (stamp !== undefined || folder === '/') return stamp ?? '';
    }
  };
  const nameOf = (key: string, range: unknown) => digest(JSON.stringify([keys.name, stampOf(key), key, range]));
  return {
    ...keys,
    get: async (key, signal) => {
      if (!isMetadata(key)) return (await cache()).get(nameOf(key, null), () => keys.get(key, signal));
      const bytes = await keys.get(key, signal);
      if (bytes) stamps.set(dirname(key), digest(`${stamps.get(dirname(key)) ?? ''}${digest(bytes)}`));
      return bytes;
    },
    getRange: async (key, range, signal) =>
      (await cache()).get(nameOf(key, range), () => keys.getRange(key, range, signal)),
  };
}

const digest = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

function lazily<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => (made ??= make());
}

/**
 * Opens the cache of stores in the user's cache folder.
 * @throws InputError if there is no such folder of the user's alone.
 */
export async function openUserCache(maxBytes: number): Promise<DiskCache> {
  const refuse = (cause?: unknown) => {
    throw new InputError('--disk-cache: there is no cache folder that is the user’s alone; XDG_CACHE_HOME names one', {
      cause,
    });
  };
  const parent = await findCacheFolder().catch(refuse);
  const folder = parent && (await ensurePrivateFolder(join(parent, 'stores')).catch(refuse));
  return DiskCache.open(folder ?? refuse(), maxBytes);
}
