/** Folders that stores are written to: under another name until they are whole, so that what was interrupted can go on. */
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError } from '../../index.js';
import { freeWhole, type KeyWriter } from '../../lab.js';
import { KeptFiles } from '../read/kept-files.js';
import { diskKeysThrough } from '../read/stores/find-store.js';
import { removeIfKilled } from './unfinished.js';
import { writeError } from './write-error.js';
import { makeFolder, writeWholeFile } from './write-file.js';

const PARTIAL = '.partial';
/** The parts of the partial folder. */
const MARK = 'source.json';

/** A folder in the making, whose files are those of a store. */
export interface StoreFolder {
  /** Writes the values of keys. */
  readonly keys: KeyWriter;
  /** Whether some of it was there already. */
  readonly goesOn: boolean;
  /** Gives it its name. @throws InputError if the file system refuses. */
  readonly commit: () => Promise<void>;
}

/**
 * A folder that becomes `path`.
 * @param identity what the store is made of, and how: only a store of the same identity is resumed.
 * @throws InputError if there is something at `path`, or a part of another store beside it.
 */
export async function createStoreFolder(path: string, identity: object): Promise<StoreFolder> {
  const target = path.replace(/[/\\]+$/, '');
  if (await stat(target).catch(() => undefined)) {
    throw new InputError(`${path}: is there already; remove it first, or choose another name`);
  }
  const folder = `${target}${PARTIAL}`;
  const mark = JSON.stringify(identity);
  const known = await readFile(join(folder, MARK), 'utf8').catch(() => undefined);
  if (known !== undefined && known !== mark) {
    throw new InputError(`${folder}: is a part of another store, or with other options; remove it first`);
  }
  if (known === undefined && (await stat(folder).catch(() => undefined))) {
    throw new InputError(`${folder}: is in the way; move it away`);
  }
  // An earlier command's unfinished folder stays.
  const finished = known === undefined ? removeIfKilled(folder) : undefined;
  if (known === undefined) {
    await mkdir(folder).catch((cause) => {
      throw writeError(path, cause);
    });
    await writeWholeFile(join(folder, MARK), new TextEncoder().encode(mark));
  }
  const made = new Set<string>();
  return {
    keys: {
      ...diskKeysThrough(new KeptFiles({ most: 0, isOwn: true }), folder, { isOwn: true }),
      has: async (key) => (await stat(join(folder, key)).catch(() => undefined)) !== undefined,
      set: async (key, bytes) => {
        const parent = dirname(join(folder, key));
        if (!made.has(parent)) await makeFolder(parent);
        made.add(parent);
        await writeWholeFile(join(folder, key), bytes);
        freeWhole(bytes);
      },
    },
    goesOn: known !== undefined,
    commit: async () => {
      try {
        await rm(join(folder, MARK));
        await rename(folder, target);
        finished?.();
      } catch (cause) {
        throw writeError(path, cause);
      }
    },
  };
}
