/** Options for untrusted files: what may be read, how long a command may take, and how much memory. */
import { boundHostMemory, confineInputs, useHeaders } from '../../node/index.js';
import { fail, optional, parsePositive } from '../../recipe/parse/parse-options.js';
import { TIME_LIMIT_MAX } from '../watch/watch-contract.js';

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
  'host-memory': {
    group: GROUP,
    type: 'string',
    defaultDescription: '1024 for what is read piece by piece, and what is free for what is read whole',
    describe:
      'Bound in MiB on the memory for inputs: files that are read whole, what is decompressed, voxels, meshes, and decoded chunks of stores',
  },
  header: {
    group: GROUP,
    type: 'string',
    array: true,
    nargs: 1,
    describe:
      'Header for requests to the server of the inputs, such as "Authorization: Bearer TOKEN", or to another one, "https://host Name: value"; TILECAST_HTTP_HEADERS holds more of these, one per line',
  },
} as const;

export interface LimitArguments {
  readonly header?: string | readonly string[] | undefined;
  readonly queue?: string | undefined;
  readonly inputs?: readonly string[] | undefined;
  readonly mask?: string | undefined;
  readonly within?: string | undefined;
  readonly 'time-limit'?: string | undefined;
  readonly 'host-memory'?: string | undefined;
}

const BYTES_PER_MIB = 2 ** 20;

/**
 * Keeps all that is read from now on in a folder and within some memory, and sends headers along; time is kept by the process that
 * runs this one.
 * @param named inputs, as the command line has them.
 * @throws InputError for what is no folder, no time, or no size.
 */
export function heedLimits(args: LimitArguments, named = args.inputs ?? []): void {
  optional('time-limit', args['time-limit'], parseTimeLimit);
  confineInputs(args.within);
  const hostMib = optional('host-memory', args['host-memory'], parsePositive);
  boundHostMemory(hostMib && hostMib * BYTES_PER_MIB);
  // The parser makes a list of several only.
  const headers = [args.header ?? []].flat();
  if (headers.length > 0 && args.queue !== undefined) {
    fail('--header: jobs hold no headers; set TILECAST_HTTP_HEADERS where workers run');
  }
  useHeaders(headers, args.mask === undefined ? named : [...named, args.mask]);
}

/** Seconds. @throws InputError for what is no time, or too much. */
export function parseTimeLimit(option: string, text: string): number {
  const seconds = parsePositive(option, text);
  return seconds < TIME_LIMIT_MAX ? seconds : fail(`--${option}: must be less than ${TIME_LIMIT_MAX} s`);
}
