/**
 * Folders below which files must lie, wherever links lead. What was opened decides, not its path: who may write in the folder
 * can put a link in the place of a file between a look at the path and its opening.
 */

import type { FileHandle } from 'node:fs/promises';
import { readlink, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { InputError } from '../../index.js';
import { refusal } from './refusal.js';

/** @throws InputError unless `path` is one of the folders or lies below one. */
export async function assertWithin(path: string, folders: readonly string[]): Promise<void> {
  const real = await realpath(path).catch((cause) => {
    throw refusal(path, cause);
  });
  await assertInside(real, path, folders);
}

/**
 * Asks the system where an open file or folder lies. Elsewhere than on Linux, whose kernel knows, the path is followed once more
 * and must lead to the same file.
 * @param path its name in messages.
 * @throws InputError unless it is one of the folders or lies below one.
 */
export async function assertOpenedWithin(file: FileHandle, path: string, folders: readonly string[]): Promise<void> {
  if (process.platform === 'linux') return assertInside(await readlink(descriptorPath(file)), path, folders);
  await assertWithin(path, folders);
  const [opened, named] = await Promise.all([file.stat({ bigint: true }), stat(path, { bigint: true })]);
  if (opened.ino !== named.ino || opened.dev !== named.dev) throw outside(path, folders);
}

/** The name by which Linux reaches what a descriptor holds, whatever has become of its path. */
export const descriptorPath = ({ fd }: FileHandle): string => `/proc/self/fd/${fd}`;

async function assertInside(real: string, path: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const inside = relative(await realpath(folder), real);
    if (inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) return;
  }
  throw outside(path, folders);
}

const outside = (path: string, folders: readonly string[]) =>
  new InputError(`${path}: lies outside ${folders.join(', ')}, where alone files are looked for here`);
