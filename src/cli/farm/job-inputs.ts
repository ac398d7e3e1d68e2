/** Inputs of jobs, as the submitter names them. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { InputError } from '../../index.js';
import { isUrl } from '../../lab.js';
import { fail } from '../../options/parse-options.js';

/**
 * The address by which workers find an input.
 * @throws InputError for the standard input, and for a file in an archive: workers look for files below their root, and see none in it.
 */
export function locateInput(path: string): string {
  if (path === '-' || path === 'stdin:') fail('--queue: workers cannot read the standard input; name a file');
  if (isUrl(path)) return path;
  if (existsSync(path)) return resolve(path);
  return fail(
    `--queue: ${path} lies in an archive, of which workers read no single files; name the archive, or unpack it`,
  );
}

/** @throws InputError for a file that is not the one that the job was made of. */
export function assertSameFile(path: string, found: string | undefined, wanted: string | undefined): void {
  if (found === wanted) return;
  const start = (hash = '') => hash.slice(0, 12);
  throw new InputError(
    `${path}: is another file here than the job was made for: its SHA-256 begins with ${start(found)}, not ${start(wanted)}`,
  );
}
