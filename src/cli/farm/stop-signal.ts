/** Signals to workers and submitters: the first one asks for an orderly end, however long that takes; the second one ends. */
import { removeUnfinished } from '../../node/index.js';

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
type Signal = keyof typeof EXIT_CODES;

export interface StopSignal {
  readonly signal: AbortSignal;
  readonly exitCode: () => number;
  readonly ignore: () => void;
}

/** Has the process end as by a signal once the one that started it, to which it has a channel, is gone. */
export function endWithStarter(): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel keeps nothing from ending.
  process.channel?.unref();
}

export function listenForStop(): StopSignal {
  const controller = new AbortController();
  let received: Signal = 'SIGINT';
  const listener = (signal: NodeJS.Signals) => {
    if (controller.signal.aborted) {
      removeUnfinished();
      process.exit(EXIT_CODES[received]);
    }
    received = signal as Signal;
    controller.abort();
  };
  for (const signal of Object.keys(EXIT_CODES)) process.on(signal, listener);
  return {
    signal: controller.signal,
    exitCode: () => EXIT_CODES[received],
    ignore: () => {
      for (const signal of Object.keys(EXIT_CODES)) process.off(signal, listener);
    },
  };
}
