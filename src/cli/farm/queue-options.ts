/** The options by which commands name a queue. */
import { fail } from '../../recipe/parse/parse-options.js';

const GROUP = 'Queue:';

/** Keeps secrets off the command line, where others may see them. */
const VARIABLE = 'TILECAST_QUEUE';

export const QUEUE_OPTION = {
  queue: {
    group: GROUP,
    type: 'string',
    describe: `redis://, rediss:// or postgresql:// address, or local; ${VARIABLE} names one for workers and jobs`,
  },
} as const;

export const WORKERS_OPTION = {
  workers: {
    group: GROUP,
    type: 'string',
    defaultDescription: '2 for --queue local, else 0',
    describe: 'Workers to run on this machine until the jobs are done',
  },
} as const;

/** Options of commands that hand out jobs. */
export const SUBMIT_OPTIONS = {
  ...QUEUE_OPTION,
  detach: {
    group: GROUP,
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'Submit the jobs and exit; tilecast jobs shows their progress',
  },
  collect: {
    group: GROUP,
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'Return pictures through the queue, for workers that share no storage with this machine',
  },
  ...WORKERS_OPTION,
} as const;

/** @throws InputError where there is none. */
export const requireQueue = (queue: string | undefined): string =>
  queue ?? process.env[VARIABLE] ?? fail(`--queue: name a queue, such as --queue local, or set ${VARIABLE}`);
