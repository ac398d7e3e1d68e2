/** The user's own cache folder. */
import { isAbsolute, join } from 'node:path';
import { findHome } from './find-home.js';
import { ensurePrivateFolder } from './private-folder.js';

/**
 * Makes or finds `tilecast` in the folder that `XDG_CACHE_HOME` names, or in `~/.cache`.
 * @returns undefined where there is none, or none that can be trusted.
 * @throws the file system's error if it cannot be made.
 */
export async function findCacheFolder(): Promise<string | undefined> {
  const { XDG_CACHE_HOME: xdg = '' } = process.env;
  const home = findHome();
  const caches = isAbsolute(xdg) ? xdg : home && join(home, '.cache');
  if (caches === undefined || process.getuid === undefined) return undefined;
  return ensurePrivateFolder(join(caches, 'tilecast'));
}
