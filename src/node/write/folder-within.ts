/**
 * Folders below a root that are entered by descriptors: between a look at a path and its use, who may write in the root can put a
 * link in place of any folder on the way, and files would be made or removed where it leads.
 */
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { assertOpenedWithin, assertWithin, descriptorPath } from '../read/within.js';
import { makeFolder } from './write-file.js';

/**
 * Calls `use` with a name of the folder at `path` that leads to the same folder until it returns. Linux has such names; elsewhere
 * it is the path, which was looked at.
 * @param make whether to make folders that are missing.
 * @throws InputError if it lies outside of `root`, wherever links lead.
 */
export async function withFolderWithin<T>(
  root: string,
  path: string,
  { make }: { readonly make: boolean },
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const full = resolve(root, path);
  if (process.platform !== 'linux') {
    if (make) await makeFolder(full);
    await assertWithin(full, [root]);
    return use(full);
  }
  let folder = await openFolder(root);
  try {
    let name = root;
    for (const part of relative(root, full).split(sep)) {
      if (part === '') continue;
      name = join(name, part);
      const next = await enter(join(descriptorPath(folder), part), make);
      await folder.close();
      folder = next;
      await assertOpenedWithin(folder, name, [root]);
    }
    return await use(descriptorPath(folder));
  } finally {
    await folder.close();
  }
}

const openFolder = (path: string): Promise<FileHandle> => open(path, constants.O_RDONLY | constants.O_DIRECTORY);

async function enter(path: string, make: boolean): Promise<FileHandle> {
  try {
    return await openFolder(path);
  } catch (cause) {
    if (!make || (cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    await mkdir(path).catch((error: NodeJS.ErrnoException) => {
      // Another worker may have been faster.
      if (error.code !== 'EEXIST') throw error;
    });
    return openFolder(path);
  }
}
