/** Opens stores of volumes, each by the reader of its format, which is loaded when there is one. */
import type { Store } from '../../paged/store.js';
import { watchAbsent } from './absent-chunks.js';
import type { KeyStore } from './key-store.js';
import { readFields } from './metadata-fields.js';
import { isN5 } from './n5/n5-metadata.js';
import { isPrecomputedInfo } from './precomputed/precomputed-info.js';
import type { StoreSelection } from './zarr/zarr-store.js';

interface StoreFormat {
  readonly name: string;
  /** Endings of the names of its folders. */
  readonly extensions: readonly string[];
  /** Files that it has at its root. */
  readonly marks: readonly string[];
  /** Whether a mark is one of this format, and not a file of another program that is named as it is; undefined where names tell. */
  readonly isMark?: (fields: Readonly<Record<string, unknown>>) => boolean;
  /** @throws InputError, one line that starts with the store's name, if it is none that can be read. */
  readonly open: (keys: KeyStore, selection: StoreSelection) => Promise<Store>;
}

export const STORE_FORMATS: readonly StoreFormat[] = [
  {
    name: 'OME-Zarr, and plain arrays of Zarr 2 and 3',
    extensions: ['.zarr'],
    marks: ['/zarr.json', '/.zgroup', '/.zattrs', '/.zarray'],
    open: async (keys, selection) => (await import('./zarr/zarr-store.js')).openZarr(keys, selection),
  },
  {
    name: 'N5',
    extensions: ['.n5'],
    marks: ['/attributes.json'],
    isMark: isN5,
    open: async (keys, selection) => (await import('./n5/n5-store.js')).openN5(keys, selection),
  },
  {
    name: "neuroglancer's precomputed volumes",
    extensions: ['.precomputed'],
    marks: ['/info'],
    isMark: isPrecomputedInfo,
    open: async (keys, selection) =>
      (await import('./precomputed/precomputed-store.js')).openPrecomputed(keys, selection),
  },
];

/** Files that stores have at their root. */
export const STORE_MARKS: readonly string[] = STORE_FORMATS.flatMap(({ marks }) => marks);

/** Marks that need no look at what is in them. */
const SURE_MARKS = STORE_FORMATS.flatMap(({ marks, isMark }) => (isMark ? [] : marks));

/** Whether there is a store at the root of `keys`. @param isThere whether there is a file. */
export async function isStore(keys: KeyStore, isThere: (key: string) => Promise<boolean>): Promise<boolean> {
  for (const key of SURE_MARKS) if (await isThere(key)) return true;
  for (const { marks, isMark } of STORE_FORMATS) {
    if (isMark && (await isThere(marks[0]!)) && (await hasMark(keys, marks[0]!, isMark))) return true;
  }
  return false;
}

/** Files that are no JSON are another program's. */
const hasMark = (keys: KeyStore, key: string, isMark: NonNullable<StoreFormat['isMark']>) =>
  readFields(keys, key).then(
    (fields) => fields !== undefined && isMark(fields),
    () => false,
  );

/**
 * Opens a store of any format that is known: by its name, or else by the files at its root.
 * @throws InputError, one line that starts with the store's name, if it is none that can be read.
 */
export async function openStore(keys: KeyStore, selection: StoreSelection = {}): Promise<Store> {
  const { open } = await findFormat(keys);
  return watchAbsent(await open(keys, selection));
}

async function findFormat(keys: KeyStore): Promise<StoreFormat> {
  // The deepest name tells: a container may hold stores of another format.
  const folders = keys.name
    .toLowerCase()
    .split(/[\\/]+/)
    .reverse();
  const formatOf = (folder: string) =>
    STORE_FORMATS.find(({ extensions }) => extensions.some((extension) => folder.endsWith(extension)));
  const named = folders.map(formatOf).find((format) => format !== undefined);
  if (named) return named;
  for (const format of STORE_FORMATS) {
    const { marks, isMark } = format;
    if (isMark && (await hasMark(keys, marks[0]!, isMark))) return format;
  }
  return STORE_FORMATS[0]!;
}

/** The folder of a file that marks a store, such as `info`, by its path or address; undefined for other files. */
export function folderOfMark(path: string): string | undefined {
  const [, location = '', query = ''] = /^([^?#]*)(.*)$/s.exec(path) ?? [];
  const mark = STORE_MARKS.find((end) => location.endsWith(end));
  return mark && `${location.slice(0, -mark.length)}${query}`;
}
