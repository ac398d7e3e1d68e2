/** A worker's health over HTTP: whether it and its queue are there, for containers, and metrics for Prometheus. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { fail } from '../../recipe/parse/parse-options.js';
import { toInert } from '../inert-text.js';
import { say } from '../say.js';

export interface HealthAddress {
  readonly host: string;
  readonly port: number;
}

export interface WorkerHealth {
  readonly adapter: string;
  readonly done: number;
  readonly failed: number;
}

const LOCAL = '127.0.0.1';
const PORT_MAX = 65_535;

/** Parses PORT, which only this machine reaches, or HOST:PORT. */
export function parseHealthAddress(option: string, text: string): HealthAddress {
  const [, bracketed, plain, digits] = /^(?:(?:\[([\da-f:.]+)\]|([^\s:[\]/]+)):)?(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (digits !== undefined && port >= 1 && port <= PORT_MAX) return { host: bracketed ?? plain ?? LOCAL, port };
  return fail(`--${option}: must be a port from 1 to ${PORT_MAX}, or HOST:PORT such as 0.0.0.0:8080, not ${text}`);
}

/**
 * Answers `/metrics` in Prometheus's text format, and everything else with 200, or with 503 while the queue is away.
 * @param isQueueThere asked for each answer.
 */
export function serveHealth(
  { host, port }: HealthAddress,
  describe: () => WorkerHealth,
  isQueueThere: () => Promise<boolean>,
): Server {
  const server = createServer((request, response) => {
    void isQueueThere().then((isThere) => {
      const [path] = (request.url ?? '/').split('?');
      if (path === '/metrics')
        send(response, 200, 'text/plain; version=0.0.4; charset=utf-8', formatMetrics(describe(), isThere));
      else {
        const state = { status: isThere ? 'ok' : 'the queue is away', ...describe() };
        send(response, isThere ? 200 : 503, 'application/json', JSON.stringify(state));
      }
    });
  });
  server.on('error', (error) => say(`--health-port: ${error.message}`));
  return server.listen(port, host);
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type });
  response.end(body);
}

/** https://prometheus.io/docs/instrumenting/exposition_formats, text format 0.0.4. */
function formatMetrics({ adapter, done, failed }: WorkerHealth, isQueueThere: boolean): string {
  // The format has escapes for three characters; others that would do something, such as a return, become dots.
  const label = toInert(adapter, '\n').replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
  return `# HELP tilecast_worker_jobs_total Jobs that the worker has ended, by how they ended.
# TYPE tilecast_worker_jobs_total counter
tilecast_worker_jobs_total{outcome="done"} ${done}
tilecast_worker_jobs_total{outcome="failed"} ${failed}
# HELP tilecast_worker_queue_up Whether the queue's server answers.
# TYPE tilecast_worker_queue_up gauge
tilecast_worker_queue_up ${isQueueThere ? 1 : 0}
# HELP tilecast_worker_info The adapter that the worker renders on.
# TYPE tilecast_worker_info gauge
tilecast_worker_info{adapter="${label}"} 1
`;
}
