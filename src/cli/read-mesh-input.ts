/** Reads the mesh of an input of the command line, within the memory that inputs may take. */
import { type FileSource, type MeshFile, readMesh } from '../index.js';
import { countKeptBytes, type OpenedFile } from '../node/index.js';

/** @param read reads it; by default its points and lines are none that are shown. */
export async function readMeshInput(
  { source, memory }: OpenedFile,
  read: (source: FileSource) => Promise<MeshFile> = readMesh,
): Promise<MeshFile> {
  const file = await read(source);
  memory?.settle(countKeptBytes(file, source.bytes));
  return file;
}
