/** `tilecast serve`: pictures for the recipes of other programs, over HTTP or through pipes. */
import { parse } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { fail, optional, parseCount, parseIndex, parsePositive } from '../../recipe/parse/parse-options.js';
import { LOCAL_HOST, startHttp } from '../../service/http.js';
import { serveStdio } from '../../service/stdio.js';
import { listenForStop } from '../farm/stop-signal.js';
import { chooseLocalWorkers } from '../farm/submission.js';
import { printLines, say } from '../say.js';
import {
  type OpenedService,
  openService,
  rootOf,
  SERVICE_OPTIONS,
  type ServiceArguments,
} from '../service/open-service.js';

const GROUP = 'Service:';
const MIB = 2 ** 20;
const BODY_MIB = 1024;
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
    describe: 'Answer the parent process through standard input and output, instead of HTTP',
  },
  workers: {
    group: GROUP,
    type: 'string',
    defaultDescription: '1; 2 with --queue local, 0 with others',
    describe: 'Processes that render, each on a device of its own; with --queue, workers that are started here',
  },
  queue: {
    group: GROUP,
    type: 'string',
    describe: 'Hand requests to the workers of a queue: redis://, rediss:// or postgresql:// address, or local',
  },
  'body-limit': {
    group: GROUP,
    type: 'string',
    defaultDescription: String(BODY_MIB),
    describe: 'Size limit of a request in MiB',
  },
  ...SERVICE_OPTIONS,
} as const;

interface ServeArguments extends ServiceArguments {
  readonly port?: string;
  readonly host?: string;
  readonly token?: string;
  readonly stdio?: boolean;
  readonly workers?: string;
  readonly queue?: string;
  readonly 'body-limit'?: string;
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

/** Options of HTTP. */
const OF_HTTP = ['port', 'host', 'token', 'body-limit'] as const;

async function serveCommand(args: ServeArguments): Promise<void> {
  const { stdio = false, host = LOCAL_HOST } = args;
  const token = args.token ?? process.env[TOKEN_VARIABLE];
  const port = optional('port', args.port, parsePort) ?? 0;
  const { queue } = args;
  const workers = queue === undefined ? parseProcesses(args.workers) : chooseLocalWorkers(queue, args.workers);
  const bodyBytesMax = MIB * (optional('body-limit', args['body-limit'], parsePositive) ?? BODY_MIB);
  const stray = stdio ? OF_HTTP.find((name) => args[name] !== undefined) : undefined;
  if (stray !== undefined) fail(`--${stray}: is for HTTP; leave out either it or --stdio`);
  if (!stdio && host !== LOCAL_HOST && !token)
    fail(`--host: other machines reach ${host}; give --token or ${TOKEN_VARIABLE}, which they must send`);
  // A parent may read all of it too.
  const within = stdio ? parse(process.cwd()).root : rootOf(args);
  const service = await openService(args, { within, workers, queue });
  try {
    if (stdio) await serveStdio(service, process.stdin, process.stdout);
    else await serveHttp(service, { host, port, token, bodyBytesMax });
  } finally {
    await service.close();
  }
}

async function serveHttp(
  service: OpenedService,
  options: { host: string; port: number; token: string | undefined; bodyBytesMax: number },
): Promise<void> {
  const { engines } = service;
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

const parseProcesses = (text: string | undefined): number =>
  optional('workers', text, (name, given) => parseCount(name, given, WORKERS_MAX)) ?? 1;

const parsePort = (option: string, text: string): number => {
  const port = parseIndex(option, text);
  return port <= PORT_MAX ? port : fail(`--${option}: must be from 0 to ${PORT_MAX}, not ${text}`);
};
