/** `tilecast serve`: pictures for the recipes of other programs, over HTTP or through pipes. */
import { stat } from 'node:fs/promises';
import { parse } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { fail, optional, parseCount, parseIndex, parsePositive } from '../../recipe/parse-options.js';
import { DISPATCHER_DEFAULTS, Dispatcher } from '../../service/dispatcher.js';
import { LOCAL_HOST, startHttp } from '../../service/http.js';
import { Metrics } from '../../service/metrics.js';
import type { Service } from '../../service/service.js';
import { serveStdio } from '../../service/stdio.js';
import { Uploads } from '../../service/uploads.js';
import { listenForStop } from '../farm/stop-signal.js';
import { parseTimeLimit } from '../limit-options.js';
import { ADAPTER_OPTIONS, type AdapterArguments, chooseAdapter } from '../open-adapter.js';
import { parseHosts } from '../parse-hosts.js';
import { printLines, say } from '../say.js';
import { PerformerEngine } from '../service/engine.js';

const GROUP = 'Service:';
const MIB = 2 ** 20;
const DEFAULTS = { cacheMib: 2048, bodyMib: 1024 } as const;
const PORT_MAX = 65_535;
const WORKERS_MAX = 64;
const TOKEN_VARIABLE = 'TILECAST_TOKEN';

const OPTIONS = {
  port: { group: GROUP, type: 'string', defaultDescription: '0, a free one', describe: 'Port to listen on' },
  host: {
    group: GROUP,
    type: 'string',
    defaultDescription: LOCAL_HOST,
    describe: 'Address to listen on; others than this machine’s own need a token',
  },
  token: {
    group: GROUP,
    type: 'string',
    defaultDescription: `that of ${TOKEN_VARIABLE}`,
    describe: `The bearer token that requests must have; ${TOKEN_VARIABLE} keeps it off the command line`,
  },
  stdio: {
    group: GROUP,
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'Answer the process that starts it, through its standard input and output, in place of HTTP',
  },
  root: {
    group: GROUP,
    type: 'string',
    defaultDescription: 'the current folder',
    describe: 'The folder that the files of recipes are relative to',
  },
  within: {
    group: GROUP,
    type: 'string',
    defaultDescription: 'that of --root; anywhere with --stdio',
    describe: 'The folder that the files of recipes, and what they name, must lie in',
  },
  'allow-remote': {
    group: GROUP,
    type: 'string',
    describe: 'Hosts by commas, such as data.example.org, whose https: addresses recipes may name; default: none',
  },
  workers: {
    group: GROUP,
    type: 'string',
    defaultDescription: '1',
    describe: 'Processes that render, each on a device of its own',
  },
  cache: {
    group: GROUP,
    type: 'string',
    defaultDescription: String(DEFAULTS.cacheMib),
    describe: 'MiB of volumes and meshes that each of them keeps for the next request, and of uploaded files on disk',
  },
  'body-limit': {
    group: GROUP,
    type: 'string',
    defaultDescription: String(DEFAULTS.bodyMib),
    describe: 'MiB that a request may have',
  },
  'time-limit': {
    group: GROUP,
    type: 'string',
    defaultDescription: String(DISPATCHER_DEFAULTS.timeMs / 1000),
    describe: 'Seconds that a picture may take',
  },
  ...ADAPTER_OPTIONS,
} as const;

interface ServeArguments extends AdapterArguments {
  readonly port?: string;
  readonly host?: string;
  readonly token?: string;
  readonly stdio?: boolean;
  readonly root?: string;
  readonly within?: string;
  readonly 'allow-remote'?: string;
  readonly workers?: string;
  readonly cache?: string;
  readonly 'body-limit'?: string;
  readonly 'time-limit'?: string;
}

export const serve: CommandModule<object, ServeArguments> = {
  command: 'serve',
  describe: 'Render for other programs, over HTTP or through pipes',
  builder: (yargs) =>
    yargs
      .options(OPTIONS)
      .requiresArg(Object.entries(OPTIONS).flatMap(([name, { type }]) => (type === 'string' ? [name] : [])))
      .example(
        '$0 --root /data --port 8080',
        'curl -d @recipe.json -H "content-type: application/json" 127.0.0.1:8080/render',
      )
      .example('$0 --stdio', 'for a parent process') as unknown as Argv<ServeArguments>,
  handler: serveCommand,
};

