/** Folders of pictures among files that were read: each is one volume, as on the command line. */
import { findMeshFormat, findVolumeFormat, memorySource, readVolume } from '../../../index.js';
import { findSlices, isPicture } from '../../../lab.js';
import { type NamedBytes, sourceOf } from './named-bytes.js';

/** The pictures of a folder, each a slice of one volume. */
export interface SliceFolder {
  /** The folder's name, as the command line would have it. */
  readonly input: string;
  readonly slices: readonly NamedBytes[];
}

/** A file that a header names is none of its own here. */
const noSibling = () => Promise.reject(new Error('is not read yet'));

/** The folder that was named, or that a dropped file is in; undefined of others. */
function folderOf({ name, input, isMask }: NamedBytes): string | undefined {
  if (isMask) return undefined;
  return input === name ? /^(.*?)[\\/]/.exec(name)?.[1] : input;
}

/** Whether it is a volume or a mesh besides pictures: what lies beside one in a folder is no stack. */
function isOther(file: NamedBytes): boolean {
  const source = sourceOf(file, noSibling);
  return findVolumeFormat(source) !== undefined || findMeshFormat(source) !== undefined;
}

/** None of folders with other volumes or meshes, and of those whose pictures have several pages each. */
export async function findSliceFolders(read: readonly NamedBytes[]): Promise<readonly SliceFolder[]> {
  const folders = [...new Set(read.map(folderOf))].filter((folder) => folder !== undefined);
  const found = folders.map(async (input): Promise<SliceFolder[]> => {
    const files = read.filter((file) => folderOf(file) === input);
    if (files.length < 2) return [];
    const sources = files.map(({ name, bytes }) => memorySource(name, bytes));
    const names = new Set((await findSlices({ name: input, files: sources }))?.map(({ name }) => name));
    const slices = files.filter(({ name }) => names.has(name));
    const [first] = slices;
    if (!first || files.some((file) => !names.has(file.name) && isOther(file))) return [];
    return (await hasPages(first)) ? [] : [{ input, slices }];
  });
  return (await Promise.all(found)).flat();
}

/** Whether a picture is a stack by itself; those that cannot be read say why as slices. */
async function hasPages(file: NamedBytes): Promise<boolean> {
  if (isPicture(file.bytes)) return false;
  const read = await readVolume(sourceOf(file, noSibling)).catch(() => undefined);
  return read !== undefined && read.volume.sizes[2] > 1;
}
