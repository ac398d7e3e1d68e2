/**
 * Folders below which files must lie, wherever links lead. What was opened decides, not its path: who may write in the folder
 * can put a link in place of a file between a look at the path and its opening.
 */

import { statSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { readlink, realpath, stat } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { InputError } from '../../index.js';
import { OutsideError } from '../../lab.js';
import { leadsOut } from './references.js';
import { refusal } from './refusal.js';

/** The folder that all inputs of the process lie in; undefined where they may lie anywhere. */
let confinement: string | undefined;

/**
 * Has the process refuse every input outside of a folder from now on, wherever it is read: named by the user, by another input or
 * by a link. One for the whole process, so that no reader can be forgotten. Undefined lets it read anywhere again.
 * @throws InputError for what is no folder.
 */
export function confineInputs(folder: string | undefined): void {
  const isFolder = folder === undefined || statSync(folder, { throwIfNoEntry: false })?.isDirectory();
  if (!isFolder) throw new InputError(`--within: ${folder} is no folder`);
  confinement = folder === undefined ? undefined : resolve(folder);
}

/** Whether inputs may lie in one folder alone. */
export const isConfined = (): boolean => confinement !== undefined;

/**
 * @param folders those that the file must lie below beside that of the process; anywhere where they are undefined.
 * @throws InputError unless `path` exists and is one of the folders or lies below one.
 */
export async function assertWithin(path: string, folders: readonly string[] | undefined): Promise<void> {
  if (!folders && confinement === undefined) return;
  // Looked at first: whether a file exists outside is nobody's business.
  await assertPlaceWithin(path, folders);
  await realpath(path).catch((cause) => {
    throw refusal(path, cause);
  });
}

/**
 * Checks a path that need not exist, such as that of an entry of an archive.
 * @throws InputError unless it leads, or would lead, below one of the folders.
 */
export async function assertPlaceWithin(path: string, folders: readonly string[] | undefined): Promise<void> {
  if (!folders && confinement === undefined) return;
  const real = await realpath(path).catch(async () => realpath(await nearestFolder(dirname(resolve(path)))));
  await assertInside(real, path, folders);
}

/**
 * Asks the system where an open file or folder lies. Elsewhere than on Linux, whose kernel knows, the path is followed once more
 * and must lead to the same file.
 * @param path its name in messages.
 * @throws InputError unless it is one of the folders or lies below one.
 */
export async function assertOpenedWithin(
  file: FileHandle,
  path: string,
  folders: readonly string[] | undefined,
): Promise<void> {
  if (!folders && confinement === undefined) return;
  if (process.platform === 'linux') return assertInside(await readlink(descriptorPath(file)), path, folders);
  await assertWithin(path, folders);
  const [opened, named] = await Promise.all([file.stat({ bigint: true }), stat(path, { bigint: true })]);
  if (opened.ino !== named.ino || opened.dev !== named.dev) throw outside(path, folders ?? [confinement!]);
}

/** The name by which Linux reaches what a descriptor holds, whatever has become of its path. */
export const descriptorPath = ({ fd }: FileHandle): string => `/proc/self/fd/${fd}`;

/** The folder, or its innermost ancestor that exists. */
async function nearestFolder(path: string): Promise<string> {
  const status = await stat(path).catch(() => undefined);
  const parent = dirname(path);
  return status || parent === path ? path : nearestFolder(parent);
}

async function assertInside(real: string, path: string, folders: readonly string[] | undefined): Promise<void> {
  if (confinement !== undefined && !(await isBelow(real, confinement))) {
    throw new OutsideError(`${path}: lies outside ${confinement}, in which --within keeps all that is read`);
  }
  if (!folders) return;
  for (const folder of folders) if (await isBelow(real, folder)) return;
  throw outside(path, folders);
}

async function isBelow(real: string, folder: string): Promise<boolean> {
  return !leadsOut(relative(await realpath(folder), real));
}

const outside = (path: string, folders: readonly string[]) =>
  new OutsideError(`${path}: lies outside ${folders.join(', ')}, where alone files are looked for here`);
