/** Headers for servers: who gets them, and that nothing else ever shows them. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { listInputs } from '../../src/cli/view/list-inputs.js';
import { startViewerServer } from '../../src/cli/view/viewer-server.js';
import { fetchKeys } from '../../src/index.js';
import { readStream, remoteOptions } from '../../src/node/read/streams.js';
import { serveListener } from '../serve-listener.js';
import { runCli, SAMPLE } from './run-cli.js';

const SECRET = 'Bearer abc.def-0123456789';

it('are sent for the viewer, whose page asks its own server then', async () => {
  const files = new Map([['/x.zarr/zarr.json', 'metadata']]);
  const origin = await serveListener(({ url = '', headers }, response) => {
    const file = files.get(url);
    if (headers.authorization !== SECRET) response.writeHead(401).end();
    else if (file === undefined) response.writeHead(404).end();
    else if (headers.range === undefined) response.end(file);
    else response.writeHead(206, { 'content-range': `bytes 4-7/${file.length}` }).end(file.slice(4));
  });
  vi.stubEnv('TILECAST_HTTP_HEADERS', `${origin} Authorization: ${SECRET}`);
  const listed = await listInputs([`${origin}/x.zarr`]);
  const { url, close } = await startViewerServer({ files: listed, port: 0, attributes: {} });
  onTestFinished(close);
  const { files: inputs } = (await (await fetch(`${url}inputs.json`)).json()) as { files: { url: string }[] };
  expect(inputs).toMatchObject([{ url: 'files/0', isStore: true }]);
  const keys = fetchKeys(`${url}files/0`);
  const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);
  expect(text(await keys.get('/zarr.json'))).toBe('metadata');
  expect(text(await keys.getRange('/zarr.json', { suffixLength: 4 }))).toBe('data');
  expect(await keys.get('/other')).toBeUndefined();
  vi.unstubAllEnvs();
  expect(await listInputs([`${origin}/x.zarr`])).toMatchObject([{ isPassedOn: false }]);
});

it('are asked of a server elsewhere, which leads to this machine, never', () => {
  const { checkRedirect } = remoteOptions();
  const from = new URL('https://scans.test/a.nrrd');
  for (const host of ['127.0.0.1', 'localhost', '127.8.8.8', '[::1]', 'a.localhost', '[::ffff:127.0.0.1]', '0.0.0.0'])
    expect(() => checkRedirect!(new URL(`https://${host}/a`), from), host).toThrow(/on this machine/);
  expect(() => checkRedirect!(new URL('http://other.test/a'), from)).toThrow(/is not encrypted/);
  expect(() => checkRedirect!(new URL('https://other.test/a'), from)).not.toThrow();
  expect(() => checkRedirect!(new URL('http://127.0.0.1:81'), new URL('http://localhost:80'))).not.toThrow();
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

it('nor is one named by a file that lies elsewhere, as a header names its data', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string | URL) => {
    asked.push(String(url));
    return Object.defineProperty(new Response('12345678'), 'url', { value: String(url) });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { readSibling } = await readStream('https://scans.test/a.nhdr');
  for (const name of ['https://127.0.0.1:81/a.raw', '//localhost/a.raw', 'http://[::1]/a.raw'])
    await expect(readSibling(name), name).rejects.toThrow(/leads to .* on this machine, which only the command line/);
  expect(asked).toEqual(['https://scans.test/a.nhdr']);
  expect(await readSibling('a.raw')).toHaveLength(8);
});
