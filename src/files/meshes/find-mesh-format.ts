/** Formats of meshes that are wanted at once; readers load the table of foreign kinds when they meet one. */
import { findForeignKind } from '../foreign/find-foreign-kind.js';
import type { FileSource } from '../volumes/source.js';
import { type MeshFormat, meshFormatNamed, recognizeMesh } from './mesh-formats.js';

/**
 * The format of a mesh, by content or, where that says nothing or is gzip data, by name; undefined if it seems to be no
 * mesh, or one of a kind that is not read.
 */
export function findMeshFormat({ name, bytes }: Pick<FileSource, 'name' | 'bytes'>): MeshFormat | undefined {
  return recognizeMesh(bytes) ?? (findForeignKind(bytes) ? undefined : meshFormatNamed(name));
}
