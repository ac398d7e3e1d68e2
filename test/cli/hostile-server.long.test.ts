/** Servers that stall, cut, lie or refuse: each ends in the picture or in one line, and within a minute of an idle machine. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Files, writeZarr3Sharded } from '../files/stores/memory-zarr.js';
import { runBeside } from './run-beside.js';
import { makeFolder, SAMPLE } from './run-cli.js';

const SECRET = 'Bearer secret-of-the-user';
const SHAPE = [12, 14, 16];
const files: Files = new Map();
const values = Uint16Array.from({ length: 12 * 14 * 16 }, (_, index) => (index * 7919) % 4096);
writeZarr3Sharded(files, '/scan.zarr', { shape: SHAPE, values }, [4, 7, 8], [8, 14, 16]);
files.set('/head.nrrd', readFileSync(SAMPLE));

interface Ask {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly bytes: Uint8Array;
  readonly status: 200 | 206;
  readonly headers: Readonly<Record<string, string | number>>;
  /** Requests for the file before. */
  readonly before: number;
}

const sendWhole = ({ response, status, headers, bytes }: Ask) => response.writeHead(status, headers).end(bytes);

const cutBody = ({ response, status, headers, bytes }: Ask) => {
  response.writeHead(status, headers);
  response.write(bytes.subarray(0, bytes.length / 2), () => setTimeout(() => response.destroy(), 10));
};

function trickle({ response, status, headers, bytes }: Ask, bytesAtOnce: number, everyMs: number): void {
  response.writeHead(status, headers);
  let at = 0;
  const timer = setInterval(() => {
    response.write(bytes.subarray(at, at + bytesAtOnce));
    at += bytesAtOnce;
    if (at >= bytes.length) response.end();
    if (at >= bytes.length || response.destroyed) clearInterval(timer);
  }, everyMs);
}

const isRanged = ({ headers }: Ask) => 'content-range' in headers;
const seenElsewhere: (string | undefined)[] = [];

/** Modes, and the line that each ends with; undefined for the picture. */
const MODES: Readonly<Record<string, readonly [answer: (ask: Ask) => unknown, line: RegExp | undefined]>> = {
  'sends nothing': [() => undefined, /the server sends nothing, or next to nothing, for 20 s/],
  'stalls in bodies': [
    ({ response, status, headers, bytes }) => response.writeHead(status, headers).write(bytes.subarray(0, 20)),
    /the server sends nothing, or next to nothing, for 20 s/,
  ],
  'sends three bytes a second': [
    (ask) => trickle(ask, 3, 1000),
    /the server sends nothing, or next to nothing, for 20 s/,
  ],
  'sends slowly': [(ask) => trickle(ask, Math.ceil(ask.bytes.length / 8), 100), undefined],
  'cuts bodies twice': [(ask) => (ask.before < 2 ? cutBody(ask) : sendWhole(ask)), undefined],
  'cuts all bodies': [cutBody, /cannot be fetched: terminated[^\n]*, 4 times/],
  'is busy at first': [
    (ask) => (ask.before < 1 ? ask.response.writeHead(429, { 'retry-after': '1' }).end() : sendWhole(ask)),
    undefined,
  ],
  'is busy for an hour': [
    ({ response }) => response.writeHead(429, { 'retry-after': '3600' }).end(),
    /answers 429 Too Many Requests[^\n]*asks to be left alone for 3600 s/,
  ],
  'fails always': [({ response }) => response.writeHead(503).end(), /answers 503 Service Unavailable[^\n]*, 4 times/],
  'refuses midway': [(ask) => (isRanged(ask) ? ask.response.writeHead(403).end() : sendWhole(ask)), /answers 403/],
  'sends other ranges': [
    (ask) => {
      const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(String(ask.headers['content-range'])) ?? [];
      if (start === undefined) return sendWhole(ask);
      const moved = `bytes ${Number(start) + 1}-${Number(end) + 1}/${size}`;
      return ask.response.writeHead(206, { ...ask.headers, 'content-range': moved }).end(ask.bytes);
    },
    /answers with "bytes [^"]+" where bytes [^\n]+ were asked for/,
  ],
  'leads to another server': [
    ({ request, response }) =>
      response.writeHead(307, { location: `${elsewhere}${request.url!.replace(/^\/[^/]*/, '')}` }).end(),
    undefined,
  ],
  'leads in a circle': [
    ({ request, response }) => response.writeHead(302, { location: request.url! }).end(),
    /leads from address to address/,
  ],
  'sends a page for everything': [
    ({ response }) => response.end('<!doctype html><p>Sign in'),
    /answers with a web page/,
  ],
  'sends without end': [
    ({ response }) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1 << 20)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    },
    /sends more than \d+ bytes/,
  ],
};

