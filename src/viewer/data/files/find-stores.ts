/** Stores among files that were dropped or chosen: folders that have what only stores have. */
import { blobSource } from '../../../index.js';
import { ZARR_MARKS } from '../../../lab.js';
import type { ViewerFile } from './viewer-file.js';

/** The files with those of each store taken together as one, in the place of the first of them. */
export function findStores(files: readonly ViewerFile[]): readonly ViewerFile[] {
  const folders = files.flatMap(({ name, source }) => (source instanceof Blob ? (folderOf(name) ?? []) : []));
  // A store has arrays below it that have the same marks.
  const roots = [...new Set(folders)].filter((root) => !folders.some((other) => root.startsWith(`${other}/`)));
  if (roots.length === 0) return files;
  const rootOf = ({ name, source }: ViewerFile) =>
    source instanceof Blob ? roots.find((root) => name.startsWith(`${root}/`)) : undefined;
  const below = new Map<string, ViewerFile[]>(roots.map((root) => [root, []]));
  for (const file of files) below.get(rootOf(file) ?? '')?.push(file);
  return files.flatMap((file): readonly ViewerFile[] => {
    const root = rootOf(file);
    if (root === undefined) return [file];
    const own = below.get(root)!;
    return file === own[0] ? [asStore(root, own)] : [];
  });
}

function asStore(root: string, below: readonly ViewerFile[]): ViewerFile {
  const sources = below.map(({ name, source }) => blobSource(source as Blob, name.slice(root.length + 1)));
  return { name: root, source: new Blob([]), isStore: true, storeFiles: { name: root, files: sources } };
}

/** The folder of a file that only stores have; undefined for other files. */
function folderOf(name: string): string | undefined {
  const mark = ZARR_MARKS.find((end) => name.endsWith(end));
  return mark && name.slice(0, -mark.length);
}
