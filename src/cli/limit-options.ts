/** The options by which commands read files of strangers: what they may reach, and how long they may take. */
import { confineInputs } from '../node/index.js';
import { fail, optional, parsePositive } from '../recipe/parse/parse-options.js';
import { TIME_LIMIT_MAX } from './watch/watch-contract.js';

const GROUP = 'Limits:';

/** Options of the commands that call `heedLimits` before anything is read. */
export const LIMIT_OPTIONS = {
  within: {
    group: GROUP,
    type: 'string',
    describe: 'Refuse to read files outside this folder, whatever inputs name and wherever links lead',
  },
  'time-limit': {
    group: GROUP,
    type: 'string',
    describe:
      'Seconds after which the command ends with exit code 124 and leaves no unfinished file, however busy it is',
  },
} as const;

export interface LimitArguments {
  readonly within?: string | undefined;
  readonly 'time-limit'?: string | undefined;
}

/**
 * Keeps all that is read from now on in a folder; time is kept by the process that runs this one.
 * @throws InputError for what is no folder, or no time.
 */
export function heedLimits(args: LimitArguments): void {
  optional('time-limit', args['time-limit'], parseTimeLimit);
  confineInputs(args.within);
}

/** Seconds. @throws InputError for what is no time, or too much. */
export function parseTimeLimit(option: string, text: string): number {
  const seconds = parsePositive(option, text);
  return seconds < TIME_LIMIT_MAX ? seconds : fail(`--${option}: must be less than ${TIME_LIMIT_MAX} s`);
}
