/** Keeps what native code prints to standard error from the user, where that can be done. */
import { accessSync, closeSync, constants, fstatSync, openSync } from 'node:fs';

const STDERR = 2;
const MODE = constants.O_WRONLY | constants.O_NOCTTY;

/** Puts file descriptor 2 on /dev/null, and returns what brings it back. @throws if it stays as it is. */
type Silence = () => () => void;

/**
 * Runs `work` with file descriptor 2 on /dev/null, for what is printed before it returns: Dawn prints there by itself and has
 * no switch for it. Nothing else in the process may open files until then. Linux only; `work` runs as it is elsewhere, and
 * where the descriptor could not be brought back.
 */
export async function withQuietStderr<T>(work: () => T): Promise<T> {
  const silence = await chooseSilence();
  let restore: (() => void) | undefined;
  try {
    restore = silence?.();
  } catch {
    // Some warnings more are no reason to do without a picture.
  }
  try {
    return work();
  } finally {
    restore?.();
  }
}

/**
 * Terminals and pipes can be opened again, unless another user made them: containers and `sudo -u` give such. A socket, which Node gives the programs that it starts, cannot, and a file would
 * lose its place: those are kept by `dup`, which Node lacks.
 */
async function chooseSilence(): Promise<Silence | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    const stats = fstatSync(STDERR);
    const mayOpen = (stats.isFIFO() || stats.isCharacterDevice()) && isWritable(`/proc/self/fd/${STDERR}`);
    return mayOpen ? openAgain : await loadDuplication();
  } catch {
    return undefined;
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The descriptor is closed, and the next file that opens takes its number, the lowest free one. */
function openAgain(): () => void {
  closeSync(openSync('/dev/null', MODE));
  const kept = openSync(`/proc/self/fd/${STDERR}`, MODE);
  const replaceStderr = (path: string) => {
    closeSync(STDERR);
    openSync(path, MODE);
  };
  replaceStderr('/dev/null');
  return () => {
    replaceStderr(`/proc/self/fd/${kept}`);
    closeSync(kept);
  };
}

/** Takes 12 ms, which terminals and pipes are spared. @throws where the optional package koffi is not installed. */
async function loadDuplication(): Promise<Silence> {
  const { load } = await import('koffi');
  const system = load(null);
  const dup = system.func('int dup(int)') as (descriptor: number) => number;
  const dup2 = system.func('int dup2(int, int)') as (from: number, to: number) => number;
  return () => {
    const nothing = openSync('/dev/null', MODE);
    const kept = dup(STDERR);
    if (kept >= 0) dup2(nothing, STDERR);
    closeSync(nothing);
    if (kept < 0) throw new Error('no descriptor is free');
    return () => {
      dup2(kept, STDERR);
      closeSync(kept);
    };
  };
}
