/** Finds the stores that paths and addresses name: folders and zip archives of Zarr, on disk or on the web. */
import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import {
  type ByteSource,
  type FileFolder,
  fetchKeys,
  type InputError,
  openStore,
  type RawLayout,
  type Store,
  type StoreSelection,
} from '../../../index.js';
import {
  addressBeside,
  findFlatStore,
  findRawStore,
  folderKeys,
  isStore,
  type KeyStore,
  LISTED_MAX,
  nameUrl,
  openRemote,
  STORE_MARKS,
  selectFlatStore,
} from '../../../lab.js';
import { decodeInThreads } from '../../decode-in-threads.js';
import type { InputMemory } from '../../host-memory.js';
import { KeptFiles } from '../kept-files.js';
import { type FileBounds, type OpenFileOptions, readInputFile } from '../read-file.js';
import { noteReference } from '../references.js';
import { refusal } from '../refusal.js';
import { locateUrl, remoteOptions } from '../streams.js';
import { assertPlaceWithin, assertWithin, isConfined } from '../within.js';
import { cacheKeys, openUserCache } from './disk-cache.js';
import { noteStore } from './opened-stores.js';

/** A volume that is read piece by piece. */
export interface OpenedStore {
  /** Its name on the command line. */
  readonly name: string;
  /** Opens the store's image, channel or time that is chosen. */
  readonly store: (selection: StoreSelection) => Promise<Store>;
  /** The path of the archive or of the folder. */
  readonly files: () => readonly string[];
  /** SHA-256, in hexadecimal, of what describes the store: its chunks may be more than anybody wants to read. */
  readonly sha256: () => Promise<string>;
  /** Its share of the memory that the user bounds. */
  readonly memory?: InputMemory | undefined;
}

/** Whether a folder on disk is a store. */
export const isStoreFolder = (path: string, { within }: OpenFileOptions = {}): Promise<boolean> =>
  isStore(diskKeys(path, within), async (mark) => {
    const status = await stat(join(path, mark)).catch(() => undefined);
    return status?.isFile() ?? false;
  });

export async function openStoreUrl(
  path: string,
  { hosts, diskCacheBytes }: OpenFileOptions = {},
): Promise<OpenedStore> {
  const keys = fetchKeys(await locateUrl(path, hosts), { ...remoteOptions(hosts), name: path });
  return describe(nameUrl(path), diskCacheBytes ? cacheKeys(keys, () => openUserCache(diskCacheBytes)) : keys, []);
}

export const openStoreFolder = (path: string, { within }: OpenFileOptions = {}): OpenedStore =>
  describe(path, diskKeys(path, within), [path]);

/** The store that an archive holds, at its root or as its only folder; undefined where it holds none. */
export async function findStoreInArchive(
  folder: FileFolder,
  path: string,
  archive: string | undefined,
): Promise<OpenedStore | undefined> {
  const names = folder.files.map(({ name }) => `/${name}`);
  const [, top = ''] = /^\/([^/]+\/)/.exec(names[0] ?? '') ?? [];
  for (const below of new Set(['', top])) {
    const keys = { ...folderKeys(folder, below), name: path };
    const isThere = async (mark: string) => names.includes(`/${below}${mark.slice(1)}`);
    if (await isStore(keys, isThere)) return describe(path, keys, archive === undefined ? [] : [archive]);
  }
  return undefined;
}

/**
 * The store of a file of plain voxels, of any size; undefined where it is none, or no file on disk.
 * @throws InputError, one line that starts with the path, for a header that cannot be.
 */
export async function openFlatStore(path: string, where: OpenFileOptions = {}): Promise<Store | undefined> {
  return (await findFlat(path, where))?.store;
}

/** The store, and the paths of its header and of the data beside it. */
async function findFlat(path: string, { within, ahead }: OpenFileOptions) {
  await assertPlaceWithin(path, within);
  const status = await stat(path).catch(() => undefined);
  if (!status?.isFile()) return undefined;
  const kept = new KeptFiles({ within });
  const source = {
    ...(await diskSource(path, kept)),
    takeRead: async (start: number) => ahead?.takeBytes(path, start),
  };
  const paths = [path];
  const store = await findFlatStore(source, async (name) => {
    const sibling = isAbsolute(name) ? name : join(dirname(path), name);
    await assertWithin(sibling, within);
    if (!within && !isConfined()) noteReference(path, sibling);
    paths.push(sibling);
    return diskSource(sibling, kept);
  });
  return store && { store, paths };
}

