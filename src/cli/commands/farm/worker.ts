/** `tilecast worker`: renders the jobs of a queue. */

import { stat } from 'node:fs/promises';
import type { Argv, CommandModule } from 'yargs';
import { parseQueueUrl, QueueProbe, WORK_DEFAULTS, type WorkEvent, work } from '../../../farm/index.js';
import { fail, optional, parseCount, parsePositive } from '../../../recipe/parse/parse-options.js';
import { ADAPTER_OPTIONS, type AdapterArguments } from '../../arguments/adapter-options.js';
import { parseTimeLimit } from '../../arguments/limit-options.js';
import { parseHosts } from '../../arguments/parse-hosts.js';
import { isAdapter } from '../../farm/adapter-need.js';
import { openFarmQueue } from '../../farm/open-farm-queue.js';
import { QUEUE_OPTION, requireQueue } from '../../farm/queue-options.js';
import { parseHealthAddress, serveHealth } from '../../farm/serve-health.js';
import { endWithStarter, listenForStop } from '../../farm/stop-signal.js';
import { chooseAdapter } from '../../open-adapter.js';
import { printLines, say } from '../../say.js';
import { PerformerProcess } from '../../watch/performer-process.js';

const GROUP = 'Worker:';

const OPTIONS = {
  ...QUEUE_OPTION,
  root: {
    group: GROUP,
    type: 'string',
    defaultDescription: 'the current folder',
    describe: 'The folder that jobs may read and write below; nothing else',
  },
  within: {
    group: GROUP,
    type: 'string',
    defaultDescription: 'that of --root',
    describe: 'The folder that inputs of jobs, and the files that they name, must lie in',
  },
  concurrency: { group: GROUP, type: 'string', defaultDescription: '1', describe: 'Jobs at once' },
  lock: {
    group: GROUP,
    type: 'string',
    defaultDescription: String(WORK_DEFAULTS.lockMs / 1000),
    describe: 'Seconds after which the jobs of a worker that shows no sign of life go to others',
  },
  'time-limit': {
    group: GROUP,
    type: 'string',
    defaultDescription: String(WORK_DEFAULTS.taskMs / 1000),
    describe: 'Seconds that a job may take, however busy it keeps its process',
  },
  'allow-remote': {
    group: GROUP,
    type: 'string',
    describe: 'Hosts, comma-separated, such as data.example.org, whose https: addresses jobs may read; default: none',
  },
  idle: { group: GROUP, type: 'string', describe: 'Exit after this many seconds without a job; default: never' },
  log: { group: GROUP, type: 'string', describe: 'json writes a line of JSON for each event' },
  'health-port': {
    group: GROUP,
    type: 'string',
    describe:
      'Answer HTTP requests on this port of 127.0.0.1, or on HOST:PORT, with 503 while the queue is away; /metrics is for Prometheus',
  },
  quiet: {
    group: GROUP,
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'Print nothing about jobs; tilecast jobs lists their outcomes',
  },
  // Meant for workers that a submitter starts: others may have a channel to a process manager that ends before them.
  'end-with-starter': {
    group: GROUP,
    type: 'boolean',
    hidden: true,
    describe: 'End once the starting process is gone',
  },
  ...ADAPTER_OPTIONS,
} as const;

interface WorkerArguments extends AdapterArguments {
  readonly queue?: string;
  readonly root?: string;
  readonly within?: string;
  readonly concurrency?: string;
  readonly lock?: string;
  readonly 'time-limit'?: string;
  readonly 'allow-remote'?: string;
  readonly idle?: string;
  readonly log?: string;
  readonly 'health-port'?: string;
  readonly quiet?: boolean;
  readonly 'end-with-starter'?: boolean;
}

