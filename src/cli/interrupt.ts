/** Ctrl-C during long work: it stops at the next good place. */

/** Ends the process as a shell expects after Ctrl-C. */
export const INTERRUPTED_EXIT_CODE = 130;

/** The first Ctrl-C asks to stop, a second one ends the process at once, after `cleanUp`. */
export function listenForInterrupt(cleanUp: () => void = () => undefined) {
  let requested = false;
  const listener = () => {
    if (requested) {
      cleanUp();
      process.exit(INTERRUPTED_EXIT_CODE);
    }
    requested = true;
  };
  process.on('SIGINT', listener);
  return { requested: () => requested, ignore: () => process.off('SIGINT', listener) };
}