async function serveCommand(args: ServeArguments): Promise<void> {
  const { stdio = false, host = LOCAL_HOST, root = process.cwd() } = args;
  const token = args.token ?? process.env[TOKEN_VARIABLE];
  const port = optional('port', args.port, parsePort) ?? 0;
  const workers = optional('workers', args.workers, (name, text) => parseCount(name, text, WORKERS_MAX)) ?? 1;
  const cacheBytes = MIB * (optional('cache', args.cache, parsePositive) ?? DEFAULTS.cacheMib);
  const bodyBytesMax = MIB * (optional('body-limit', args['body-limit'], parsePositive) ?? DEFAULTS.bodyMib);
  const timeMs = optional('time-limit', args['time-limit'], (name, text) => 1000 * parseTimeLimit(name, text));
  const hosts = optional('allow-remote', args['allow-remote'], parseHosts);
  const within = args.within ?? (stdio ? parse(process.cwd()).root : root);
  await checkFolder('root', root);
  await checkFolder('within', within);
  const stray = stdio
    ? (['port', 'host', 'token', 'body-limit'] as const).find((name) => args[name] !== undefined)
    : undefined;
  if (stray !== undefined) fail(`--${stray}: is for HTTP; leave out either it or --stdio`);
  if (!stdio && host !== LOCAL_HOST && !token)
    fail(`--host: other machines reach ${host}; give --token or ${TOKEN_VARIABLE}, which they must send`);
  const uploads = await Uploads.open(cacheBytes);
  const options = engineOptions(args, { root, within, hosts, uploads: uploads.folder, cacheBytes });
  const engines = Array.from({ length: workers }, () => new PerformerEngine(options));
  try {
    await Promise.all(engines.map((engine) => engine.start()));
    const dispatcher = new Dispatcher(engines, timeMs === undefined ? {} : { timeMs });
    const service: Service = { dispatcher, uploads, metrics: new Metrics() };
    if (stdio) await serveStdio(service, process.stdin, process.stdout);
    else await serveHttp(service, { host, port, token, bodyBytesMax, engines });
  } finally {
    await Promise.all(engines.map((engine) => engine.close()));
  }
}

async function serveHttp(
  service: Service,
  {
    engines,
    ...options
  }: {
    host: string;
    port: number;
    token: string | undefined;
    bodyBytesMax: number;
    engines: readonly PerformerEngine[];
  },
): Promise<void> {
  const server = await startHttp(service, {
    ...options,
    engines: engines.length,
    isReady: () => engines.some((engine) => engine.isReady),
  });
  printLines([server.url]);
  const stop = listenForStop();
  await new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
  const { waiting, running } = service.dispatcher.counts;
  if (waiting + running > 0) say(`ends once ${waiting + running} requests are answered; again to end at once`);
  await server.close();
  stop.ignore();
}

const parsePort = (option: string, text: string): number => {
  const port = parseIndex(option, text);
  return port <= PORT_MAX ? port : fail(`--${option}: must be from 0 to ${PORT_MAX}, not ${text}`);
};

async function checkFolder(option: string, path: string): Promise<void> {
  if (!(await stat(path).catch(() => undefined))?.isDirectory()) fail(`--${option}: ${path} is no folder`);
}

interface EngineFiles {
  readonly root: string;
  readonly within: string;
  readonly hosts: readonly string[] | undefined;
  readonly uploads: string;
  readonly cacheBytes: number;
}

/** The command line of the processes that render. @throws InputError for an unknown adapter. */
function engineOptions(args: ServeArguments, { root, within, hosts, uploads, cacheBytes }: EngineFiles): string[] {
  const { adapter, software } = chooseAdapter(args);
  return [
    ...['--root', root, '--within', within, '--uploads', uploads, '--cache', String(cacheBytes), '--adapter', adapter],
    ...(hosts === undefined ? [] : ['--allow-remote', hosts.join(',')]),
    ...(software ? ['--software'] : []),
    ...(args.verbose ? ['--verbose'] : []),
  ];
}
