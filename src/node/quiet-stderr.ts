/** Keeps what native code prints to standard error from the user, where that can be done. */
import { closeSync, constants, fstatSync, openSync } from 'node:fs';

const STDERR = 2;

/**
 * Runs `work` with file descriptor 2 on /dev/null, for what is printed before it returns. Dawn prints there by itself and has
 * no switch for it, and Node has no dup2: so the descriptor is closed, and the next file that opens takes its number, the
 * lowest free one. Nothing else in the process may open files meanwhile. Terminals and pipes alone can be brought back so: a
 * socket cannot be opened again, and a file would lose its place in it. `work` runs as it is with those.
 */
export function withQuietStderr<T>(work: () => T): T {
  const kept = openAgain();
  if (kept === undefined) return work();
  try {
    replaceStderr('/dev/null');
    return work();
  } finally {
    replaceStderr(`/proc/self/fd/${kept}`);
    closeSync(kept);
  }
}

function openAgain(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stats = fstatSync(STDERR);
    return stats.isFIFO() || stats.isCharacterDevice() ? openSync(`/proc/self/fd/${STDERR}`, MODE) : undefined;
  } catch {
    return undefined;
  }
}

const MODE = constants.O_WRONLY | constants.O_NOCTTY;

function replaceStderr(path: string): void {
  closeSync(STDERR);
  openSync(path, MODE);
}
