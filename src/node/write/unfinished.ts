/** Files that must not outlive the process: removed when it ends before they are finished, by itself or by a signal. */
import { rmSync } from 'node:fs';

const unfinished = new Set<string>();

/** A file that is to be removed where the process cannot do it, or no longer is. */
export interface UnfinishedChange {
  readonly path: string;
  readonly isUnfinished: boolean;
}

/** Called before a file is created, and after it is finished. */
let report: ((change: UnfinishedChange) => void) | undefined;

/** SIGKILL alone cannot be heard. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Has `listener` told, at once, what another process has to remove should this one be killed. */
export function reportUnfinished(listener: (change: UnfinishedChange) => void): void {
  report = listener;
}

/** Removes at once what is still there; for a process that is about to end. */
export function removeUnfinished(): void {
  for (const path of unfinished) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Another process may have been faster, and the rest must go too.
    }
  }
  unfinished.clear();
}

/** Ends the process as without a listener, unless somebody else listens, who then decides. */
function endBySignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  removeUnfinished();
  stopListening();
  process.kill(process.pid, signal);
}

function startListening(): void {
  for (const signal of SIGNALS) process.on(signal, endBySignal);
  process.on('exit', removeUnfinished);
}

function stopListening(): void {
  for (const signal of SIGNALS) process.off(signal, endBySignal);
  process.off('exit', removeUnfinished);
}

/**
 * Has a file or folder removed should the process end before the returned function is called. To be called before it is made, or
 * at once after.
 * @param elsewhere its path in other processes, where it has one of its own here.
 * @returns what says that there is nothing left to remove.
 */
export function removeAtExit(path: string, elsewhere: string = path): () => void {
  if (unfinished.size === 0) startListening();
  unfinished.add(path);
  const forget = removeIfKilled(elsewhere);
  return () => {
    forget();
    unfinished.delete(path);
    if (unfinished.size === 0) stopListening();
  };
}

/**
 * Has a file or folder removed only where the process is ended for taking too long: a signal leaves it, for the same command to go on.
 * @returns what says that there is nothing left to remove.
 */
export function removeIfKilled(path: string): () => void {
  report?.({ path, isUnfinished: true });
  return () => report?.({ path, isUnfinished: false });
}
