/** Ctrl-C during long work: it stops at the next good place. */

/** Ends the process as a shell expects after Ctrl-C. */
export const INTERRUPTED_EXIT_CODE = 130;

export interface Interrupt {
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal;
  readonly requested: () => boolean;
  /** Leaves Ctrl-C to others again. */
  readonly ignore: () => void;
}

/** The first Ctrl-C asks to stop, a second one ends the process at once, after `cleanUp`. */
export function listenForInterrupt(cleanUp: () => void = () => undefined): Interrupt {
  const controller = new AbortController();
  const listener = () => {
    if (controller.signal.aborted) {
      cleanUp();
      process.exit(INTERRUPTED_EXIT_CODE);
    }
    controller.abort();
  };
  process.on('SIGINT', listener);
  return {
    signal: controller.signal,
    requested: () => controller.signal.aborted,
    ignore: () => process.off('SIGINT', listener),
  };
}
