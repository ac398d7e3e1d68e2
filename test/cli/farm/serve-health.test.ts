/** What a worker answers over HTTP while its queue is there, and while it is away. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { parseHealthAddress, serveHealth } from '../../../src/cli/farm/serve-health.js';
import { InputError } from '../../../src/errors.js';
import { QueueProbe } from '../../../src/farm/index.js';

it('answers 200, and 503 while the queue is away, on this machine alone; metrics are Prometheus’s', async () => {
  let isThere = true;
  const health = () => ({ adapter: 'a "card"', done: 3, failed: 1 });
  const server = serveHealth({ ...parseHealthAddress('health-port', '8080'), port: 0 }, health, async () => isThere);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { address, port } = server.address() as AddressInfo;
  expect(address).toBe('127.0.0.1');
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  expect(await ask('/')).toEqual({
    status: 200,
    type: 'application/json',
    text: JSON.stringify({ status: 'ok', ...health() }),
  });
  isThere = false;
  expect(await ask('/')).toMatchObject({ status: 503, text: expect.stringContaining('the queue is away') });
  const { status, type, text } = await ask('/metrics');
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(text.split('\n').filter((line) => !line.startsWith('#'))).toEqual([
    'tilecast_worker_jobs_total{outcome="done"} 3',
    'tilecast_worker_jobs_total{outcome="failed"} 1',
    'tilecast_worker_queue_up 0',
    'tilecast_worker_info{adapter="a \\"card\\""} 1',
    '',
  ]);
});

it.each([
  ['8080', { host: '127.0.0.1', port: 8080 }],
  ['0.0.0.0:9', { host: '0.0.0.0', port: 9 }],
  ['[::1]:9', { host: '::1', port: 9 }],
  ['localhost:65535', { host: 'localhost', port: 65535 }],
])('listens where %s says', (text, expected) => expect(parseHealthAddress('health-port', text)).toEqual(expected));

it.each(['0', '65536', 'host', ':80', '::1:80', 'a b:80', ''])('refuses "%s"', (text) =>
  expect(() => parseHealthAddress('health-port', text)).toThrow(InputError),
);

it('takes a queue that does not answer for one that is away, and asks it once', async () => {
  const asked: (() => void)[] = [];
  const getRanges = vi.fn(() => new Promise<string[]>((resolve) => asked.push(() => resolve([]))));
  const queue = { getRanges, on: () => undefined, close: async () => undefined };
  const probe = new QueueProbe({ createQueue: () => queue as never }, 20);
  expect(await probe.answers()).toBe(false);
  expect(await probe.answers()).toBe(false);
  expect(getRanges).toHaveBeenCalledTimes(1);
  asked[0]!();
  await new Promise((resolve) => setTimeout(resolve));
  const next = probe.answers();
  asked[1]!();
  expect(await next).toBe(true);
  await probe.close();
});
