/** Headers for servers: who gets them, and that nothing else ever shows them. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runBeside } from './run-beside.js';
import { makeFolder, runCli, SAMPLE } from './run-cli.js';

const SECRET = 'Bearer abc.def-0123456789';
const sample = readFileSync(SAMPLE);

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Gives the sample to whoever has the token, and quotes that of others. */
const guarded: RequestListener = ({ headers }: IncomingMessage, response) => {
  if (headers.authorization === SECRET) response.end(sample);
  else response.writeHead(401, `no ${headers.authorization}`).end();
};

it('go to the server of the input, and are in no picture', async () => {
  const origin = await serve(guarded);
  const output = join(makeFolder(), 'x.png');
  const header = ['--header', `Authorization: ${SECRET}`];
  const address = `${origin}/head.nrrd?key=hidden-query`;
  const { status, stderr } = await runBeside(['render', address, '-o', output, '--size', '16x16', ...header]);
  expect(stderr).not.toMatch(/abc|hidden/);
  expect(status).toBe(0);
  const picture = readFileSync(output).toString('latin1');
  for (const secret of ['abc.def', 'hidden-query']) expect(picture).not.toContain(secret);
  expect((await runBeside(['info', address, ...header])).status).toBe(0);
  const env = { TILECAST_HTTP_HEADERS: `\nhttp://other.test X-Key: 1\n${origin}/ Authorization: ${SECRET}\n` };
  expect((await runBeside(['info', address], env)).status).toBe(0);
});

it('go to no other server, and stand in no message', async () => {
  const seen: (string | undefined)[] = [];
  const other = await serve(({ headers }, response) => {
    seen.push(headers.authorization);
    response.end(sample);
  });
  const origin = await serve((_, response) => response.writeHead(302, { location: `${other}/head.nrrd?sig=x` }).end());
  const header = ['--header', `Authorization: ${SECRET}`];
  expect((await runBeside(['info', `${origin}/a.nrrd`, ...header])).status).toBe(0);
  expect(seen).toEqual([undefined]);
  const wrong = await serve((_, response) => response.writeHead(401, `no ${SECRET}`).end());
  const { status, stderr } = await runBeside(['info', `${wrong}/a.nrrd?sig=hidden`, ...header]);
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /^tilecast: http:\/\/127\.0\.0\.1:\d+\/a\.nrrd: the server answers 401 no …; check the address/,
  );
  expect(stderr).not.toMatch(/abc|hidden/);
});

it('are asked of a server elsewhere, which leads to this machine, never', async () => {
  const asked: string[] = [];
  const inner = await serve(({ url = '' }, response) => {
    asked.push(url);
    response.end(sample);
  });
  const { remoteOptions } = await import('../../src/node/read/streams.js');
  const { checkRedirect } = remoteOptions();
  const from = new URL('https://scans.test/a.nrrd');
  for (const host of ['127.0.0.1', 'localhost', '127.8.8.8', '[::1]', 'a.localhost', '[::ffff:127.0.0.1]', '0.0.0.0'])
    expect(() => checkRedirect!(new URL(`https://${host}/a`), from), host).toThrow(/on this machine/);
  expect(() => checkRedirect!(new URL('http://other.test/a'), from)).toThrow(/is not encrypted/);
  expect(() => checkRedirect!(new URL('https://other.test/a'), from)).not.toThrow();
  expect(() => checkRedirect!(new URL(inner), new URL('http://localhost:80'))).not.toThrow();
  expect(asked).toEqual([]);
});

it.each([
  ['no header', ['info', 'https://a.test/x.nrrd', '--header', 'hidden-text'], /--header: is no header; 'Authorization/],
  ['a line break', ['info', 'https://a.test/x.nrrd', '--header', 'A: hidden\r\nB: c'], /--header: is no header/],
  ['no address', ['info', SAMPLE, '--header', 'X-Key: hidden'], /X-Key is for no address among the inputs/],
  [
    'two servers',
    ['render', 'https://a.test/x.nrrd', 'https://b.test/x.nrrd', '-o', 'x.png', '--header', 'X-Key: hidden'],
    /the inputs are at https:\/\/a\.test and https:\/\/b\.test; name the server that gets X-Key/,
  ],
  ['its own', ['info', 'https://a.test/x.nrrd', '--header', 'Range: hidden'], /Range is said by tilecast itself/],
  [
    'jobs',
    ['render', 'https://a.test/x.nrrd', '-o', 'x.png', '--queue', 'local', '--header', 'X-Key: hidden'],
    /--header: jobs hold no headers; set TILECAST_HTTP_HEADERS where workers run/,
  ],
])('are refused in one line for %s', (_, args, message) => {
  const { status, stderr } = runCli(args);
  expect(status).toBe(2);
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain('hidden');
  expect(stderr.trim()).not.toContain('\n');
});
