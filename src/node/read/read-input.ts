/** Reads volumes and meshes by their path. */
import {
  InputError,
  type MeshFile,
  readMesh,
  readStoreVolume,
  readVolume,
  readVolumeFolder,
  type VolumeFile,
  type VolumeReader,
  type VolumeSelection,
} from '../../index.js';
import { openInputs } from './open-input.js';
import { openFile } from './read-file.js';

/**
 * Reads a volume of any known format, with the files that its header names, or a series of a folder or zip archive.
 * @param read a reader for files that do not say what they are, e.g. `createRawReader(layout)`.
 * @throws InputError, one line that starts with the path, if it is missing, no volume or a broken one.
 */
export async function readVolumeFile(
  path: string,
  selection: VolumeSelection = {},
  read?: VolumeReader,
): Promise<VolumeFile> {
  if (read) return read((await openFile(path)).source, selection);
  const [input] = await openInputs([path]);
  if ('store' in input!) return readStoreVolume(await input.store(selection));
  return 'folder' in input! ? readVolumeFolder(input.folder, selection) : readVolume(input!.source, selection);
}

/** @throws InputError, one line that starts with the path, if it is missing, no mesh or a broken one. */
export async function readMeshFile(path: string): Promise<MeshFile> {
  const [input] = await openInputs([path]);
  if ('folder' in input! || 'store' in input!) throw new InputError(`${path}: holds no mesh; name a file`);
  return readMesh(input!.source);
}