export const worker: CommandModule<object, WorkerArguments> = {
  command: 'worker',
  describe: 'Render the jobs of a queue',
  builder: (yargs) =>
    yargs
      .options(OPTIONS)
      .requiresArg(Object.entries(OPTIONS).flatMap(([name, { type }]) => (type === 'string' ? [name] : [])))
      .example('$0 --queue redis://render-queue:6379 --root /shared', '')
      .example('$0 --queue local', 'beside tilecast render --queue local') as unknown as Argv<WorkerArguments>,
  handler: workerCommand,
};

const CONCURRENCY_MAX = 64;

async function workerCommand(args: WorkerArguments): Promise<void> {
  if (args['end-with-starter']) endWithStarter();
  const address = parseQueueUrl(requireQueue(args.queue));
  const { root = process.cwd(), within, log, quiet = false } = args;
  if (log !== undefined && log !== 'json') fail(`--log: must be json, not ${log}`);
  const concurrency = optional('concurrency', args.concurrency, (name, text) =>
    parseCount(name, text, CONCURRENCY_MAX),
  );
  const lockMs = optional('lock', args.lock, (name, text) => 1000 * parsePositive(name, text));
  const idleMs = optional('idle', args.idle, (name, text) => 1000 * parsePositive(name, text));
  const taskMs = optional('time-limit', args['time-limit'], (name, text) => 1000 * parseTimeLimit(name, text));
  const hosts = optional('allow-remote', args['allow-remote'], parseHosts);
  const healthAddress = optional('health-port', args['health-port'], parseHealthAddress);
  if (!(await stat(root).catch(() => undefined))?.isDirectory()) fail(`--root: ${root} is no folder`);
  if (within !== undefined && !(await stat(within).catch(() => undefined))?.isDirectory())
    fail(`--within: ${within} is no folder`);
  const performer = new PerformerProcess(chooseOptions(args, root, hosts));
  // A machine without an adapter takes no jobs from those that have one.
  const adapter = await performer.start();
  const queue = await openFarmQueue(address).catch(async (error) => {
    await performer.close();
    throw error;
  });
  // The first signal ends the process until here: there is nothing to finish.
  const stop = listenForStop();
  const counts = { done: 0, failed: 0 };
  const probe = healthAddress && new QueueProbe(queue);
  const health =
    healthAddress &&
    serveHealth(
      healthAddress,
      () => ({ adapter: adapter.adapterName, ...counts }),
      () => probe!.answers(),
    );
  try {
    if (!quiet) say(`attends ${queue.name}, for files below ${root}`);
    const onEvent = (event: WorkEvent) => {
      // The end of a batch is none of the jobs that its submitter counts.
      if ((event.event === 'done' || event.event === 'failed') && !event.isEnd) counts[event.event]++;
      if (log === 'json') printLines([JSON.stringify({ time: new Date().toISOString(), ...event })]);
      else if (event.event === 'failed' && !quiet) say(`job ${event.id}: ${event.reason}`);
      else if (event.event === 'refused' && !quiet) say(`job ${event.id}: is refused: ${event.reason}`);
    };
    const offers = (need: string) => isAdapter(adapter, need);
    await work(queue, performer.perform, stop.signal, { concurrency, lockMs, taskMs, idleMs, offers, onEvent });
    if (!quiet) say(`${counts.done} jobs were done${counts.failed > 0 ? `, and ${counts.failed} failed` : ''}`);
  } finally {
    stop.ignore();
    health?.close();
    await probe?.close();
    await queue.close();
    await performer.close();
  }
}

/** The command line of the process that performs the jobs. @throws InputError for an unknown adapter. */
function chooseOptions(args: WorkerArguments, root: string, hosts: readonly string[] | undefined): string[] {
  const { adapter, software } = chooseAdapter(args);
  return [
    ...['--root', root, '--adapter', adapter],
    ...(args.within === undefined ? [] : ['--within', args.within]),
    ...(hosts === undefined ? [] : ['--allow-remote', hosts.join(',')]),
    ...(software ? ['--software'] : []),
    ...(args.quiet ? ['--quiet'] : []),
    ...(args.verbose ? ['--verbose'] : []),
  ];
}
