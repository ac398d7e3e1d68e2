/** Folders for results, which are made when there is something to put into them. */
import { stat } from 'node:fs/promises';
import { fail } from '../../recipe/parse/parse-options.js';

/** @throws InputError where a file is in place of a folder, before anything costly begins. */
export async function requireFolder(path: string): Promise<void> {
  const status = await stat(path).catch(() => undefined);
  if (status && !status.isDirectory()) fail(`${path}: is a file, and results go to a folder; name another place`);
}
