/** Loads volumes from web addresses with `fetch`. */
import type { Volume } from '../volume/volume.js';
import { fetchSource } from './data-source.js';
import type { VolumeSelection } from './volumes/source.js';
import { readVolumeFolder, readVolumeSource } from './volumes/volume-formats.js';
import { isDicomWeb } from './web/web-address.js';
import type { RemoteOptions } from './web/web-request.js';

/** Options of `loadVolume`, `loadMesh` and `loadEnvironment`: how the address is asked. */
export type LoadOptions = RemoteOptions;

/**
 * Loads a volume in any format that `readVolume` knows, with the data files that its header names, relative to it; or the one
 * volume of a zip archive; or a series of a DICOMweb server, whose address begins with `dicomweb:`.
 * @param url absolute, or relative to the page. `tilecast/node` has a `loadVolume` for paths.
 * @throws InputError, one line that starts with the address, if it cannot be fetched, is no volume or a broken one.
 */
export async function loadVolume(url: string | URL, options: LoadOptions & VolumeSelection = {}): Promise<Volume> {
  if (isDicomWeb(String(url))) {
    const { openDicomWeb } = await import('./dicom/web/open-dicom-web.js');
    return (await readVolumeFolder(openDicomWeb(String(url), options), options)).volume;
  }
  return (await readVolumeSource(await fetchSource(url, options), options)).volume;
}
