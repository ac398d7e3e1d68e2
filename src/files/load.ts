/** Loads volumes, meshes and panoramas of light from web addresses, with `fetch` alone. */
import { InputError } from '../errors.js';
import type { Mesh } from '../mesh/mesh.js';
import type { EnvironmentMap } from '../transfer/light/environment.js';
import type { Volume } from '../volume/volume.js';
import { findOnlyFile, isArchive, openEntry } from './archive.js';
import { memorySource } from './bytes/byte-source.js';
import { gunzip } from './bytes/compression/inflate.js';
import { openZip } from './bytes/compression/zip.js';
import { readEnvironment } from './environments/read-environment.js';
import { readMesh } from './meshes/mesh-formats.js';
import type { FileSource, VolumeSelection } from './volumes/source.js';
import { readVolume } from './volumes/volume-formats.js';
import { fetchRemote } from './web/remote-file.js';
import { addressBeside, nameUrl } from './web/web-address.js';
import type { RemoteOptions } from './web/web-request.js';

export type LoadOptions = RemoteOptions;

/**
 * Loads a volume in any format that `readVolume` knows, with the data files that its header names, relative to it; or the one
 * volume of a zip archive.
 * @param url absolute, or relative to the page. `tilecast/node` has a `loadVolume` for paths.
 * @throws InputError, one line that starts with the address, if it cannot be fetched, is no volume or a broken one.
 */
export async function loadVolume(url: string | URL, options: LoadOptions & VolumeSelection = {}): Promise<Volume> {
  return (await readVolume(await fetchSource(url, options), options)).volume;
}

/**
 * Loads a mesh in any format that `readMesh` knows, gzipped or not.
 * @param url absolute, or relative to the page. `tilecast/node` has a `loadMesh` for paths.
 * @throws InputError, one line that starts with the address, if it cannot be fetched, is no mesh or a broken one.
 */
export async function loadMesh(url: string | URL, options: LoadOptions = {}): Promise<Mesh> {
  return (await readMesh(await fetchSource(url, options))).mesh;
}

/**
 * Loads a panorama from a Radiance picture (.hdr), as a scene's `environment`.
 * @param url absolute, or relative to the page. `tilecast/node` has a `loadEnvironment` for paths.
 * @throws InputError, one line that starts with the address, if it cannot be fetched, is no panorama or a broken one.
 */
export async function loadEnvironment(url: string | URL, options: LoadOptions = {}): Promise<EnvironmentMap> {
  return readEnvironment((await fetchRemote(url, options)).bytes, nameUrl(url));
}

async function fetchSource(url: string | URL, options: LoadOptions): Promise<FileSource> {
  const { bytes, finalUrl } = await fetchRemote(url, options);
  const readSibling = async (name: string) => {
    if (!URL.canParse(name, finalUrl)) throw new InputError(`${name} has no address, since ${nameUrl(url)} has none`);
    return (await fetchRemote(addressBeside(finalUrl, name), options)).bytes;
  };
  if (!isArchive(bytes)) return { name: nameUrl(url), bytes, readSibling, gunzip };
  const folder = await openZip(memorySource(nameUrl(url), bytes));
  const file = await findOnlyFile(folder);
  if (!file)
    throw new InputError(`${folder.name}: holds no file that can be read alone; readVolumeFolder reads series`);
  return openEntry(folder, file, gunzip);
}
