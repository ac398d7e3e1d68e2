/** A progress bar on standard error, where that is a terminal. */
import type { SingleBar } from 'cli-progress';

export interface Progress {
  /** Another `count` are done, 1 by default. */
  readonly advance: (count?: number) => void;
  /** Removes the bar from the terminal; call it when the work ends, however it ends. */
  readonly stop: () => void;
}

/** The part of a terminal's stream that matters here. */
export type ProgressStream = NodeJS.WritableStream & { readonly isTTY?: boolean };

const QUIET: Progress = { advance: () => undefined, stop: () => undefined };

const REDRAWS_PER_SECOND = 10;
/** Seconds; finer ones would make the remaining time flicker. */
const ROUND_TIME_TO = 5;

/**
 * Shows how many of `total` are done and how long the rest will take. Does nothing where `stream` is no terminal. Ctrl-C
 * removes the bar, and ends the process unless something else listens for it.
 */
export function createProgress(total: number, label: string, stream: ProgressStream = process.stderr): Progress {
  if (!stream.isTTY) return QUIET;
  let done = 0;
  let stopped = false;
  let bar: SingleBar | undefined;

  const start = async () => {
    // Loaded when it is needed: a single frame shall not wait for it.
    const { Format, SingleBar } = (await import('cli-progress')).default;
    if (stopped) return;
    bar = new SingleBar({
      stream,
      // The numbers come first, since a narrow terminal cuts the end off.
      format: (options, { value, progress, eta }) => {
        const known = value > 0 && value < total && Number.isFinite(eta);
        const left = known ? `, ${Format.TimeFormat(eta, options, ROUND_TIME_TO)} left` : '';
        return `tilecast: ${label} ${value}/${total} ${Format.BarFormat(progress, options)}${left}`;
      },
      fps: REDRAWS_PER_SECOND,
      barCompleteChar: '█',
      barIncompleteChar: '░',
      clearOnComplete: true,
      // Otherwise it switches the terminal's wrapping off, and a process that is killed would leave it so.
      linewrap: true,
      // Its own handler would keep the process alive on Ctrl-C.
      gracefulExit: false,
    });
    process.on('SIGINT', interrupt);
    bar.start(total, done);
  };
  const stop = () => {
    stopped = true;
    bar?.stop();
    process.off('SIGINT', interrupt);
  };
  const interrupt = () => {
    stop();
    if (process.listenerCount('SIGINT') === 0) process.kill(process.pid, 'SIGINT');
  };

  void start();
  return {
    advance: (count = 1) => {
      done += count;
      bar?.update(done);
    },
    stop,
  };
}
