/** Answers of the viewer's server to whoever asks: its page, its scripts and the files that it was started with. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listInputs } from '../../../src/cli/view/list-inputs.js';
import { startViewerServer, type ViewerServer } from '../../../src/cli/view/viewer-server.js';
import { type ByteRange, fetchKeys } from '../../../src/index.js';
import { MAIN, makeFolder } from '../run-cli.js';

const SECRET = 'nobody may read this';
const folder = makeFolder();
mkdirSync(join(folder, 'scans'));
writeFileSync(join(folder, 'secret.txt'), SECRET);
writeFileSync(join(folder, 'scans', 'a.nrrd'), 'NRRD0004');
symlinkSync(join(folder, 'secret.txt'), join(folder, 'scans', 'link.nrrd'));
mkdirSync(join(folder, 'store.zarr', '0'), { recursive: true });
writeFileSync(join(folder, 'store.zarr', '.zgroup'), '{}');
writeFileSync(join(folder, 'store.zarr', '0', '0.0.0'), 'voxels');
symlinkSync(join(folder, 'secret.txt'), join(folder, 'store.zarr', '0', 'link'));

let server: ViewerServer;
beforeAll(async () => {
  const inputs = [join(folder, 'scans'), join(folder, 'store.zarr'), 'https://stores.test/large.zarr'];
  const files = await listInputs(inputs);
  server = await startViewerServer({ files, port: 0, attributes: {} });
});
afterAll(() => server.close());

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** With what an answer comes. */
const headersOf = async (path: string) => (await fetch(new URL(path, server.url), { redirect: 'manual' })).headers;

/** The path goes out as it is: no client mends it. */
function ask(
  path: string,
  { method = 'GET', host, range }: { method?: string; host?: string; range?: string } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  const headers = { host: host ?? `${hostname}:${port}`, ...(range && { range }) };
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers }, (response) => {
      let body = '';
      response.on('data', (data) => {
        body += data;
      });
      response.on('end', () => resolve({ status: response.statusCode!, body }));
    })
      .on('error', reject)
      .end();
  });
}

const root = () => new URL(server.url).pathname;

