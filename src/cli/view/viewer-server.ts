/** A web server for this machine only, which serves the viewer's page and its files. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { dirname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { constants, gzip, type ZlibOptions } from 'node:zlib';
import { InputError } from '../../index.js';
import { decodeEscapes, isUrl } from '../../lab.js';
import { openInputFile } from '../../node/index.js';
import {
  CHANGES_PATH,
  COPY_PATH,
  FRAMES_PATH,
  type PageFile,
  type PageInputs,
  VIEWS_PATH,
  WITHOUT_WEBGPU,
} from '../../viewer-page/page-inputs.js';
import type { VolumeCopy } from './copy-volume.js';
import type { FrameServer } from './frame-server.js';
import type { ListedFile } from './list-inputs.js';
import type { PageLink } from './page-link.js';
import { readStoreFile } from './store-files.js';

const HOST = '127.0.0.1';

/** Pages that may show this one in a frame. */
const FRAMED_BY_NONE = "frame-ancestors 'none'";
const FRAMED_BY_LOCAL = 'frame-ancestors http://127.0.0.1:* http://localhost:* https://localhost:*';

/** Scripts are the package's own files; DICOM's decoders are WebAssembly. */
const SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "base-uri 'none'",
  "form-action 'none'",
  FRAMED_BY_NONE,
  "require-trusted-types-for 'script'",
  'trusted-types lit-html tilecast-workers',
].join('; ');

/** Whether the page fetches it from its own server. */
const isForPage = ({ path, read, isPassedOn = false }: ListedFile) => isUrl(path) && !read && !isPassedOn;

/** The page fetches from here, and from the servers of the stores that were named. */
function policyFor({ files, isEmbedded = false }: ViewerServerOptions): string {
  const origins = files.flatMap((file) => (isForPage(file) ? [new URL(file.path).origin] : []));
  const policy = isEmbedded ? SECURITY_POLICY.replace(FRAMED_BY_NONE, FRAMED_BY_LOCAL) : SECURITY_POLICY;
  return [policy, ["connect-src 'self' data:", ...new Set(origins)].join(' ')].join('; ');
}

