/** Finds the files that a recipe names, by name and content, below folders that the user chose. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { openFile } from '../../../node/index.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { nameOf } from '../../../recipe/recipe.js';
import type { RecipeFile } from '../../../recipe/recipe-json.js';
import { say } from '../../say.js';

/** Files and folders to look at; home folders hold more, but not near their top. */
const ENTRIES_MAX = 50_000;

/** More files, such as a series of slices, are counted. */
const TOLD_MAX = 8;

/**
 * The paths of the recipe's files, in their order. Among several files of a name, that with the recipe's content counts. Says
 * what will be read, since the recipe may come from others.
 * @throws InputError if there is no file of the name, or there are several and none has the content.
 */
export async function findRecipeFiles(
  files: readonly RecipeFile[],
  folders: readonly string[],
  picture: string,
): Promise<string[]> {
  const names = files.map(({ path }) => nameOf(path));
  const found = await findByName(folders, names);
  const paths: string[] = [];
  for (const [index, { path: stored, sha256 }] of files.entries()) {
    const name = names[index]!;
    const candidates = found.get(name) ?? [];
    const path = candidates.length > 1 ? await findByContent(candidates, sha256) : candidates[0];
    if (path === undefined) {
      const where = candidates.length > 1 ? `which none of ${candidates.length} files of that name is` : 'which is not';
      fail(
        `${picture}: was made from ${stored}, ${where} below ${folders.join(', ')}; name its folder or the file too`,
      );
    }
    paths.push(path);
  }
  if (paths.length > TOLD_MAX)
    say(`reads ${paths.length} files below ${folders.join(', ')}, which the recipe of ${picture} names`);
  else for (const path of paths) say(`reads ${path}, which the recipe of ${picture} names`);
  return paths;
}

/** Paths of files, and of folders that were an input as a whole, by name, those near the top first; symbolic links are not followed. */
async function findByName(folders: readonly string[], names: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const wanted = new Set(names);
  const add = (name: string, path: string) => {
    if (wanted.has(name)) found.set(name, [...(found.get(name) ?? []), path]);
  };
  for (const folder of folders) add(basename(resolve(folder)), folder);
  const open = [...folders];
  let entries = 0;
  for (let folder = open.shift(); folder !== undefined && entries < ENTRIES_MAX; folder = open.shift()) {
    const content = await readdir(folder, { withFileTypes: true }).catch(() => []);
    entries += content.length;
    for (const entry of content) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) open.push(path);
      if (entry.isDirectory() || entry.isFile()) add(entry.name, path);
    }
  }
  return found;
}

/** The first of all, where the content is unknown. */
async function findByContent(paths: readonly string[], sha256: string | undefined): Promise<string | undefined> {
  if (sha256 === undefined) return paths[0];
  for (const path of paths) {
    // A folder's content is known only once its series has been read.
    if ((await stat(path)).isDirectory()) continue;
    const file = await openFile(path, { isPassing: true });
    if ((await file.sha256()) === sha256) return path;
  }
  return undefined;
}

/** Whether all of the paths are folders, and there is one at least. */
export async function areFolders(paths: readonly string[]): Promise<boolean> {
  const statuses = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return statuses.length > 0 && statuses.every((status) => status?.isDirectory());
}
