/** No output may be an input: checked when all inputs are known, and before anything is written. */
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail } from '../../recipe/parse/parse-options.js';

/**
 * @param outputs files that will be written; those of a series may be many, and most are not there yet.
 * @param inputs files that were read; names of no file are left out, since an option's value may be one or not.
 * @throws InputError if one would be written over an input, or two over each other.
 */
export async function refuseOverwriting(outputs: readonly string[], inputs: readonly string[]): Promise<void> {
  const read = new Map<string, string>();
  for (const path of inputs) {
    const identity = await identify(path);
    if (identity !== undefined) read.set(identity, path);
  }
  const folders = new Map<string, string>();
  const written = new Set<string>();
  for (const path of outputs) {
    const identity = await identify(path);
    const input = identity === undefined ? undefined : read.get(identity);
    if (input !== undefined) fail(`${path}: is read as ${input === path ? 'an input' : input}; write to another file`);
    const folder = dirname(path);
    if (!folders.has(folder)) folders.set(folder, await realpath(folder).catch(() => folder));
    const location = identity ?? join(folders.get(folder)!, basename(path));
    if (written.has(location)) fail(`${path}: would be written twice; name another file for one of the two`);
    written.add(location);
  }
}

/** The identity of a file, whatever name or link leads to it; undefined where there is none, or no regular one. */
async function identify(path: string): Promise<string | undefined> {
  const status = await stat(path, { bigint: true }).catch(() => undefined);
  return status?.isFile() ? `${status.dev}:${status.ino}` : undefined;
}
