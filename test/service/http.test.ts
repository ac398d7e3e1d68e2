/** The service over HTTP: what it answers, what it refuses, and what it survives. */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpServer, LOCAL_HOST, startHttp } from '../../src/service/http.js';
import type { Service } from '../../src/service/service.js';
import { createService } from './fake-service.js';

const BODY_BYTES_MAX = 100_000;

describe('the service over HTTP', () => {
  let service: Service;
  let server: HttpServer;
  let isReady = true;
  beforeAll(async () => {
    service = await createService();
    server = await startHttp(service, {
      ...{ host: LOCAL_HOST, port: 0, bodyBytesMax: BODY_BYTES_MAX, engines: 1 },
      isReady: () => isReady,
    });
  });
  afterAll(() => server.close());

  const post = (path: string, body: string | FormData, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      body,
      headers: { ...(typeof body === 'string' && { 'content-type': 'application/json' }), ...headers },
    });
  const form = (recipe: string, ...files: readonly (readonly [name: string, content: string])[]) => {
    const data = new FormData();
    data.set('recipe', recipe);
    for (const [name, content] of files) data.append('file', new Blob([content]), name);
    return data;
  };

  it('hands a recipe to an engine, and answers with the bytes, the notes and the camera', async () => {
    const response = await post('/render?output=depth', '{"version":1}');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      kind: 'render-request',
      recipe: { version: 1 },
      output: 'depth',
      files: {},
    });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(JSON.parse(response.headers.get('tilecast-notes')!)).toEqual(['Ω is said']);
    expect(JSON.parse(response.headers.get('tilecast-camera')!)).toEqual({ fov: 30 });
    expect(await (await post('/slices', '{}')).json()).toMatchObject({ kind: 'slices-request', output: 'png' });
  });

  it('puts the files of a request where the engine finds them, by their names', async () => {
    const response = await post('/render', form('{"inputs":["a.nrrd"]}', ['a.nrrd', 'voxels'], ['b c.nrrd', '']));
    expect(await response.json()).toMatchObject({ files: { 'a.nrrd': 'voxels', 'b c.nrrd': '' } });
  });

  it('refuses in one line of JSON what it cannot answer', async () => {
    const refusals: readonly (readonly [number, RegExp, () => Promise<Response>])[] = [
      [400, /^no such look$/, () => post('/render', '{"fails":"no such look"}')],
      [400, /recipe: is no JSON/, () => post('/render', '{')],
      [400, /recipe: the field is missing/, () => post('/render', new FormData())],
      [400, /other: is no field/, () => post('/render', withField('other'))],
      [400, /no name that a file can have/, () => post('/render', form('{}', ['.hidden', 'x']))],
      [400, /two files of the name a/, () => post('/render', form('{}', ['a', 'x'], ['a', 'y']))],
      [400, /size: is no parameter/, () => post('/render?size=3', '{}')],
      [413, /more than 100000 bytes/, () => post('/render', form('{}', ['a', 'x'.repeat(BODY_BYTES_MAX)]))],
      [415, /must be application\/json/, () => post('/render', '{}', { 'content-type': 'text/plain' })],
      [400, /multipart/, () => post('/render', 'x', { 'content-type': 'multipart/form-data' })],
      [400, /multipart|end/, () => post('/render', 'x', { 'content-type': 'multipart/form-data; boundary=b' })],
      [404, /there is no GET \/render/, () => fetch(`${server.url}/render`)],
      [400, /^recipe: nests lists and objects more than 100 deep$/, () => post('/render', nested(20_000))],
      [400, /^recipe: names 10001 inputs, and may 10000: name the folder/, () => post('/render', manyInputs)],
      [
        400,
        /has more than 10009 parts/,
        () => post('/render', '--b\r\n\r\n\r\n'.repeat(10_020), { 'content-type': 'multipart/form-data; boundary=b' }),
      ],
      [403, /pages in browsers/, () => post('/render', '{}', { origin: 'https://example.org' })],
    ];
    for (const [status, line, ask] of refusals) {
      const response = await ask();
      const { error } = (await response.json()) as { error: string };
      expect(error).toMatch(line);
      expect(response.status, error).toBe(status);
    }
    expect(service.dispatcher.counts).toMatchObject({ waiting: 0, running: 0 });
  });

  /** Sends all of a body before it reads anything of the answer. */
  async function sendAll(url: string, type: string, body: string): Promise<string> {
    const { port, host } = new URL(url);
    const socket = connect(Number(port), LOCAL_HOST).pause();
    const head = `POST /render HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n`;
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('the connection was closed')));
      socket.write(`${head}\r\n${body}`, () => resolve());
    });
    const [answer] = (await once(socket.resume(), 'data')) as [Buffer];
    socket.destroy();
    return answer.toString();
  }

  it('answers callers who send all of a body that is refused before they read', async () => {
    const roomy = await startHttp(service, {
      ...{ host: LOCAL_HOST, port: 0, bodyBytesMax: 2 ** 26, engines: 1 },
      isReady: () => true,
    });
    const part = '--b\r\nContent-Disposition: form-data; name="f"; filename="NAME"\r\n\r\nx\r\n';
    const files = Array.from({ length: 300_000 }, (_, number) => part.replace('NAME', String(number))).join('');
    const type = 'multipart/form-data; boundary=b';
    expect(await sendAll(roomy.url, type, files)).toMatch(/^HTTP\/1.1 400 .*"the request has more than 10000 files"/s);
    await roomy.close();
    expect(await sendAll(server.url, type, files)).toMatch(/^HTTP\/1.1 413 .*the body has more than 100000 bytes/s);
    expect(await sendAll(server.url, 'application/json', files)).toMatch(/^HTTP\/1.1 413 .*the body has more than/s);
    await expect
      .poll(() => readdirSync(service.uploads.folder).filter((name) => name.startsWith('incoming')))
      .toEqual([]);
  });

  const nested = (depth: number) => `{"inputs":["a"],"camera":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const manyInputs = JSON.stringify({ inputs: new Array(10_001).fill('a') });

  function withField(name: string): FormData {
    const data = form('{}');
    data.set(name, 'x');
    return data;
  }

  it('answers monitors and those who ask for schemas', async () => {
    const get = (path: string) => fetch(`${server.url}${path}`);
    expect(await (await get('/schema')).json()).toMatchObject({ title: 'tilecast recipe' });
    expect(await (await get('/schema/slices')).json()).toHaveProperty('properties.plane');
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
    isReady = false;
    expect((await get('/readyz')).status).toBe(503);
    isReady = true;
    const metrics = await (await get('/metrics')).text();
    expect(metrics).toMatch(/^tilecast_requests_total\{kind="render",outcome="done"\} \d+$/m);
    expect(metrics).toMatch(/^tilecast_request_seconds_bucket\{le="\+Inf"\} \d+$/m);
    for (const line of metrics.trim().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [\d.e+-]+)$/);
  });

  it('lets go of callers who hang up, with a picture under way or half a body', async () => {
    const { port } = new URL(server.url);
    const head = (length: number) =>
      `POST /render HTTP/1.1\r\nHost: ${LOCAL_HOST}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    const waiting = '{"waits":true}';
    for (const text of [head(waiting.length) + waiting, `${head(1000)}{`]) {
      const socket = connect(Number(port), LOCAL_HOST);
      socket.write(text);
      await new Promise((resolve) => setTimeout(resolve, 100));
      socket.destroy();
      await once(socket, 'close');
    }
    const boundary = 'b';
    const half = `--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nhalf`;
    const socket = connect(Number(port), LOCAL_HOST);
    socket.write(head(1000).replace('application/json', `multipart/form-data; boundary=${boundary}`) + half);
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    await once(socket, 'close');
    expect((await post('/render', '{}')).status).toBe(200);
    expect(service.dispatcher.counts).toMatchObject({ waiting: 0, running: 0 });
    await expect
      .poll(() => readdirSync(service.uploads.folder).filter((name) => name.startsWith('incoming')))
      .toEqual([]);
  });

  it('asks for the token, except whoever looks whether it lives', async () => {
    const guarded = await startHttp(service, {
      ...{ host: LOCAL_HOST, port: 0, bodyBytesMax: BODY_BYTES_MAX, engines: 1, token: 'secret' },
      isReady: () => true,
    });
    const ask = (path: string, authorization?: string) =>
      fetch(`${guarded.url}${path}`, authorization === undefined ? {} : { headers: { authorization } });
    expect((await ask('/schema')).status).toBe(401);
    expect((await ask('/schema', 'Bearer wrong')).status).toBe(401);
    expect((await ask('/schema', 'Bearer secret')).status).toBe(200);
    expect((await ask('/metrics')).status).toBe(401);
    expect((await ask('/healthz')).status).toBe(200);
    await guarded.close();
  });

  it('is asked by no other name, as pages of other sites could', async () => {
    const { port } = new URL(server.url);
    const socket = connect(Number(port), LOCAL_HOST);
    socket.write('GET /schema HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 403/);
    socket.destroy();
  });
});
