/** Folders of one process in the system's temporary folder, which another one removes where it was killed. */
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAtExit } from '../write/unfinished.js';
import { nameOfProcess, removeAbandoned } from './process-names.js';

const OWNER_ALONE = 0o700;
const FORM = { prefix: '', suffix: '', isFolder: true };

/** A folder for this process alone, which goes with it. Removes those of processes that were killed. */
export async function makeTemporaryFolder(parent: string = tmpdir()): Promise<string> {
  await removeAbandoned(parent, FORM);
  const folder = join(parent, await nameOfProcess(FORM));
  removeAtExit(folder);
  await mkdir(folder, { mode: OWNER_ALONE });
  return folder;
}
