/** The user's home folder. */
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';

/** Undefined where there is none, or a relative one, which would be another in every working directory. */
export function findHome(): string | undefined {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : undefined;
  } catch {
    // A user without an entry in the system's list, as in containers.
    return undefined;
  }
}
