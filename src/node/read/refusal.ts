/** Refusals of the file system to read, in words that say what to do. */
import { readlinkSync } from 'node:fs';
import { InputError } from '../../index.js';

export const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'may not be read; change its permissions',
  EISDIR: 'is a folder; name a file in it',
  ENOENT: 'does not exist; check the path',
  ENOTDIR: 'does not exist; check the path',
};

/** One line about what the file system says of a path. */
export function refusal(path: string, cause: unknown): InputError {
  if (cause instanceof InputError) return cause;
  const { code = '', message } = cause as NodeJS.ErrnoException;
  const target = code === 'ENOENT' ? linkTarget(path) : undefined;
  if (target !== undefined) return new InputError(`${path}: is a link to ${target}, which does not exist`, { cause });
  return new InputError(`${path}: ${REASONS[code] ?? `cannot be read: ${message}`}`, { cause });
}

/** Undefined for what is no link. */
function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
