/** A service over HTTP: pictures for recipes, their schemas, and what monitors ask for. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InputError } from '../index.js';
import { recipeSchema } from '../recipe/schema.js';
import { sliceRecipeSchema } from '../recipe/slices/slice-schema.js';
import { RECIPE_INPUTS_MAX } from './bound-recipe.js';
import {
  boundBody,
  JSON_TYPE,
  parseRecipe,
  RECIPE_BYTES_MAX,
  readRecipeBody,
  refuse,
  send,
  sendJson,
  sendPicture,
} from './http-body.js';
import { readMultipart } from './read-multipart.js';
import { Refusal } from './refusal.js';
import { answerPicture, PICTURES, type PictureKind, type Service } from './service.js';
import type { Received } from './uploads.js';

export interface HttpOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** The bearer token that requests must have; undefined lets everybody in who can connect. */
  readonly token?: string | undefined;
  /** Most bytes of a request's body. */
  readonly bodyBytesMax: number;
  /** Processes that answer, and whether one of them can. */
  readonly engines: number;
  readonly isReady: () => boolean;
}

export interface HttpServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const CONNECTIONS_MAX = 1024;
/** Headers have this time to arrive, and each piece of a body. */
const PATIENCE_MS = 30_000;

/** @throws InputError if the port is taken, or may not be. */
export async function startHttp(service: Service, options: HttpOptions): Promise<HttpServer> {
  const { host, port } = options;
  const server = createServer({ headersTimeout: PATIENCE_MS, requestTimeout: 0 }, (request, response) => {
    // A caller who sends nothing more is not waited for.
    request.socket.setTimeout(PATIENCE_MS);
    void answer(service, options, request, response);
  });
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(new InputError(`--port: ${port} at ${host}: ${cause.message}`, { cause })));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

async function answer(
  service: Service,
  options: HttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    checkCaller(request, options);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
    const route = `${request.method} ${pathname}`;
    const kind = Object.keys(PICTURES).find((one) => route === `POST /${one}`);
    if (kind !== undefined)
      await answerWithPicture(service, options, kind as PictureKind, searchParams, request, response);
    else if (Object.hasOwn(PAGES, route)) PAGES[route]!(response, service, options);
    else
      throw new Refusal(
        404,
        `there is no ${route.slice(0, 100)}; there are POST /render, POST /slices, ${Object.keys(PAGES).join(', ')}`,
      );
  } catch (error) {
    refuse(request, response, error);
  }
}

type Page = (response: ServerResponse, service: Service, options: HttpOptions) => void;

const PAGES: Readonly<Record<string, Page>> = {
  'GET /schema': (response) => sendJson(response, 200, recipeSchema()),
  'GET /schema/slices': (response) => sendJson(response, 200, sliceRecipeSchema()),
  'GET /healthz': (response) => sendJson(response, 200, { status: 'ok' }),
  'GET /readyz': (response, _, { isReady }) =>
    isReady()
      ? sendJson(response, 200, { status: 'ready' })
      : sendJson(response, 503, { status: 'no engine is ready' }),
  'GET /metrics': (response, { dispatcher, uploads, metrics }, { engines }) => {
    const text = metrics.format({ ...dispatcher.counts, engines, uploadBytes: uploads.sizeBytes });
    send(response, 200, 'text/plain; version=0.0.4; charset=utf-8', text);
  },
};

/** Pages of other sites can have a browser ask in their user's name, who would not know. */
function checkCaller({ headers, url = '' }: IncomingMessage, { token, host }: HttpOptions): void {
  if (headers.origin !== undefined) throw new Refusal(403, 'pages in browsers are not answered');
  const isLocal = host === LOCAL_HOST;
  if (isLocal && !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '')) {
    throw new Refusal(403, 'is asked for by the name of another host');
  }
  if (token === undefined || url === '/healthz' || url === '/readyz') return;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))) return;
  throw new Refusal(401, 'the token is missing or wrong: send the header Authorization: Bearer TOKEN');
}

const PARAMETERS: readonly string[] = ['output', 'turntable', 'frame'];

export const LOCAL_HOST = '127.0.0.1';

async function answerWithPicture(
  service: Service,
  options: HttpOptions,
  kind: PictureKind,
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const stranger = [...query.keys()].find((name) => !PARAMETERS.includes(name));
  if (stranger !== undefined)
    throw new InputError(`${stranger.slice(0, 60)}: is no parameter; there are ${PARAMETERS.join(', ')}`);
  const gone = new AbortController();
  response.once('close', () => gone.abort(new Refusal(499, 'the caller has gone')));
  const { recipe, received } = await readBody(request, service, options);
  try {
    // The answer may take as long as it may.
    request.socket.setTimeout(0);
    const made = await answerPicture(service, {
      caller: request.socket.remoteAddress ?? '',
      kind,
      recipe,
      output: query.get('output') ?? 'png',
      turntable: query.get('turntable') ?? undefined,
      frame: query.get('frame') ?? undefined,
      files: received?.files ?? {},
      signal: gone.signal,
    });
    sendPicture(response, made);
  } finally {
    received?.release();
  }
}

/** @throws InputError for a body that is none; Refusal for one that is too large, or of another type. */
async function readBody(
  request: IncomingMessage,
  { uploads }: Service,
  { bodyBytesMax }: HttpOptions,
): Promise<{ recipe: unknown; received?: Received }> {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (type === JSON_TYPE) return { recipe: await readRecipeBody(request) };
  if (type !== 'multipart/form-data') {
    throw new Refusal(415, `the body must be ${JSON_TYPE}, or multipart/form-data with a field named recipe`);
  }
  const limits = { fieldBytesMax: RECIPE_BYTES_MAX, filesMax: RECIPE_INPUTS_MAX };
  const { fields, received } = await readMultipart(request.headers, boundBody(request, bodyBytesMax), uploads, limits);
  try {
    const { recipe, ...others } = fields;
    const [stranger] = Object.keys(others);
    if (stranger !== undefined)
      throw new InputError(`${stranger.slice(0, 60)}: is no field; there are recipe, and files`);
    if (recipe === undefined) throw new InputError('recipe: the field is missing');
    return { recipe: parseRecipe(recipe), received };
  } catch (error) {
    received.release();
    throw error;
  }
}
