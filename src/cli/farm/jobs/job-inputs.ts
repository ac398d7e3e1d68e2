/** Inputs of jobs, as the submitter names them. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { InputError } from '../../../index.js';
import { isUrl, refuseCredentials } from '../../../lab.js';
import type { OpenedInput } from '../../../node/index.js';
import { fail } from '../../../recipe/parse/parse-options.js';

/**
 * The address by which workers find an input.
 * @throws InputError for the standard input, and for a file in an archive: workers look for files below their root, and see none in it.
 */
export function locateInput(path: string): string {
  if (path === '-' || path === 'stdin:') fail('--queue: workers cannot read the standard input; name a file');
  if (isUrl(path)) {
    refuseCredentials(path);
    return path;
  }
  if (existsSync(path)) return resolve(path);
  return fail(
    `--queue: ${path} lies in an archive, of which workers read no single files; name the archive, or unpack it`,
  );
}

/** Words by which formats name further files, whose bytes a digest includes once they are read. */
const NAMES_FILES = /data ?file|FileName|"uri"|mtllib|source=|href/i;
const HEADER_NAME = /\.(?:hdr|img)(?:\.gz)?$/i;
const LOOKED_AT_BYTES = 1 << 16;

/**
 * Compares the digests of files before anything decodes them: who replaces a job's file shall not have it read. Files that may
 * name others, folders and stores are compared once they are read.
 * @throws InputError for a file that is not the one that the job was made of.
 */
export async function assertSameInputs(
  inputs: readonly OpenedInput[],
  wanted: readonly { readonly sha256?: string | undefined }[],
): Promise<void> {
  if (inputs.length !== wanted.length) return;
  for (const [index, input] of inputs.entries()) {
    if (!('source' in input)) continue;
    const { name, bytes } = input.source;
    const start = new TextDecoder('latin1').decode(bytes.subarray(0, LOOKED_AT_BYTES));
    if (HEADER_NAME.test(name) || NAMES_FILES.test(start)) continue;
    const { sha256 } = wanted[index]!;
    if (sha256 !== undefined) assertSameFile(name, await input.sha256(), sha256);
  }
}

/** @throws InputError for a file that is not the one that the job was made of. */
export function assertSameFile(path: string, found: string | undefined, wanted: string | undefined): void {
  if (found === wanted) return;
  const start = (hash = '') => hash.slice(0, 12);
  throw new InputError(
    `${path}: is another file here than the job was made for: its SHA-256 begins with ${start(found)}, not ${start(wanted)}`,
  );
}