const HEADERS = {
  'content-security-policy': SECURITY_POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>tilecast</title>
<link rel="icon" href="data:,">
<script type="module" src="dist/viewer/page.js"></script>
</head>
<body></body>
</html>
`;

export interface ViewerServerOptions {
  readonly files: readonly ListedFile[];
  /** 0 takes a free one. */
  readonly port: number;
  /** Text of a view to begin with. */
  readonly view?: string | undefined;
  /** Attributes of the element. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Whether pages of this machine, such as notebooks, may show it in a frame. */
  readonly isEmbedded?: boolean;
  /** Renders frames for browsers without WebGPU. */
  readonly frames?: FrameServer;
  /** Makes the copy of the volume that pages begin by whose frames come from here. */
  readonly copy?: () => Promise<VolumeCopy | undefined>;
  /** Tells a program of the view, and pages of its changes. */
  readonly link?: PageLink | undefined;
  /** Whether it renders them for all browsers. */
  readonly isRemote?: boolean;
  /** Time that a request has to arrive in; default 10 s. Pages of others can connect, and would hold connections. */
  readonly requestMs?: number;
}

/** Far more than one browser opens, and far fewer than a process has files. */
const CONNECTIONS_MAX = 256;

/**
 * Requests of one connection that wait for their answers. Browsers send one after the other; whoever sends many and reads
 * nothing would have a file opened for each.
 */
const UNANSWERED_MAX = 2;

export interface ViewerServer {
  /** The page's unguessable address. */
  readonly url: string;
  readonly close: () => void;
}

/** @throws InputError if the port is taken. */
export async function startViewerServer(options: ViewerServerOptions): Promise<ViewerServer> {
  const secret = randomBytes(24).toString('base64url');
  const { requestMs = 10_000 } = options;
  const patience = { headersTimeout: requestMs, requestTimeout: requestMs, connectionsCheckingInterval: requestMs / 4 };
  const unanswered = new WeakMap<Socket, number>();
  const server = createServer(patience, (request, response) => {
    const { socket } = request;
    const waiting = 1 + (unanswered.get(socket) ?? 0);
    if (waiting > UNANSWERED_MAX) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, waiting);
    response.once('close', () => unanswered.set(socket, unanswered.get(socket)! - 1));
    answer(request, response, `/${secret}/`, options).catch(() => {
      // Half a file must not look like a whole one.
      if (response.headersSent) response.destroy();
      else response.writeHead(500, HEADERS).end();
    });
  });
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        cause.code === 'EADDRINUSE'
          ? new InputError(`--port: ${options.port} is in use; name another, or none for a free one`, { cause })
          : cause,
      ),
    );
    server.listen(options.port, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${port}/${secret}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Other names for this machine would let pages of other sites ask in its name. */
const isOurHost = (host: string | undefined) => /^(127\.0\.0\.1|localhost):\d+$/.test(host ?? '');

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  root: string,
  options: ViewerServerOptions,
): Promise<void> {
  const { files, frames, isRemote = false, link } = options;
  const { url = '', method, headers } = request;
  // A refused request is not read further: its body may be endless.
  const refuse = (status: number) => response.writeHead(status, { ...HEADERS, connection: 'close' }).end();
  const page = { ...HEADERS, 'content-security-policy': policyFor(options) };
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (!isOurHost(headers.host) || !pathname.startsWith(root)) return void refuse(404);
  if (frames && method === 'POST' && pathname === `${root}${FRAMES_PATH}`) {
    return frames.answer(request, response, searchParams.get('output') ?? 'png');
  }
  if (link && method === 'POST' && pathname === `${root}${VIEWS_PATH}`) return link.hear(request, response);
  if (method !== 'GET' && method !== 'HEAD') return void refuse(405);
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) return void refuse(413);
  const send = (type: string, body: string | Uint8Array) =>
    response.writeHead(200, { ...page, 'content-type': type }).end(method === 'HEAD' ? undefined : body);
  const path = decodeEscapes(pathname.slice(root.length));
  if (path === '') return void send('text/html; charset=utf-8', PAGE);
  if (link && method === 'GET' && path === CHANGES_PATH) return link.follow(response);
  if (path === 'inputs.json') {
    const getsFrames = frames && (isRemote || searchParams.has(WITHOUT_WEBGPU));
    const inputs = describeInputs(options, getsFrames ? await options.copy?.() : undefined);
    return sendPacked(request, response, 'application/json', Buffer.from(JSON.stringify(inputs)), page);
  }
  if (path === COPY_PATH) {
    const copy = await options.copy?.();
    return copy ? void send('application/octet-stream', copy.bytes) : void refuse(404);
  }
  const [, number, key] = /^files\/(\d+)(\/.+)?$/s.exec(path) ?? [];
  const file = number === undefined ? undefined : files[Number(number)];
  if (file?.isStore && key !== undefined) return sendStoreFile(file.path, key, headers.range, response);
  if (file && !file.isStore && key === undefined) return sendFile(file, response);
  const script = scriptPath(path);
  const code = script === undefined ? undefined : await readFile(script).catch(() => undefined);
  if (!code) return void refuse(404);
  await sendPacked(request, response, 'text/javascript; charset=utf-8', code, page);
}

async function sendStoreFile(
  store: string,
  key: string,
  range: string | undefined,
  response: ServerResponse,
): Promise<void> {
  const { status, bytes, contentRange } = await readStoreFile(store, key, range);
  const described = {
    'content-type': 'application/octet-stream',
    ...(contentRange && { 'content-range': contentRange }),
  };
  response.writeHead(status, { ...HEADERS, ...described }).end(bytes);
}

function describeInputs(options: ViewerServerOptions, copy: VolumeCopy | undefined): PageInputs {
  const { files, view, attributes, frames, isRemote = false, link } = options;
  const listed: PageFile[] = files.map((file, index) => ({
    name: file.name,
    input: file.input,
    sizeBytes: file.sizeBytes,
    url: isForPage(file) ? file.path : `files/${index}`,
    ...(file.isStore && { isStore: true }),
    ...(file.isMask && { isMask: true }),
    ...(copy?.input === file.input && { isCopied: true }),
  }));
  const remote = frames && (isRemote ? 'always' : 'without-webgpu');
  return {
    files: listed,
    view,
    attributes,
    ...(remote && { remote }),
    ...(copy && { copy: copy.described }),
    ...(link && { isLinked: true }),
  };
}

/** Packs what browsers can unpack: the page may be at the other end of a tunnel. */
async function sendPacked(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  type: string,
  bytes: Uint8Array,
  page: Readonly<Record<string, string>>,
): Promise<void> {
  const packs = /\bgzip\b/.test(String(headers['accept-encoding']));
  const described = { 'content-type': type, ...(packs && { 'content-encoding': 'gzip' }) };
  const body = packs ? await packed(bytes, { level: constants.Z_BEST_SPEED }) : bytes;
  response.writeHead(200, { ...page, ...described }).end(method === 'HEAD' ? undefined : body);
}

const packed = promisify<Uint8Array, ZlibOptions, Uint8Array>(gzip);

/** The package's built files, next to which this one lies. */
const DIST = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Scripts below `dist`, and nothing else. */
function scriptPath(path: string): string | undefined {
  if (!/^dist\/[\w./-]+\.js$/.test(path)) return undefined;
  const absolute = join(DIST, path.slice('dist/'.length));
  return absolute.startsWith(DIST + sep) ? absolute : undefined;
}

/** A file may have become another since it was listed: no device, and no more bytes than are promised. */
async function sendFile({ path, sizeBytes, read }: ListedFile, response: ServerResponse): Promise<void> {
  if (read) {
    response.writeHead(200, { ...HEADERS, 'content-type': 'application/octet-stream', 'content-length': sizeBytes });
    return void response.end(await read());
  }
  const file = await openInputFile(path);
  // A response that waits behind others of its connection is not told when that closes.
  const gone = new AbortController();
  const { socket } = response.req;
  const leave = () => gone.abort();
  socket.once('close', leave);
  if (socket.destroyed) leave();
  try {
    const { size } = await file.stat();
    if (size !== sizeBytes) return void response.writeHead(409, HEADERS).end();
    const type = 'application/octet-stream';
    response.writeHead(200, { ...HEADERS, 'content-type': type, 'content-length': size });
    if (size === 0) return void response.end();
    const content = file.createReadStream({ start: 0, end: size - 1, autoClose: false });
    await pipeline(content, response, { signal: gone.signal });
  } finally {
    socket.off('close', leave);
    await file.close();
  }
}
