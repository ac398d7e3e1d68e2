/** Requests that fail and are sent again, headers that stay with their server, and parts that must be those asked for. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { fetchKeys } from '../../../src/files/stores/fetch-keys.js';
import { recordOf } from '../../../src/files/web/server-record.js';
import { addressBelow, addressBeside } from '../../../src/files/web/web-address.js';
import { REMOTE_DEFAULTS, requestBytes } from '../../../src/files/web/web-request.js';

const FILE = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 11 + (index >> 7)) & 255);

type Listener = (request: IncomingMessage, response: ServerResponse, count: number) => void;

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(listener: Listener): Promise<string> {
  let count = 0;
  const server = createServer((request, response) => listener(request, response, count++));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
}

const messageOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof InputError ? error.message : String(error)),
  );

/** Sends bytes and then breaks the connection. */
const cut = (response: ServerResponse, bytes: Uint8Array, headers: Record<string, string | number>, status = 200) => {
  response.writeHead(status, headers);
  response.write(bytes, () => setTimeout(() => response.destroy(), 20));
};

it.concurrent('ends where each answer of many comes just in time, in one line', async () => {
  const url = await serve((_, response, count) => {
    setTimeout(() => (count % 2 === 0 ? response.writeHead(404).end() : response.end('x')), 450);
  });
  const asked = async () => {
    for (let count = 0; ; count++) {
      if (count > 9) return 'no end';
      await requestBytes(url, { accept: [404] }, { stallMs: 800 });
    }
  };
  expect(await messageOf(asked())).toMatch(/: the server is often silent; try again/);
});

it.concurrent('goes on where a body was cut, and reports all bytes', async () => {
  const asked: (string | undefined)[] = [];
  const url = await serve(({ headers: { range } }, response, count) => {
    asked.push(range);
    const from = Number(/bytes=(\d+)-/.exec(range ?? 'bytes=0-')![1]);
    const rest = FILE.subarray(from);
    const headers = {
      etag: '"1"',
      'content-length': rest.length,
      ...(range && { 'content-range': `bytes ${from}-${FILE.length - 1}/${FILE.length}` }),
    };
    if (count < 2) cut(response, rest.subarray(0, 100_000), headers, range ? 206 : 200);
    else response.writeHead(206, headers).end(rest);
  });
  const done: number[] = [];
  const { bytes } = await requestBytes(url, {}, { follow: ({ doneBytes }) => void done.push(doneBytes) });
  expect(bytes).toEqual(FILE);
  expect(asked).toEqual([undefined, 'bytes=100000-', 'bytes=200000-']);
  expect(done.at(-1)).toBe(FILE.length);
  expect(done).toEqual([...done].sort((a, b) => a - b));
});

it.concurrent('goes on however often the line breaks, as long as much comes each time', async () => {
  const large = new Uint8Array(9 << 20).map((_, index) => index);
  const url = await serve(({ headers: { range } }, response) => {
    const from = Number(/bytes=(\d+)-/.exec(range ?? 'bytes=0-')![1]);
    const contentRange = { 'content-range': `bytes ${from}-${large.length - 1}/${large.length}` };
    const headers = { etag: '"1"', 'content-length': large.length - from, ...(range && contentRange) };
    const end = from + (1 << 20) + 1000;
    if (end < large.length) cut(response, large.subarray(from, end), headers, range ? 206 : 200);
    else response.writeHead(206, headers).end(large.subarray(from));
  });
  expect((await requestBytes(url)).bytes.every((byte, index) => byte === (index & 255))).toBe(true);
});

it.concurrent('begins again where the file changed while its body was cut', async () => {
  const other = FILE.map((byte) => byte ^ 255);
  const url = await serve(({ headers: { range } }, response, count) => {
    if (count === 0) return cut(response, FILE.subarray(0, 1000), { etag: '"1"', 'content-length': FILE.length });
    if (!range) return void response.writeHead(200, { etag: '"2"' }).end(other);
    const contentRange = `bytes 1000-${FILE.length - 1}/${FILE.length}`;
    response.writeHead(206, { etag: '"2"', 'content-range': contentRange }).end(other.subarray(1000));
  });
  expect((await requestBytes(url)).bytes).toEqual(other);
});

it.concurrent('waits as long as a busy server asks for, and not for an hour', async () => {
  const times: number[] = [];
  const url = await serve((_, response, count) => {
    times.push(performance.now());
    if (count === 0) response.writeHead(429, { 'retry-after': '1' }).end();
    else response.end('done');
  });
  expect((await requestBytes(url)).bytes).toHaveLength(4);
  expect(times[1]! - times[0]!).toBeGreaterThan(950);
  const busy = await serve((_, response) => response.writeHead(429, { 'retry-after': '3600' }).end());
  expect(await messageOf(requestBytes(busy))).toMatch(
    /^http:\S+: the server answers 429 Too Many Requests, and asks to be left alone for 3600 s; try again later$/,
  );
});

it('gives up a server whose failures take too long, over all requests', async () => {
  const url = await serve((_, response) => response.writeHead(500).end());
  recordOf(new URL(url).origin, REMOTE_DEFAULTS.stallMs).lose(performance.now(), performance.now() + 31_000);
  expect(await messageOf(requestBytes(url))).toMatch(
    /^http:\S+: the server answers 500 Internal Server Error, again and again; try again later$/,
  );
  expect(await messageOf(requestBytes(url, {}, { retries: 1 }))).toMatch(/Error, 2 times; try again later$/);
});

