/** The mesh formats that tilecast writes, by the endings of file names. */
import { InputError } from '../../errors.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { WrittenFile } from '../volumes/writers/written-file.js';

/** Loaded when they are needed. */
const WRITERS: Readonly<Record<string, () => Promise<(mesh: Mesh) => Promise<WrittenFile>>>> = {
  '.ply': async () => (await import('./ply/write-ply.js')).writePly,
  '.obj': async () => (await import('./wavefront/write-obj.js')).writeObj,
  '.glb': async () => (await import('./gltf/write-glb.js')).writeGlb,
  '.stl': async () => (await import('./stl/write-stl.js')).writeStl,
};

/** File name extensions of the formats that `writeMesh` writes. */
export const WRITABLE_MESHES: readonly string[] = Object.keys(WRITERS);

/**
 * Writes a mesh in the format that the ending of `name` says.
 * @throws InputError, one line that starts with the name, for another ending.
 */
export async function writeMesh(mesh: Mesh, name: string): Promise<WrittenFile> {
  const ending = WRITABLE_MESHES.find((candidate) => name.toLowerCase().endsWith(candidate));
  if (!ending) throw new InputError(`${name}: meshes are written as ${WRITABLE_MESHES.join(', ')}; end the name so`);
  return (await WRITERS[ending]!())(mesh);
}
