/** Loads volumes, meshes and panoramas of light from files, as plain objects ready to render. */
import { fileURLToPath } from 'node:url';
import { type EnvironmentMap, type Mesh, readEnvironment, type Volume, type VolumeSelection } from '../../index.js';
import { readInputFile } from './read-file.js';
import { readMeshFile, readVolumeFile } from './read-input.js';

/**
 * Loads a volume in any format that `readVolume` knows, with the data files that its header names.
 * `readVolumeFile` also returns what was left out of it.
 * @param path a path, or a `file:` URL as in `new URL('scan.nrrd', import.meta.url)`.
 * @throws InputError, one line that starts with the path, if it is missing, no volume or a broken one.
 */
export async function loadVolume(path: string | URL, selection: VolumeSelection = {}): Promise<Volume> {
  return (await readVolumeFile(toPath(path), selection)).volume;
}

/**
 * Loads a mesh in any format that `readMesh` knows, gzipped or not. `readMeshFile` also returns what was left out of it.
 * @param path a path, or a `file:` URL as in `new URL('model.ply', import.meta.url)`.
 * @throws InputError, one line that starts with the path, if it is missing, no mesh or a broken one.
 * @example
 * ```js
 * await renderer.render({ meshes: [{ mesh: await loadMesh('knot.ply') }] });
 * ```
 */
export async function loadMesh(path: string | URL): Promise<Mesh> {
  return (await readMeshFile(toPath(path))).mesh;
}

/**
 * Loads a panorama from a Radiance picture (.hdr), as a scene's `environment`.
 * @param path a path, or a `file:` URL.
 * @throws InputError, one line that starts with the path, if it is missing, no panorama or a broken one.
 */
export async function loadEnvironment(path: string | URL): Promise<EnvironmentMap> {
  return readEnvironment(await readInputFile(toPath(path)), toPath(path));
}

const toPath = (path: string | URL) => (path instanceof URL ? fileURLToPath(path) : path);