it('forgets failures of a server that answers at once', async () => {
  const url = await serve((_, response, count) =>
    count === 1 ? response.writeHead(500).end() : void response.end('done'),
  );
  recordOf(new URL(url).origin, REMOTE_DEFAULTS.stallMs).lose(performance.now(), performance.now() + 31_000);
  for (let request = 0; request < 2; request++) expect((await requestBytes(url)).bytes).toHaveLength(4);
});

it.concurrent.each([
  ['another range', 'bytes 8-11/100', 4, /answers with "bytes 8-11\/100" where bytes 4-7 were asked for/],
  ['more than the range', 'bytes 4-11/100', 8, /answers with "bytes 4-11\/100" where bytes 4-7 were asked for/],
  ['no word of a range', undefined, 4, /answers with no range where bytes 4-7 were asked for/],
  ['a longer body', 'bytes 4-7/100', 8, /sends more than 4 bytes for \/c\/0$/],
  ['a shorter body', 'bytes 4-7/100', 3, /sends 3 of the 4 bytes that it said/],
] as const)('takes no part that is %s', async (_, contentRange, length, message) => {
  const url = await serve((__, response) => {
    response.writeHead(206, contentRange === undefined ? {} : { 'content-range': contentRange });
    response.end(FILE.subarray(0, length));
  });
  const { getRange } = fetchKeys(url, { retries: 0 });
  expect(await messageOf(getRange('/c/0', { offset: 4, length: 4 }))).toMatch(message);
});

it.concurrent('takes no ending of a file that is another one', async () => {
  const url = await serve((_, response) =>
    response.writeHead(206, { 'content-range': 'bytes 90-95/100' }).end(FILE.subarray(0, 6)),
  );
  const { getRange } = fetchKeys(url, { retries: 0 });
  expect(await messageOf(getRange('/c/0', { suffixLength: 6 }))).toMatch(/where bytes 0-15 were asked for/);
});

it.concurrent('takes no part of a file that it asked all of', async () => {
  const url = await serve((_, response) =>
    response.writeHead(206, { 'content-range': 'bytes 0-5/100' }).end(FILE.subarray(0, 6)),
  );
  expect(await messageOf(requestBytes(url))).toMatch(/sends a part of the file, unasked/);
});

it.concurrent('sends headers to their server alone, wherever it leads', async () => {
  const seen: Record<string, string | undefined> = {};
  const note = (name: string, request: IncomingMessage) => {
    seen[name] = request.headers['authorization'];
  };
  const other = await serve((request, response) => {
    note(`other ${request.url}`, request);
    response.end('other');
  });
  const url = await serve((request, response) => {
    note(`own ${request.url}`, request);
    if (request.url === '/file') response.writeHead(302, { location: '/next' }).end();
    else response.writeHead(307, { location: other }).end();
  });
  const { origin } = new URL(url);
  const headersOf = (to: URL) => (to.origin === origin ? { authorization: 'Bearer secret' } : undefined);
  const { bytes, finalUrl } = await requestBytes(url, {}, { headersOf });
  expect(new TextDecoder().decode(bytes)).toBe('other');
  expect(finalUrl).toBe(other);
  expect(seen).toEqual({ 'own /file': 'Bearer secret', 'own /next': 'Bearer secret', 'other /file': undefined });
});

it.concurrent.each([
  ['file:///etc/passwd', /leads to file:\/\/\/etc\/passwd, which is not encrypted/],
  ['data:text/plain,hello', /leads to data URL, which is not encrypted/],
  ['http://user:secret@127.0.0.1/x', /^http:\S+: http:\/\/127\.0\.0\.1\/x: the address holds a user or a password/],
])('does not go to %s', async (location, message) => {
  const url = await serve((_, response) => response.writeHead(302, { location }).end());
  const told = await messageOf(requestBytes(url, {}, { headersOf: () => undefined }));
  expect(told).toMatch(message);
  expect(told).not.toContain('secret');
});

it.concurrent('goes nowhere that its caller refuses', async () => {
  const url = await serve((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/x' }).end());
  const checkRedirect = () => {
    throw new InputError('nothing is read there');
  };
  expect(await messageOf(requestBytes(url, {}, { checkRedirect }))).toMatch(/nothing is read there$/);
  const circle = await serve((_, response) => response.writeHead(302, { location: '/file' }).end());
  const told = await messageOf(requestBytes(circle, {}, { checkRedirect: () => undefined }));
  expect(told).toMatch(/leads from address to address, 10 times/);
});

it.concurrent('keeps the query of an address for files below and beside it', () => {
  expect(addressBelow('https://host/x.zarr/?sig=a%2Fb#top', '/0/zarr.json')).toBe(
    'https://host/x.zarr/0/zarr.json?sig=a%2Fb',
  );
  expect(addressBelow('https://host/x.zarr', '/0')).toBe('https://host/x.zarr/0');
  expect(addressBeside('https://host/a/x.nhdr?sig=1', 'x.raw')).toBe('https://host/a/x.raw?sig=1');
  expect(addressBeside('https://host/a/x.nhdr?sig=1', 'x.raw?sig=2')).toBe('https://host/a/x.raw?sig=2');
  expect(addressBeside('https://host/a/x.nhdr?sig=1', 'https://other/x.raw')).toBe('https://other/x.raw');
});
