/** Profiles of this machine's adapters, in the user's configuration folder. */
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type AdapterIdentity, type Gpu, InputError, parseShapeProfile, type ShapeProfile } from '../index.js';
import { assertProfileOf, formatShapeProfile } from '../lab.js';
import { writeWholeFile } from './write-file.js';

/** Where the profile of an adapter and its driver is, if it was ever measured. */
export function shapeProfilePath({ vendor, architecture, device, description }: AdapterIdentity): string {
  const identity = [vendor, architecture, device, description];
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 12);
  const name = (device || description || vendor || 'adapter').toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return join(configurationFolder(), 'shapes', `${name.replace(/^-|-$/g, '')}-${hash}.json`);
}

/**
 * The profile of the device's adapter, as `tilecast tune` stored it; undefined where it did not.
 * @throws InputError where there is a file that is no profile, or one of another adapter.
 */
export async function loadShapeProfile({
  adapterInfo: info,
}: Pick<Gpu, 'adapterInfo'>): Promise<ShapeProfile | undefined> {
  const path = shapeProfilePath(info);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw new InputError(`${path}: cannot be read: ${cause.message}`, { cause });
  });
  if (text === undefined) return undefined;
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
  await mkdir(dirname(path), { recursive: true }).catch((cause: Error) => {
    throw new InputError(`${dirname(path)}: cannot be made: ${cause.message}`, { cause });
  });
  await writeWholeFile(path, new TextEncoder().encode(formatShapeProfile(profile)));
  return path;
}

/** As each platform has it; `XDG_CONFIG_HOME` counts on all of them. */
function configurationFolder(): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: appData } = process.env;
  if (xdg) return join(xdg, 'tilecast');
  if (process.platform === 'win32' && appData) return join(appData, 'tilecast');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'tilecast');
  return join(homedir(), '.config', 'tilecast');
}
