/** `--time-limit`: runs the command in a process of its own, and kills it in time, however busy its threads are. */
import { say } from '../say.js';
import { TIME_LIMIT_MAX } from './watch-contract.js';
import { WatchedProcess } from './watched-process.js';

const OPTION = '--time-limit';

/** That of coreutils' `timeout`. */
const LATE_EXIT_CODE = 124;

/** Signals of terminals and of the system, which the command decides about. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A shell's exit code for a process that a signal ended. */
const SIGNAL_CODES: Readonly<Record<string, number>> = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGABRT: 134,
  SIGKILL: 137,
  SIGTERM: 143,
};
const CRASH_EXIT_CODE = 139;
const FAILURE_EXIT_CODE = 1;

/**
 * Runs a command line with a time limit in another process, and ends as that does.
 * @returns whether there is a limit; what is wrong with one is left to the command to say.
 */
export async function keepTime(args: readonly string[]): Promise<boolean> {
  const seconds = findLimit(args);
  if (seconds === undefined) return false;
  const watched = new WatchedProcess(
    [...process.execArgv, process.argv[1]!, ...args],
    ['inherit', 'inherit', 'inherit'],
  );
  for (const signal of SIGNALS) process.on(signal, () => watched.child.kill(signal));
  passStops(watched);
  let isLate = false;
  const timer = setTimeout(
    () => {
      isLate = true;
      void watched.kill();
    },
    1000 * seconds - performance.now(),
  );
  const { code, signal } = await watched.ended.catch((error: Error) => {
    say(`${OPTION}: needs a process of its own, and none starts: ${error.message}`);
    return { code: FAILURE_EXIT_CODE, signal: null };
  });
  clearTimeout(timer);
  await watched.clean();
  if (isLate) say(`${OPTION}: was ended after ${seconds} s, before it was done`);
  process.exitCode = isLate ? LATE_EXIT_CODE : (code ?? SIGNAL_CODES[signal!] ?? CRASH_EXIT_CODE);
  return true;
}

/** The last one counts, as for any option. */
function findLimit(args: readonly string[]): number | undefined {
  const end = args.indexOf('--');
  const options = end < 0 ? args : args.slice(0, end);
  const texts = options.flatMap((arg, index) => {
    if (arg === OPTION) return [options[index + 1] ?? ''];
    return arg.startsWith(`${OPTION}=`) ? [arg.slice(OPTION.length + 1)] : [];
  });
  const seconds = Number(texts.at(-1));
  return seconds > 0 && seconds < TIME_LIMIT_MAX ? seconds : undefined;
}

/** Ctrl-Z stops both, and whoever goes on has both go on. */
function passStops({ child }: WatchedProcess): void {
  if (process.platform === 'win32') return;
  process.on('SIGTSTP', () => {
    child.kill('SIGSTOP');
    process.kill(process.pid, 'SIGSTOP');
  });
  process.on('SIGCONT', () => child.kill('SIGCONT'));
}
