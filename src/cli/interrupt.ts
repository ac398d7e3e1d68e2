/** Ctrl-C, and a request to terminate, during long work: it stops at the next good place, or soon in any case. */
import { removeUnfinished } from '../node/index.js';

/** Ends the process as a shell expects after Ctrl-C. */
const INTERRUPTED_EXIT_CODE = 130;

/** 128 and the signal's number. */
const EXIT_CODES = { SIGINT: INTERRUPTED_EXIT_CODE, SIGTERM: 143, SIGHUP: 129 } as const;
type Signal = keyof typeof EXIT_CODES;
const SIGNALS = Object.keys(EXIT_CODES) as Signal[];

/** The work in hand may take hours; what is unfinished goes then. */
const PATIENCE_MS = 700;

export interface Interrupt {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  readonly requested: () => boolean;
  /** The exit code of the signal that came. */
  readonly exitCode: () => number;
  /** Leaves signals to others again. */
  readonly ignore: () => void;
}

/**
 * The first signal asks to stop; a second one, or work that takes longer than people wait, ends the process at once, and
 * removes what is unfinished.
 */
export function listenForInterrupt(): Interrupt {
  const controller = new AbortController();
  let received: Signal = 'SIGINT';
  let patience: NodeJS.Timeout | undefined;
  const end = () => {
    removeUnfinished();
    process.exit(EXIT_CODES[received]);
  };
  const listener = (signal: NodeJS.Signals) => {
    if (controller.signal.aborted) end();
    received = signal as Signal;
    patience = setTimeout(end, PATIENCE_MS);
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return {
    signal: controller.signal,
    requested: () => controller.signal.aborted,
    exitCode: () => EXIT_CODES[received],
    ignore: () => {
      clearTimeout(patience);
      for (const signal of SIGNALS) process.off(signal, listener);
    },
  };
}
