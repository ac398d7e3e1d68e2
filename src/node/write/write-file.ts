/** Writes files in one piece: whoever looks sees the old content or the whole new one, never half. */
import { constants } from 'node:fs';
import { access, mkdir, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InputError } from '../../index.js';
import { PartialFile } from './partial-file.js';
import { writeError } from './write-error.js';

/**
 * Checks that `path` can be written, before long work begins.
 * @throws InputError that says why not.
 */
export async function assertWritable(path: string): Promise<void> {
  const target = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENAMETOOLONG' || cause.code === 'ELOOP') throw writeError(path, cause);
    return undefined;
  });
  if (target?.isDirectory()) throw new InputError(`${path}: is a folder; name a file in it`);
  const folder = dirname(path);
  // A working directory that was deleted still has a status, and no path.
  const parent = await realpath(folder)
    .then(stat)
    .catch(() => undefined);
  if (!parent?.isDirectory()) throw new InputError(`${path}: there is no folder ${folder}; make it first`);
  await access(target && !target.isFile() ? path : folder, constants.W_OK).catch((cause) => {
    throw writeError(path, cause);
  });
}

/** @throws InputError if the file system refuses; nothing is left behind then. */
export async function writeWholeFile(path: string, bytes: Uint8Array): Promise<void> {
  const target = await stat(path).catch(() => undefined);
  if (target && !target.isFile()) {
    // A pipe or a device cannot be replaced by a rename.
    await writeFile(path, bytes).catch((cause) => {
      throw writeError(path, cause);
    });
    return;
  }
  await writeAndCommit(await PartialFile.create(path), bytes);
}

/**
 * Writes a file in one piece in a folder that is entered already; a link in its place is replaced, not followed.
 * @param path its name in messages.
 * @throws InputError if the file system refuses; nothing is left behind then.
 */
export async function writeWholeFileAt(target: string, path: string, bytes: Uint8Array): Promise<void> {
  await writeAndCommit(await PartialFile.createAt(target, path), bytes);
}

async function writeAndCommit(file: PartialFile, bytes: Uint8Array): Promise<void> {
  try {
    await file.write(bytes);
    await file.commit();
  } finally {
    await file.discard();
  }
}

/**
 * Makes a folder, and those that it is in, unless it is there.
 * @throws InputError if the file system refuses.
 */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EEXIST')
      throw new InputError(`${path}: is no folder, and one is needed there; choose another name`, { cause });
    throw writeError(path, cause);
  });
}
