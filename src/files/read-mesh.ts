/** Meshes of bytes, a page's files and addresses, with what their files say beside them. */
import { type FileData, openData } from './data-source.js';
import type { MeshFile } from './meshes/mesh-file.js';
import { readMeshSource } from './meshes/mesh-formats.js';

/**
 * Reads a mesh of any known format, gzipped or not, or the one mesh of a zip archive.
 * @param name gives the format where the content does not, and stands in messages; default: the name of a File.
 * @throws InputError, one line that starts with the file's name, if it is none or a broken one.
 */
export async function readMesh(data: FileData, name?: string): Promise<MeshFile> {
  return readMeshSource(await openData(data, name));
}
