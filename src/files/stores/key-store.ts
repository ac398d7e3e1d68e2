/** Files below one root that are read by their path: a folder, a zip archive, a server. */
import { type ByteRange, rangeWithin } from '../bytes/byte-range.js';
import type { FileFolder } from '../bytes/byte-source.js';

/** Reads the files of a store by their paths below its root. */
export interface KeyStore {
  /** Path or address of the root: it stands in messages. */
  readonly name: string;
  /** Bytes of the one file that all are in; undefined for folders and servers. */
  readonly archiveBytes?: number | undefined;
  /**
   * Reads a file, by its path below the root, which starts with a slash; undefined where there is none.
   * @throws InputError where it exists and cannot be read.
   */
  readonly get: (key: string, signal?: AbortSignal) => Promise<Uint8Array | undefined>;
  /** Reads a range of a file, as `get` reads all of it. */
  readonly getRange: (key: string, range: ByteRange, signal?: AbortSignal) => Promise<Uint8Array | undefined>;
  /** Whether nothing but the caller has the memory that `getRange` gives. */
  readonly isFresh?: boolean | undefined;
  /** Says why nothing could be read so far, where a server refused it; undefined otherwise. */
  readonly tellRefusal?: (() => string | undefined) | undefined;
  /**
   * The paths of all files below a folder, whose path ends with a slash, from there on; undefined where that is not known or there are
   * more than `LISTED_MAX`. Servers have no such thing.
   */
  readonly list?: ((folder: string) => Promise<readonly string[] | undefined>) | undefined;
}

/** More files take long to list, and stores that have them are hardly sparse. */
export const LISTED_MAX = 2 ** 16;

/** The files below a path of a store. */
export function keysBelow(keys: KeyStore, path: string): KeyStore {
  const { list } = keys;
  return {
    ...keys,
    get: (key, signal) => keys.get(`/${path}${key}`, signal),
    getRange: (key, range, signal) => keys.getRange(`/${path}${key}`, range, signal),
    list: list && ((folder) => list(`/${path}${folder}`)),
  };
}

/** The files of a folder or archive, from a folder in it on. */
export function folderKeys(folder: FileFolder, below = ''): KeyStore {
  const prefix = `${folder.name}/`;
  const entries = new Map(
    folder.files.map((file) => [file.name.startsWith(prefix) ? file.name.slice(prefix.length) : file.name, file]),
  );
  const find = (key: string) => entries.get(`${below}${key.slice(1)}`);
  return {
    name: folder.name,
    archiveBytes: folder.archiveBytes,
    get: async (key) => {
      const file = find(key);
      return file?.read(0, file.sizeBytes);
    },
    getRange: async (key, range) => {
      const file = find(key);
      if (!file) return undefined;
      const [start, end] = rangeWithin(range, file.sizeBytes);
      return file.read(start, end);
    },
    list: async (key) => {
      const start = `${below}${key.slice(1)}`;
      const names = [...entries.keys()]
        .filter((name) => name.startsWith(start))
        .map((name) => name.slice(start.length));
      return names.length > LISTED_MAX ? undefined : names;
    },
  };
}
