/** Profiles of this machine's adapters, in the user's configuration folder. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { type AdapterIdentity, type Gpu, InputError, parseShapeProfile, type ShapeProfile } from '../../index.js';
import { assertProfileOf, formatShapeProfile } from '../../lab.js';
import { findHome } from '../folders/find-home.js';
import { readInputText } from '../read/read-file.js';
import { makeFolder, writeWholeFile } from '../write/write-file.js';

/** The path of the profile of an adapter and its driver, if it was ever measured; undefined if the user has no place for it. */
export function shapeProfilePath({ vendor, architecture, device, description }: AdapterIdentity): string | undefined {
  const folder = configurationFolder();
  if (folder === undefined) return undefined;
  const identity = [vendor, architecture, device, description];
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 12);
  const name = (device || description || vendor || 'adapter').toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return join(folder, 'shapes', `${name.replace(/^-|-$/g, '')}-${hash}.json`);
}

/**
 * The profile of the device's adapter, as `tilecast tune` stored it; undefined where it did not.
 * @throws InputError where there is a file that is no profile, or one of another adapter.
 */
export async function loadShapeProfile({
  adapterInfo: info,
}: Pick<Gpu, 'adapterInfo'>): Promise<ShapeProfile | undefined> {
  const path = shapeProfilePath(info);
  if (path === undefined || !existsSync(path)) return undefined;
  const text = await readInputText(path, { isOwn: true });
  const profile = parseShapeProfile(text, path);
  assertProfileOf(profile, info, path);
  return profile;
}

/**
 * Stores a profile where `loadShapeProfile` finds it.
 * @returns the path.
 * @throws InputError where the folder cannot be made or written.
 */
export async function storeShapeProfile(profile: ShapeProfile): Promise<string> {
  const path = shapeProfilePath(profile.adapter);
  if (path === undefined) {
    throw new InputError(
      'HOME is no absolute path, so there is no folder for the profile; --output names a file for it',
    );
  }
  await makeFolder(dirname(path));
  await writeWholeFile(path, new TextEncoder().encode(formatShapeProfile(profile)));
  return path;
}

/**
 * The folder that each platform has for it; `XDG_CONFIG_HOME` counts on all of them. Paths that are not absolute do not count.
 */
function configurationFolder(): string | undefined {
  const { XDG_CONFIG_HOME: xdg = '', APPDATA: appData = '' } = process.env;
  if (isAbsolute(xdg)) return join(xdg, 'tilecast');
  if (process.platform === 'win32' && isAbsolute(appData)) return join(appData, 'tilecast');
  const home = findHome();
  if (home === undefined) return undefined;
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'tilecast');
  return join(home, '.config', 'tilecast');
}
