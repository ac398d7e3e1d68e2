/** Answers of the viewer's server to whoever asks: its page, its scripts and the files that it was started with. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listInputs } from '../../../src/cli/view/list-inputs.js';
import { startViewerServer, type ViewerServer } from '../../../src/cli/view/viewer-server.js';
import { makeFolder } from '../run-cli.js';

const SECRET = 'nobody may read this';
const folder = makeFolder();
mkdirSync(join(folder, 'scans'));
writeFileSync(join(folder, 'secret.txt'), SECRET);
writeFileSync(join(folder, 'scans', 'a.nrrd'), 'NRRD0004');
symlinkSync(join(folder, 'secret.txt'), join(folder, 'scans', 'link.nrrd'));

let server: ViewerServer;
beforeAll(async () => {
  const files = await listInputs([join(folder, 'scans')]);
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
function ask(path: string, { method = 'GET', host }: { method?: string; host?: string } = {}): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  const headers = { host: host ?? `${hostname}:${port}` };
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
    expect(files).toMatchObject([{ url: 'files/0' }]);
    expect(await ask(`${root()}files/0`)).toEqual({ status: 200, body: 'NRRD0004' });
    expect((await ask(`${root()}files/1`)).status).toBe(404);
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
      expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
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

  it('is started with regular files alone', async () => {
    await expect(listInputs(['/dev/zero'])).rejects.toThrow(/is no regular file/);
  });
});