async function diskSource(path: string, kept: KeptFiles): Promise<ByteSource> {
  const status = await stat(path).catch((cause: unknown) => {
    throw refusal(path, cause);
  });
  return {
    name: path,
    sizeBytes: status.size,
    read: (start, end) => kept.read(path, { offset: start, length: Math.min(end, status.size) - start }),
    readInto: (start, target) => kept.readInto(path, start, target),
  };
}

/**
 * A large file of plain voxels that is read as it is needed; undefined where it is none.
 * @throws InputError, one line that starts with the path, for a header that cannot be.
 */
export async function openFlatInput(path: string, where: OpenFileOptions = {}): Promise<OpenedStore | undefined> {
  const found = await findFlat(path, where);
  return found && describeFlat(path, found.store, found.paths, await diskSource(path, new KeptFiles()));
}

/**
 * A file of nothing but voxels that is read as it is needed; undefined where it has to be in memory.
 * @throws InputError, one line that starts with the path, for a file of another size than the layout's.
 */
export async function openRawStore(
  path: string,
  layout: RawLayout,
  { within }: OpenFileOptions,
): Promise<OpenedStore | undefined> {
  await assertPlaceWithin(path, within);
  const source = await diskSource(path, new KeptFiles({ within }));
  const store = await findRawStore(source, layout);
  return store && describeFlat(path, store, [path], source);
}

/**
 * A file of plain voxels on the web that is read range by range; undefined where it is none.
 * @throws InputError, one line that starts with the address, for a header that cannot be.
 */
export async function openFlatUrl(path: string, { hosts }: OpenFileOptions = {}): Promise<OpenedStore | undefined> {
  const open = async (address: string) => openRemote(await locateUrl(address, hosts), remoteOptions(hosts));
  const source = await open(path);
  const name = nameUrl(path);
  const store = await findFlatStore({ ...source, name }, (sibling) => open(addressBeside(source.finalUrl, sibling)));
  return store && describeFlat(name, store, [], source);
}

function describeFlat(name: string, store: Store, files: readonly string[], source: ByteSource): OpenedStore {
  return {
    name,
    store: (selection) => selectFlatStore(store, selection),
    files: () => files,
    sha256: async () => {
      const start = await source.read(0, DESCRIBED_BYTES);
      return createHash('sha256').update(`${source.sizeBytes}`).update(start).digest('hex');
    },
  };
}

/** Stands for the hash of a file that is too large for one. */
const DESCRIBED_BYTES = 2 ** 20;

function describe(name: string, keys: KeyStore, files: readonly string[]): OpenedStore {
  return {
    name,
    store: (selection) => {
      decodeInThreads();
      return openStore(keys, selection).then(noteStore);
    },
    files: () => files,
    sha256: async () => {
      const hash = createHash('sha256');
      for (const mark of STORE_MARKS) hash.update((await keys.get(mark)) ?? new Uint8Array());
      return hash.digest('hex');
    },
  };
}

/** Files below a folder on disk; what the store says of itself may lead elsewhere, and so may links. */
export const diskKeys = (root: string, within?: OpenFileOptions['within']): KeyStore =>
  diskKeysThrough(new KeptFiles({ within }), root, { within });

/** @param kept the files that are open: of a folder that is being written, none may be. */
export function diskKeysThrough(kept: KeptFiles, root: string, bounds: FileBounds): KeyStore {
  const locate = async (key: string) => {
    const path = join(root, key);
    if (!bounds.isOwn) await assertWithin(path, bounds.within);
    return path;
  };
  decodeInThreads();
  return {
    name: root,
    get: (key) => unlessMissing(async () => readInputFile(await locate(key), bounds)),
    getRange: (key, range) => unlessMissing(async () => kept.read(await locate(key), range)),
    isFresh: true,
    list: async (key) => {
      const path = await unlessMissing(() => locate(key));
      return path === undefined ? [] : listFiles(path);
    },
  };
}

/** Files below a folder; undefined for very many of them, where links lead elsewhere, and what may not be read. */
async function listFiles(root: string): Promise<readonly string[] | undefined> {
  const files: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => undefined);
    if (!entries) return undefined;
    for (const entry of entries) {
      const name = `${folder}${entry.name}`;
      if (entry.isDirectory()) folders.push(`${name}/`);
      else if (entry.isFile()) files.push(name);
      else return undefined;
    }
    if (files.length + folders.length > LISTED_MAX) return undefined;
  }
  return files;
}

/** Nothing where there is no such file: chunks of nothing but the fill value have none. */
async function unlessMissing<Read>(read: () => Promise<Read>): Promise<Read | undefined> {
  try {
    return await read();
  } catch (error) {
    const { code } = ((error as InputError).cause ?? {}) as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
