/** The processes of a service and what stands before them, for the commands that speak to callers. */
import { stat } from 'node:fs/promises';
import { fail, optional, parsePositive } from '../../recipe/parse/parse-options.js';
import { DISPATCHER_DEFAULTS, Dispatcher, type Engine } from '../../service/dispatcher.js';
import { Metrics } from '../../service/metrics.js';
import type { Service } from '../../service/service.js';
import { Uploads } from '../../service/uploads.js';
import { ADAPTER_OPTIONS, type AdapterArguments } from '../arguments/adapter-options.js';
import { parseTimeLimit } from '../arguments/limit-options.js';
import { parseHosts } from '../arguments/parse-hosts.js';
import { FarmSession } from '../farm/session.js';
import { chooseAdapter } from '../open-adapter.js';
import { PerformerEngine } from './engine.js';
import { QueueEngine } from './queue-engine.js';

const GROUP = 'Service:';
const MIB = 2 ** 20;
const CACHE_MIB = 2048;

/** Options of all commands that answer requests. */
export const SERVICE_OPTIONS = {
  root: {
    group: GROUP,
    type: 'string',
    defaultDescription: 'the current folder',
    describe: 'The folder that the files of requests are relative to',
  },
  within: {
    group: GROUP,
    type: 'string',
    defaultDescription: 'that of --root; anywhere with --stdio',
    describe: 'The folder that the files of requests, and those that they name, must lie in',
  },
  'allow-remote': {
    group: GROUP,
    type: 'string',
    describe:
      'Hosts, comma-separated, such as data.example.org, whose https: addresses requests may name; default: none',
  },
  cache: {
    group: GROUP,
    type: 'string',
    defaultDescription: String(CACHE_MIB),
    describe: 'MiB of volumes and meshes that a process keeps for the next request, and of uploaded files on disk',
  },
  'time-limit': {
    group: GROUP,
    type: 'string',
    defaultDescription: String(DISPATCHER_DEFAULTS.timeMs / 1000),
    describe: 'Seconds that a picture may take',
  },
  ...ADAPTER_OPTIONS,
} as const;

export interface ServiceArguments extends AdapterArguments {
  readonly root?: string;
  readonly within?: string;
  readonly 'allow-remote'?: string;
  readonly cache?: string;
  readonly 'time-limit'?: string;
}

export interface OpenedService extends Service {
  readonly engines: readonly (Engine & { readonly isReady: boolean })[];
  readonly close: () => Promise<void>;
}

export interface ServiceChoice {
  /** The folder that files must lie in, unless the options name one. */
  readonly within: string;
  /** Processes that render here; with a queue, workers that are started here. */
  readonly workers: number;
  /** The address of a queue, whose workers render. */
  readonly queue?: string | undefined;
}

/** Requests that are in a queue at once. */
const QUEUED_MAX = 64;

/** The folder of files. */
export const rootOf = ({ root = process.cwd() }: ServiceArguments): string => root;

/** @throws InputError that names the option; DeviceError where nothing can render. */
export async function openService(args: ServiceArguments, choice: ServiceChoice): Promise<OpenedService> {
  const root = rootOf(args);
  const within = args.within ?? choice.within;
  const cacheBytes = MIB * (optional('cache', args.cache, parsePositive) ?? CACHE_MIB);
  const timeMs = optional('time-limit', args['time-limit'], (name, text) => 1000 * parseTimeLimit(name, text));
  const hosts = optional('allow-remote', args['allow-remote'], parseHosts);
  const { adapter, software } = chooseAdapter(args);
  await checkFolder('root', root);
  await checkFolder('within', within);
  const uploads = await Uploads.open(cacheBytes);
  const inService = (engines: OpenedService['engines'], close: () => Promise<void>): OpenedService => {
    const dispatcher = new Dispatcher(engines, timeMs === undefined ? {} : { timeMs });
    return { dispatcher, uploads, metrics: new Metrics(), engines, close };
  };
  if (choice.queue !== undefined) {
    const workerOptions = ['--root', root, '--within', within, ...(software ? ['--software'] : ['--adapter', adapter])];
    const session = await FarmSession.open({
      queue: choice.queue,
      workers: choice.workers,
      workerOptions,
      waits: true,
    });
    const engines = Array.from({ length: QUEUED_MAX }, () => new QueueEngine(session.submitter));
    return inService(engines, () => session.close());
  }
  const options = [
    ...['--root', root, '--within', within, '--uploads', uploads.folder, '--cache', String(cacheBytes)],
    ...['--adapter', adapter],
    ...(hosts === undefined ? [] : ['--allow-remote', hosts.join(',')]),
    ...(software ? ['--software'] : []),
    ...(args.verbose ? ['--verbose'] : []),
  ];
  const engines = Array.from({ length: choice.workers }, () => new PerformerEngine(options));
  const close = async () => void (await Promise.all(engines.map((engine) => engine.close())));
  try {
    await Promise.all(engines.map((engine) => engine.start()));
  } catch (error) {
    await close();
    throw error;
  }
  return inService(engines, close);
}

async function checkFolder(option: string, path: string): Promise<void> {
  if (!(await stat(path).catch(() => undefined))?.isDirectory()) fail(`--${option}: ${path} is no folder`);
}
