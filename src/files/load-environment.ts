/** Loads panoramas from web addresses with `fetch`. */
import type { EnvironmentMap } from '../transfer/light/environment.js';
import { readEnvironment } from './environments/read-environment.js';
import type { LoadOptions } from './load-volume.js';
import { fetchRemote } from './web/remote-file.js';
import { nameUrl } from './web/web-address.js';

/**
 * Loads a panorama from a Radiance picture (.hdr), as a scene's `environment`.
 * @param url absolute, or relative to the page. `tilecast/node` has a `loadEnvironment` for paths.
 * @throws InputError, one line that starts with the address, if it cannot be fetched, is no panorama or a broken one.
 */
export async function loadEnvironment(url: string | URL, options: LoadOptions = {}): Promise<EnvironmentMap> {
  return readEnvironment((await fetchRemote(url, options)).bytes, nameUrl(url));
}
