/** Writes files in one piece: whoever looks sees the old content or the whole new one, never half. */
import { constants } from 'node:fs';
import { access, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../index.js';

/**
 * Checks that `path` can be written, before long work begins.
 * @throws InputError that says why not.
 */
export async function assertWritable(path: string): Promise<void> {
  const target = await stat(path).catch(() => undefined);
  if (target?.isDirectory()) throw new InputError(`${path}: is a folder; name a file in it`);
  const folder = dirname(path);
  const parent = await stat(folder).catch(() => undefined);
  if (!parent?.isDirectory()) throw new InputError(`${path}: there is no folder ${folder}; make it first`);
  await access(target && !target.isFile() ? path : folder, constants.W_OK).catch(() => {
    throw new InputError(`${path}: cannot be written; choose another place or change its permissions`);
  });
}

/** @throws InputError if the file system refuses; nothing is left behind then. */
export async function writeWholeFile(path: string, bytes: Uint8Array): Promise<void> {
  const target = await stat(path).catch(() => undefined);
  try {
    // A pipe or a device cannot be replaced by a rename.
    if (target && !target.isFile()) return await writeFile(path, bytes);
    const partial = join(dirname(path), `.${basename(path)}.${process.pid}.partial`);
    try {
      await writeFile(partial, bytes);
      await rename(partial, path);
    } finally {
      await rm(partial, { force: true });
    }
  } catch (cause) {
    throw new InputError(`${path}: cannot be written: ${(cause as Error).message}`, { cause });
  }
}