const NAMES = Object.keys(MODES);
let origin = '';
let elsewhere = '';
const servers = [0, 1].map((place) => {
  const before = new Map<string, number>();
  return createServer((request, response) => {
    const [, mode = '', path = ''] = /^\/(\d+|plain)(\/.*)$/.exec(request.url!) ?? ['', 'plain', request.url!];
    if (place === 1) seenElsewhere.push(request.headers.authorization);
    const file = files.get(path);
    if (!file) return void response.writeHead(404).end();
    const ask = { ...rangeOf(request, file), request, response, before: before.get(request.url!) ?? 0 };
    before.set(request.url!, ask.before + 1);
    const [answer] = MODES[NAMES[Number(mode)] ?? ''] ?? [sendWhole];
    answer(ask);
  });
});

function rangeOf({ headers: { range } }: IncomingMessage, file: Uint8Array) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  const start = range === undefined ? 0 : first === '' ? file.length - Number(last) : Number(first);
  const end = first === '' || last === '' ? file.length : Math.min(Number(last) + 1, file.length);
  const bytes = file.subarray(start, end);
  const headers = { etag: '"1"', 'content-length': bytes.length };
  if (range === undefined) return { status: 200 as const, bytes, headers };
  const contentRange = `bytes ${start}-${end - 1}/${file.length}`;
  return { status: 206 as const, bytes, headers: { ...headers, 'content-range': contentRange } };
}

const folder = makeFolder();
const PICTURE = ['--size', '24x24', '--recipe', 'none', '--software'];
const expected = new Map<string, Buffer>();

beforeAll(async () => {
  const addresses = servers.map(async (server) => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  [origin, elsewhere] = (await Promise.all(addresses)) as [string, string];
  for (const name of ['head.nrrd', 'scan.zarr']) {
    const output = join(folder, `${name}.png`);
    expect(await runBeside(['render', `${origin}/plain/${name}`, '-o', output, ...PICTURE])).toMatchObject({
      status: 0,
    });
    expected.set(name, readFileSync(output));
  }
});

afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

const CASES = NAMES.flatMap((mode, index) => ['head.nrrd', 'scan.zarr'].map((name) => [mode, name, index] as const));

// At once, as most of them wait.
it.concurrent.each(CASES)('a server that %s of %s', async (mode, name, index) => {
  const output = join(folder, `${index}-${name}.png`);
  const address = `${origin}/${index}/${name}`;
  const header = ['--header', `Authorization: ${SECRET}`];
  const { status, stderr } = await runBeside(['render', address, '-o', output, ...PICTURE, ...header]);
  const lines = stderr.split('\n').filter((line) => line !== '' && !/no GPU was found/.test(line));
  const line =
    mode === 'refuses midway' || mode === 'sends other ranges' ? onlyInRanges(name, MODES[mode]![1]) : MODES[mode]![1];
  if (line) {
    expect(status).toBe(2);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(line);
  } else {
    expect(stderr).not.toMatch(/the server/);
    expect(status).toBe(0);
    expect(readFileSync(output)).toEqual(expected.get(name));
  }
  expect(stderr).not.toContain('secret');
});

/** A file that is read whole meets no such server. */
const onlyInRanges = (name: string, line: RegExp | undefined) => (name === 'scan.zarr' ? line : undefined);

it('that is led to gets no headers', () => {
  expect(seenElsewhere.length).toBeGreaterThan(1);
  expect(new Set(seenElsewhere)).toEqual(new Set([undefined]));
});
