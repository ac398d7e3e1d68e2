/** Loads meshes from web addresses, with `fetch` alone: pages that load volumes alone load no table of mesh formats. */
import type { Mesh } from '../mesh/mesh.js';
import { fetchSource } from './data-source.js';
import type { LoadOptions } from './load-volume.js';
import { readMeshSource } from './meshes/mesh-formats.js';

/**
 * Loads a mesh in any format that `readMesh` knows, gzipped or not.
 * @param url absolute, or relative to the page. `tilecast/node` has a `loadMesh` for paths.
 * @throws InputError, one line that starts with the address, if it cannot be fetched, is no mesh or a broken one.
 */
export async function loadMesh(url: string | URL, options: LoadOptions = {}): Promise<Mesh> {
  return (await readMeshSource(await fetchSource(url, options))).mesh;
}
