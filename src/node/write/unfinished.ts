/** Files that must not outlive the process: removed when it ends before they are finished, by itself or by a signal. */

type Remove = () => void;

const unfinished = new Set<Remove>();

/** SIGKILL alone cannot be heard. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Removes at once what is still there; for a process that is about to end. */
export function removeUnfinished(): void {
  for (const remove of unfinished) {
    try {
      remove();
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
 * Has `remove` called should the process end before the returned function is. It must be synchronous.
 * @returns what says that there is nothing left to remove.
 */
export function removeAtExit(remove: Remove): () => void {
  if (unfinished.size === 0) startListening();
  unfinished.add(remove);
  return () => {
    unfinished.delete(remove);
    if (unfinished.size === 0) stopListening();
  };
}
