/** Files on the web: ranges where servers have them, and one line about servers that lie, stall or lead nowhere. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { fetchKeys } from '../../../src/files/stores/fetch-keys.js';
import { fetchRemote, openRemote } from '../../../src/files/web/remote-file.js';
import { nameUrl } from '../../../src/files/web/web-address.js';

const FILE = Uint8Array.from({ length: 3 << 20 }, (_, index) => (index * 7 + (index >> 8)) & 255);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(answer: Answer): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
}

const rangeOf = ({ headers }: IncomingMessage): [number, number] => {
  const [, start, end] = /bytes=(\d+)-(\d+)/.exec(headers.range!)!;
  return [Number(start), Math.min(Number(end) + 1, FILE.length)];
};

const sendRange = (response: ServerResponse, start: number, end: number, total = FILE.length) =>
  response.writeHead(206, { 'content-range': `bytes ${start}-${end - 1}/${total}` }).end(FILE.subarray(start, end));

async function expectLine(promise: Promise<unknown>, message: RegExp) {
  const error: unknown = await promise.catch((error: unknown) => error);
  expect(error).toBeInstanceOf(InputError);
  expect((error as InputError).message).toMatch(message);
  expect((error as InputError).message).toMatch(/^http:[^\n]+$/);
}

it('fetches the ranges that are read, and neighbours at once', async () => {
  const asked: number[] = [];
  const url = await serve((request, response) => {
    const [start, end] = rangeOf(request);
    asked.push(start);
    sendRange(response, start, end);
  });
  const { sizeBytes, read } = await openRemote(url);
  expect(sizeBytes).toBe(FILE.length);
  const tail = FILE.length - 100;
  for (const [start, end] of [
    [0, 10],
    [2_000_000, 2_000_100],
    [2_500_000, 2_600_000],
    [tail, FILE.length + 50],
  ] as const) {
    expect(await read(start, end)).toEqual(FILE.subarray(start, end));
  }
  expect(asked).toEqual([0, 1 << 20, 2 << 20]);
});

it('takes the whole of a file from a server that knows no ranges', async () => {
  const url = await serve((_, response) => void response.end(FILE));
  const { sizeBytes, read } = await openRemote(url);
  expect(sizeBytes).toBe(FILE.length);
  expect(await read(2_000_000, 2_000_100)).toEqual(FILE.subarray(2_000_000, 2_000_100));
});

it.each<[string, Answer, RegExp]>([
  ['another range', (_, response) => sendRange(response, 5, 10), /answers with "bytes 5-9\/\d+" where bytes 0-/],
  [
    'fewer bytes than its range says',
    (_, response) => response.writeHead(206, { 'content-range': `bytes 0-99/100` }).end('few'),
    /sends 3 of the 100 bytes that it said/,
  ],
  ['no range', (_, response) => response.writeHead(206).end('few'), /answers with no range where/],
  ['itself', (_, response) => response.writeHead(302, { location: '/file' }).end(), /redirect count exceeded/],
  ['nothing', () => undefined, /sends nothing, or next to nothing, for 0\.2 s; try again later/],
  [
    'a part, and then nothing',
    (_, response) => void response.writeHead(200, { 'content-length': '100' }).write('abc'),
    /sends nothing, or next to nothing, for 0\.2 s/,
  ],
  [
    'less than it said',
    (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    },
    /cannot be fetched: terminated/,
  ],
  ['a page', (_, response) => void response.end('<!DOCTYPE html><p>'), /answers with a web page/],
  ['an error', (_, response) => response.writeHead(503).end(), /answers 503 Service Unavailable/],
])('says in one line that it got %s', async (_, answer, message) => {
  const url = await serve(answer);
  // Busy machines may take longer than that for an answer, where there is one.
  const stallMs = message.source.includes('sends nothing') ? 200 : 30_000;
  await expectLine(openRemote(url, { stallMs, retries: 0 }), message);
});

it('says that a file changed while it was read', async () => {
  let total = FILE.length;
  const url = await serve((request, response) => sendRange(response, ...rangeOf(request), total--));
  const { read } = await openRemote(url);
  await expectLine(read(2_000_000, 2_000_100), /changed while it was read/);
});

it('waits for servers that are slow but go on', async () => {
  const url = await serve((_, response) => {
    let sent = 0;
    const timer = setInterval(() => {
      response.write('ab');
      if (++sent < 6) return;
      clearInterval(timer);
      response.end();
    }, 60);
  });
  expect((await fetchRemote(url, { stallMs: 250 })).bytes).toHaveLength(12);
});

const SLOW = /sends less than 4 KiB a second for 0\.5 s; try again later, or download it first$/;

it('gives up servers that send so little that large files never end', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '1000000' });
    const timer = setInterval(() => response.write('a'.repeat(20)), 50);
    response.once('close', () => clearInterval(timer));
  });
  await expectLine(fetchRemote(url, { stallMs: 250, retries: 0 }), SLOW);
});

it('gives up servers that drip so little to several requests that all of them together never end', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '1000000' });
    const timer = setInterval(() => response.write('a'.repeat(20)), 50);
    response.once('close', () => clearInterval(timer));
  });
  const requests = Array.from({ length: 8 }, () => fetchRemote(url, { stallMs: 250, retries: 0 }));
  await Promise.all(requests.map((request) => expectLine(request, SLOW)));
});

it('never shows users and passwords of addresses', async () => {
  expect(nameUrl('https://user:pass@host:81/a@b.nrrd?key=1')).toBe('https://host:81/a@b.nrrd');
  expect(nameUrl('https://host/a@b.nrrd')).toBe('https://host/a@b.nrrd');
  const url = 'http://user:p@ss:word@127.0.0.1:9/a.nrrd';
  const refused = /^http:\/\/127\.0\.0\.1:9\/a\.nrrd: the address holds a user or a password, which are not sent/;
  await expectLine(fetchRemote(url), refused);
  await expectLine(openRemote(new URL(url)), refused);
  expect(() => fetchKeys(url)).toThrow(refused);
});
