/** Lists the files below a folder on disk. */
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { InputError } from '../../index.js';
import { leaveOutLeftovers } from '../../lab.js';
import { refusal } from './refusal.js';
import { assertWithin } from './within.js';

export interface FoundFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/** Options of `listFiles`. */
export interface ListFilesOptions {
  /** Folders that the files must lie below. */
  readonly within?: readonly string[] | undefined;
  /** Files and folders of more are refused; default: 2^19, which are looked at in some seconds. */
  readonly most?: number;
}

const MOST = 2 ** 19;

/** Status calls at once, so that a disk's waits overlap. */
const AT_ONCE = 32;

/**
 * All files below a folder, in the order of their paths; links to folders are not followed, since they may be circles.
 * @throws InputError for a folder in it that may not be read, since a series may lack slices without it, and for very many files.
 */
export async function listFiles(
  folder: string,
  { within, most = MOST }: ListFilesOptions = {},
): Promise<readonly FoundFile[]> {
  const paths = await listPaths(folder, most);
  const kept = leaveOutLeftovers(folder, paths, (path) => relative(folder, path)).sort();
  const files: (FoundFile | undefined)[] = new Array(kept.length);
  let next = 0;
  const work = async () => {
    for (let index = next++; index < kept.length; index = next++) {
      const status = await stat(kept[index]!).catch(() => undefined);
      if (!status?.isFile()) continue;
      await assertWithin(kept[index]!, within);
      files[index] = { path: kept[index]!, sizeBytes: status.size };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return files.filter((file) => file !== undefined);
}

/** A walk of our own: `readdir` with `recursive` lists without an end, and does not say which folder it fails at. */
async function listPaths(root: string, most: number): Promise<string[]> {
  const paths: string[] = [];
  const folders = [root];
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true }).catch((cause: NodeJS.ErrnoException) => {
      // Gone since it was listed.
      if (folder !== root && cause.code === 'ENOENT') return [];
      throw refusal(folder, cause);
    });
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() || entry.isSymbolicLink()) paths.push(path);
    }
    if (paths.length + folders.length > most) {
      throw new InputError(
        `${root}: has more than ${most} files and folders below it; name the one that holds the data`,
      );
    }
  }
  return paths;
}
