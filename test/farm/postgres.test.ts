/** The queue on a PostgreSQL server, where one is installed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FarmQueue, openQueue } from '../../src/farm/queue/open-queue.js';
import { parseQueueUrl } from '../../src/farm/queue/queue-url.js';
import { Submitter } from '../../src/farm/submit.js';
import { work } from '../../src/farm/work.js';
import { HAS_POSTGRES, type PostgresServer, startPostgres } from './start-postgres.js';

const TASKS = 12;
const WAIT_MS = 60_000;

describe.skipIf(!HAS_POSTGRES)('on PostgreSQL', () => {
  let postgres: PostgresServer;
  let queue: FarmQueue;
  beforeAll(async () => {
    postgres = startPostgres();
    const startLocal = () => Promise.reject(new Error('no local queue here'));
    queue = await openQueue(parseQueueUrl(postgres.url), { startLocal });
  }, WAIT_MS);
  afterAll(async () => {
    await queue?.close();
    postgres?.stop();
  });

  it('tasks are done once each by two workers, a failure is tried again, and the parent has their results', async () => {
    const submitter = new Submitter(queue);
    const children = Array.from({ length: TASKS }, (_, place) => ({ kind: 'square', data: { place } }));
    const batch = { id: 'once', title: 'once', group: 'a', root: { kind: 'sum', data: {}, children } };
    expect(await submitter.add(batch)).toBe(true);
    expect(await submitter.add(batch)).toBe(false);
    const stop = new AbortController();
    const done: number[] = [];
    let tries = 0;
    const worker = () =>
      work(
        queue,
        async ({ kind, data }, { childResults }) => {
          if (kind === 'sum') return (await childResults()).reduce((sum: number, one) => sum + (one as number), 0);
          const { place } = data as { place: number };
          if (place === 3 && ++tries === 1) throw new Error('a short circuit');
          done.push(place);
          return place ** 2;
        },
        stop.signal,
        { lockMs: 2000 },
      );
    const workers = [worker(), worker()];
    let { end } = await submitter.state('once');
    for (const startMs = performance.now(); !end && performance.now() - startMs < WAIT_MS; ) {
      await new Promise((next) => setTimeout(next, 100));
      ({ end } = await submitter.state('once'));
    }
    stop.abort();
    await Promise.all(workers);
    expect(end).toEqual({ result: 506 });
    expect(done.sort((a, b) => a - b)).toEqual(children.map(({ data: { place } }) => place));
    expect(tries).toBe(2);
  });
});
