/** Refusals of the file system, in words that say what to do. */
import { InputError } from '../../index.js';

const WRITE_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'cannot be written; choose another place or change its permissions',
  EDQUOT: 'cannot be written: your quota of disk space is used up; free some or choose another place',
  EEXIST: 'is in the way; choose another name',
  EISDIR: 'is a folder; name a file in it',
  ELOOP: 'is a symbolic link that leads nowhere; name a file',
  ENAMETOOLONG: 'has too long a name for its file system; choose a shorter one',
  ENOENT: 'cannot be written: its folder is not there; make it first',
  ENOSPC: 'cannot be written: the disk is full, or has no room for another file; free some or choose another place',
  ENOTDIR: 'is below something that is no folder; choose another place',
  EPERM: 'cannot be written; choose another place or change its permissions',
  EROFS: 'cannot be written: the file system is read-only; choose another place',
};

/** The reason why `path` cannot be written. */
export function writeError(path: string, cause: unknown): InputError {
  if (cause instanceof InputError) return cause;
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return new InputError(`${path}: ${WRITE_REASONS[code] ?? `cannot be written: ${message}`}`, { cause });
}