describe('the server of the viewer', () => {
  it('gives its page, the list and the files, and no links', async () => {
    expect((await ask(root())).body).toContain('<script type="module"');
    const { files } = JSON.parse((await ask(`${root()}inputs.json`)).body);
    expect(files).toMatchObject([
      { url: 'files/0' },
      { url: 'files/1', isStore: true },
      { url: 'https://stores.test/large.zarr', isStore: true },
    ]);
    expect(await ask(`${root()}files/0`)).toEqual({ status: 200, body: 'NRRD0004' });
    expect((await ask(`${root()}files/3`)).status).toBe(404);
    expect((await ask(`${root()}files/%ff`)).status).toBe(404);
  });

  it('gives the files of a store, and ranges of them, and nothing from outside', async () => {
    const store = `${root()}files/1`;
    expect(await ask(`${store}/0/0.0.0`)).toEqual({ status: 200, body: 'voxels' });
    expect(await ask(`${store}/0/0.0.0`, { range: 'bytes=1-3' })).toEqual({ status: 206, body: 'oxe' });
    expect(await ask(`${store}/0/0.0.0`, { range: 'bytes=-2' })).toEqual({ status: 206, body: 'ls' });
    const keys = fetchKeys(new URL(store, server.url));
    const text = async (range: ByteRange) => new TextDecoder().decode(await keys.getRange('/0/0.0.0', range));
    expect(await text({ offset: 1, length: 3 })).toBe('oxe');
    expect(await text({ suffixLength: 2 })).toBe('ls');
    for (const stray of [
      '',
      '/',
      '/0',
      '/0/0.0.1',
      '/0/link',
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/0/%2e%2e%2f%2e%2e%2fsecret.txt',
    ]) {
      expect(await ask(store + stray), stray).toEqual({ status: 404, body: '' });
    }
  });

  it('lets the page fetch from the servers of the stores that were named, and no others', async () => {
    const policy = (await headersOf('')).get('content-security-policy');
    expect(policy).toContain("connect-src 'self' data: https://stores.test");
  });

  const ups = ['..', '%2e%2e', '.%2e', '%2e.', '..%5c..', '%252e%252e', '..;', '....'];
  const separators = ['/', '%2f', '\\', '%5c', '//', '/./'];
  const targets = ['secret.txt', 'etc/passwd', 'package.json'];
  const starts = ['', 'dist/', 'files/', 'dist/viewer/', 'files/0/', 'dist/cli/'];

  it('gives nothing else, however it is asked', async () => {
    let asked = 0;
    for (const start of starts) {
      for (const up of ups) {
        for (const separator of separators) {
          for (const target of targets) {
            const path = `${root()}${start}${`${up}${separator}`.repeat(1 + (asked % 6))}${target}`;
            const { status, body } = await ask(path);
            asked++;
            if (status === 200) expect(body, path).toContain('<script type="module"');
            else expect([400, 404, 405, 500], path).toContain(status);
            expect(body).not.toContain(SECRET);
          }
        }
      }
    }
    expect(asked).toBe(starts.length * ups.length * separators.length * targets.length);
  });

  it.each(['/', '/inputs.json', '//', '/%', '/AAAA/', '/../', 'http://evil.net/', '/%00', '/?secret', '*'])(
    'gives nothing without its secret: %s',
    async (path) => {
      const { status, body } = await ask(path);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body).toBe('');
    },
  );

  it.each([
    'files/-1',
    'files/00',
    'files/1e0',
    'files/__proto__',
    'files/length',
    'files/0x0',
    '%',
    '%ff',
    'dist/%00.js',
  ])('refuses %s', async (path) => {
    const { status, body } = await ask(`${root()}${path}`);
    if (status === 200) expect(body).toBe('NRRD0004');
    else expect(status).toBeGreaterThanOrEqual(400);
  });

  it.each(['evil.net', 'evil.net:80', '127.0.0.1.evil.net:1', 'localhost.evil.net:1', '0.0.0.0:1'])(
    'answers no pages of others that found the secret: host %j',
    async (host) => {
      expect((await ask(root(), { host })).status).toBeGreaterThanOrEqual(400);
    },
  );

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])('takes no %s', async (method) => {
    expect((await ask(root(), { method })).status).toBe(405);
  });

  it('sends a policy without inline scripts, eval and other places with every answer, refusals too', async () => {
    for (const path of ['', 'files/0', 'inputs.json', 'nothing', '/']) {
      const headers = await headersOf(path);
      const policy = headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy?.replace(' https://stores.test', '')).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
    expect((await ask(root())).body).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=/);
  });

  it('lives on after what is no HTTP', async () => {
    const { hostname, port } = new URL(server.url);
    const texts = ['\0'.repeat(1000), 'GET', 'GET / HTTP/9.9\r\n\r\n', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n\r\n`];
    for (const text of texts) {
      await new Promise<void>((ended) => {
        const socket = connect(Number(port), hostname, () => socket.end(text));
        socket.on('error', () => undefined);
        socket.on('close', () => ended());
        socket.resume();
      });
    }
    expect((await ask(root())).status).toBe(200);
  });

  /** Sends a head and then a body that does not end; the time until the server has had enough, and what it says. */
  function pour(head: string, on = server): Promise<{ said: string; sentBytes: number }> {
    const { hostname, port } = new URL(on.url);
    return new Promise((resolve) => {
      const [chunk, state] = [Buffer.alloc(1 << 16, 'x'), { said: '', sentBytes: 0 }];
      const socket = connect(Number(port), hostname, () => {
        socket.write(head);
        more();
      });
      const more = () => {
        while (!socket.destroyed && state.sentBytes < 1 << 30) {
          state.sentBytes += chunk.length;
          if (!socket.write(chunk)) return void socket.once('drain', more);
        }
        socket.end();
      };
      socket.on('data', (data) => {
        state.said += data;
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(state));
    });
  }

  it.each(['POST', 'PUT', 'GET'])('reads no body that has no end: %s', async (method) => {
    const { hostname, port } = new URL(server.url);
    for (const path of ['/', root()]) {
      const head = `${method} ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: 99999999999\r\n\r\n`;
      const { said, sentBytes } = await pour(head);
      expect(said).toMatch(/^HTTP\/1.1 4\d\d /);
      expect(sentBytes).toBeLessThan(1 << 27);
    }
  });

  it('waits for nobody who sends slowly, and answers others meanwhile', async () => {
    const slow = await startViewerServer({ files: [], port: 0, attributes: {}, requestMs: 400 });
    onTestFinished(() => slow.close());
    const { hostname, port } = new URL(slow.url);
    const closed = Array.from(
      { length: 40 },
      () =>
        new Promise<void>((ended) => {
          const socket = connect(Number(port), hostname, () => socket.write('GET / HTTP/1.1\r\nHost: a'));
          const drip = setInterval(() => socket.write('a'), 50);
          socket.on('error', () => undefined);
          socket.on('close', () => {
            clearInterval(drip);
            ended();
          });
          socket.resume();
        }),
    );
    expect((await fetch(slow.url)).status).toBe(200);
    await Promise.all(closed);
    expect((await fetch(slow.url)).status).toBe(200);
  });

  it('lets several read at once, and forgets who goes away', async () => {
    writeFileSync(join(folder, 'large.nrrd'), Buffer.alloc(1 << 22, 7));
    const files = await listInputs([join(folder, 'large.nrrd')]);
    const several = await startViewerServer({ files, port: 0, attributes: {} });
    onTestFinished(() => several.close());
    const url = new URL('files/0', several.url);
    const openFiles = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0);
    const before = openFiles();
    const left = Array.from({ length: 20 }, async () => {
      const controller = new AbortController();
      const response = await fetch(url, { signal: controller.signal });
      controller.abort();
      await response.arrayBuffer().catch(() => undefined);
    });
    const read = Array.from({ length: 8 }, async () => (await (await fetch(url)).arrayBuffer()).byteLength);
    expect(await Promise.all(read)).toEqual(new Array(8).fill(1 << 22));
    await Promise.all(left);
    several.close();
    await vi.waitFor(() => expect(openFiles()).toBeLessThan(before + 10), { timeout: 10_000 });
  });

  it.runIf(process.platform !== 'win32')('gives no file that has become another since', async () => {
    const names = ['longer', 'shorter', 'pipe', 'gone', 'same'].map((name) => join(folder, name));
    for (const name of names) writeFileSync(name, 'NRRD0004');
    const changing = await startViewerServer({ files: await listInputs(names), port: 0, attributes: {} });
    onTestFinished(() => changing.close());
    const [longer, shorter, pipe, gone] = names as [string, string, string, string, string];
    writeFileSync(longer, 'NRRD0004 and far more than was promised');
    writeFileSync(shorter, 'NRRD');
    for (const name of [pipe, gone]) rmSync(name);
    execFileSync('mkfifo', [pipe]);
    const statuses = await Promise.all(
      names.map(async (_, index) => (await fetch(new URL(`files/${index}`, changing.url))).status),
    );
    expect(statuses).toEqual([409, 409, 500, 500, 200]);
  });

  it.each([
    ['two hosts', 'GET {root} HTTP/1.1\r\nHost: evil.net\r\nHost: 127.0.0.1:80\r\n\r\n'],
    ['no host', 'GET {root} HTTP/1.1\r\n\r\n'],
    ['the host of the address', 'GET http://127.0.0.1:80{root} HTTP/1.1\r\nHost: evil.net\r\n\r\n'],
    ['two lengths', 'GET {root} HTTP/1.1\r\nHost: localhost:1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'POST {root} HTTP/1.1\r\nHost: localhost:1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['a tunnel', 'CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:1\r\n\r\n'],
    ['a header of a mebibyte', `GET {root} HTTP/1.1\r\nHost: localhost:1\r\nX: ${'x'.repeat(1 << 20)}\r\n\r\n`],
  ])('gives nothing to a request with %s', async (_, request) => {
    const { hostname, port } = new URL(server.url);
    const said = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), hostname, () => socket.end(request.replace('{root}', root())));
      socket.on('data', (data) => {
        text += data;
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(text));
    });
    expect(said).not.toContain('<script');
    expect(said).toMatch(/^(HTTP\/1.1 4|$)/);
  });

  it('tells pages of other sites nothing, and lets them embed nothing', async () => {
    for (const path of ['', 'files/0', 'inputs.json', 'nothing']) {
      const url = new URL(path, server.url);
      const headers = { origin: 'https://evil.net', 'access-control-request-method': 'GET' };
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await fetch(url, { method, headers });
        expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
        expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
        expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      }
    }
  });

  it('is started with regular files alone', async () => {
    await expect(listInputs(['/dev/zero'])).rejects.toThrow(/is a device and no file/);
  });
});

it('ends a connection that sends requests one upon the other and reads no answers', async () => {
  const { hostname, port } = new URL(server.url);
  /** Descriptors of inputs. A folder's listing has one of its own, which is gone when it is looked at. */
  const openInputs = () =>
    process.platform === 'linux'
      ? readdirSync('/proc/self/fd').filter((name) => {
          const path = join('/proc/self/fd', name);
          return existsSync(path) && readlinkSync(path).startsWith(folder);
        })
      : [];
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  const message = `GET ${root()}files/0 HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`;
  socket.write(message.repeat(10_000));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(openInputs().length).toBeLessThan(1000);
  socket.resume();
  await closed;
  await vi.waitFor(() => expect(openInputs()).toEqual([]), { timeout: 3000 });
  expect((await ask(`${root()}files/0`)).body).toBe('NRRD0004');
});

it('gives scripts packed to whoever takes that, and the same ones to others', async () => {
  const args = [MAIN, 'view', join(folder, 'scans', 'a.nrrd'), '--no-open'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill());
  const root = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data).trim())),
  );
  const script = (encoding: string) =>
    fetch(new URL('dist/viewer/page.js', root), { headers: { 'accept-encoding': encoding } });
  const [packed, plain] = await Promise.all(['gzip', 'identity'].map(script));
  expect([packed!, plain!].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null]);
  const text = await plain!.text();
  expect(text.length).toBeGreaterThan(1000);
  expect(await packed!.text()).toBe(text);
});
