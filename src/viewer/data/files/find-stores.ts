/** Stores among files that were dropped or chosen: folders that have what only stores have. */
import { blobSource } from '../../../index.js';
import { folderOfMark } from '../../../lab.js';
import type { ViewerFile } from './viewer-file.js';

/** The files with those of each store taken together as one, in place of the first of them. */
export function findStores(files: readonly ViewerFile[]): readonly ViewerFile[] {
  const dropped = files.flatMap(({ name, source }) => (source instanceof Blob ? [name] : []));
  const folders = dropped.flatMap((name) => {
    const folder = folderOfMark(name);
    return folder === undefined || (name.endsWith('/info') && !holdsChunks(folder, dropped)) ? [] : [folder];
  });
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

/** Files named info are common: those of stores have chunks beside them, which are named after their voxels or end in .shard. */
const holdsChunks = (folder: string, names: readonly string[]) =>
  names.some((name) => name.startsWith(`${folder}/`) && CHUNK_NAME.test(name));

const CHUNK_NAME = /(?:\/\d+-\d+_\d+-\d+_\d+-\d+(?:\.gz)?|\.shard)$/;
