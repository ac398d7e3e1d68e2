/** Batches, workers and what goes wrong with them, on a real queue. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import Redis from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { InputError } from '../../src/errors.js';
import { type FarmQueue, openQueue } from '../../src/farm/queue/open-queue.js';
import { parseQueueUrl } from '../../src/farm/queue/queue-url.js';
import { Submitter } from '../../src/farm/submit.js';
import { type Batch, groupQueue, type Perform, ROOTS } from '../../src/farm/task.js';
import { type WorkEvent, type WorkOptions, work } from '../../src/farm/work.js';
import { HAS_REDIS, type RedisServer, startRedis } from './start-redis.js';

const noLocal = { startLocal: () => Promise.reject(new Error('no local queue here')) };

const createBatch = (id: string, group: string, count: number): Batch => ({
  id,
  title: id,
  group,
  root: {
    kind: 'sum',
    data: {},
    children: Array.from({ length: count }, (_, place) => ({ kind: 'square', data: { id, place } })),
  },
});

/** Squares, and the sum of those that did not fail. */
const perform: Perform = async ({ kind, data }, { childResults, childFailures }) => {
  if (kind === 'square') return (data as { place: number }).place ** 2;
  const failures = await childFailures();
  if (failures.length > 0) throw new InputError(failures.map(({ reason }) => reason).join('; '));
  return (await childResults()).reduce((sum: number, square) => sum + (square as number), 0);
};

describe.skipIf(!HAS_REDIS)('on Redis', () => {
  let redis: RedisServer;
  let queue: FarmQueue;
  beforeAll(async () => {
    redis = await startRedis();
    queue = await openQueue(parseQueueUrl(redis.url), noLocal);
  });
  afterAll(async () => {
    await queue?.close();
    await redis?.stop();
  });

  /** Works until all batches have ended; their ends, and all that the workers did. */
  async function run(batches: readonly Batch[], performs: readonly Perform[], options: WorkOptions = {}) {
    const submitter = new Submitter(queue);
    for (const batch of batches) await submitter.add(batch);
    const stop = new AbortController();
    const events: WorkEvent[][] = performs.map(() => []);
    const workers = performs.map((each, index) =>
      work(queue, each, stop.signal, { lockMs: 2000, ...options, onEvent: (event) => events[index]!.push(event) }),
    );
    const ends = await Promise.all(batches.map(({ id }) => untilEnd(submitter, id)));
    stop.abort();
    await Promise.all(workers);
    return { ends, events };
  }

  async function untilEnd(submitter: Submitter, id: string) {
    for (;;) {
      const { end } = await submitter.state(id);
      if (end) return end;
      await new Promise((next) => setTimeout(next, 50));
    }
  }

  it('tasks are done once each, their parent after them, and a batch that is there is not added again', async () => {
    const batch = createBatch('once', 'a', 20);
    const submitter = new Submitter(queue);
    expect(await submitter.add(batch)).toBe(true);
    expect(await submitter.add(batch)).toBe(false);
    const { ends, events } = await run([batch], [perform, perform]);
    expect(ends).toEqual([{ result: 2470 }]);
    const done = events.flat().filter(({ event }) => event === 'done');
    expect(done.filter(({ isEnd }) => !isEnd).map(({ kind }) => kind)).toEqual(Array(20).fill('square'));
    expect(done.filter(({ isEnd }) => isEnd).map(({ kind }) => kind)).toEqual(['sum']);
  });

  it('a batch of no tasks is a job itself, and not the end of others', async () => {
    const { ends, events } = await run([createBatch('alone', 'a', 0)], [perform]);
    expect(ends).toEqual([{ result: 0 }]);
    expect(events.flat().filter(({ event }) => event === 'done')).toMatchObject([{ id: 'alone', kind: 'sum' }]);
    expect(events.flat().filter(({ isEnd }) => isEnd)).toEqual([]);
  });

  it('workers stay with a group while it has tasks', async () => {
    const batches = ['b', 'c', 'd'].map((group) => createBatch(`of-${group}`, group, 12));
    const { ends, events } = await run(batches, [perform, perform]);
    expect(ends).toEqual(Array(3).fill({ result: 506 }));
    const changes = events.map((list) => list.filter(({ event }) => event === 'attends').length);
    expect(Math.max(...changes)).toBeLessThanOrEqual(3);
  });

  it('tasks that need a certain worker are done by one alone', async () => {
    const batches = [createBatch('plain', 'p', 6), { ...createBatch('special', 'q', 6), needs: 'lavapipe' }];
    const offers = (need: string) => need === 'lavapipe';
    const submitter = new Submitter(queue);
    const stop = new AbortController();
    const done: string[] = [];
    const seen: Perform = (task, context) => {
      const { id } = task.data as { id?: string };
      if (id !== undefined) done.push(id);
      return perform(task, context);
    };
    for (const batch of batches) await submitter.add(batch);
    const plain = work(queue, seen, stop.signal, { lockMs: 2000 });
    expect(await untilEnd(submitter, 'plain')).toEqual({ result: 55 });
    await new Promise((next) => setTimeout(next, 500));
    expect(done).toEqual(Array(6).fill('plain'));
    const special = work(queue, seen, stop.signal, { lockMs: 2000, offers });
    expect(await untilEnd(submitter, 'special')).toEqual({ result: 55 });
    stop.abort();
    await Promise.all([plain, special]);
  });

  it('a task that fails by its input is not tried again, others three times, and the rest goes on', async () => {
    let tries = 0;
    let poisoned = 0;
    const { ends } = await run(
      [createBatch('bad', 'e', 5), createBatch('flaky', 'f', 5), createBatch('poison', 'l', 5)],
      [
        async (task, context) => {
          const { id, place } = task.data as { id?: string; place?: number };
          if (id === 'bad' && place === 3) throw new InputError('scan.nrrd: is another file here');
          if (id === 'flaky' && place === 1 && ++tries < 3) throw new Error('a short circuit');
          if (id === 'poison' && place === 2) {
            poisoned++;
            throw new Error('a division by zero');
          }
          return perform(task, context);
        },
      ],
    );
    expect(ends).toEqual([
      { reason: 'scan.nrrd: is another file here' },
      { result: 30 },
      { reason: 'a division by zero' },
    ]);
    expect([tries, poisoned]).toEqual([3, 3]);
  });

  it('a worker that nothing succeeds on leaves the tasks to others', async () => {
    const batch = createBatch('trouble', 'j', 30);
    const broken: Perform = () => Promise.reject(new Error('the disk is full'));
    const slow: Perform = async (task, context) => {
      await new Promise((next) => setTimeout(next, 100));
      return perform(task, context);
    };
    const { ends, events } = await run([batch], [broken, slow]);
    expect(ends).toEqual([{ result: 8555 }]);
    expect(events[0]!.filter(({ event }) => event === 'failed').length).toBeLessThan(6);
  });

  it('a task that takes longer than it may fails, is told so, and is not tried again', async () => {
    let told: unknown;
    let tries = 0;
    const endless: Perform = async (task, { signal, ...context }) => {
      if (task.kind !== 'square') return perform(task, { signal, ...context });
      tries++;
      return new Promise(() => {
        signal.addEventListener('abort', () => {
          told = signal.reason;
        });
      });
    };
    const { ends } = await run([createBatch('endless', 'k', 1)], [endless], { taskMs: 200 });
    expect(ends).toEqual([{ reason: 'takes longer than the 0.2 s that this worker gives a job' }]);
    expect(told).toBeInstanceOf(InputError);
    expect(tries).toBe(1);
  });

  it('a worker that shows no sign of life loses its task to another, and a late result does no harm', async () => {
    const batch = createBatch('lifeless', 'g', 3);
    await new Submitter(queue).add(batch);
    // Takes a task as a worker does that is killed then: nobody renews its lock.
    const dead = queue.createWorker(groupQueue('g'), async () => undefined, { autorun: false, lockDuration: 500 });
    const taken = await dead.getNextJob('dead');
    expect(taken?.name).toBe('square');
    const { ends } = await run([batch], [perform], { lockMs: 500 });
    expect(ends).toEqual([{ result: 5 }]);
    await expect(taken!.moveToCompleted(99, 'dead')).rejects.toThrow();
    expect(await untilEnd(new Submitter(queue), 'lifeless')).toEqual({ result: 5 });
    await dead.close(true);
  });

  it('the end of a batch and tries of a task do not depend on the clocks of workers', async () => {
    await run([createBatch('before', 'n', 1)], [perform]);
    onTestFinished(() => void vi.useRealTimers());
    let tries = 0;
    const jumps: Perform = async (task, context) => {
      if (task.kind === 'square' && ++tries < 3) {
        // It fails two days from now, and is tried again today.
        vi.setSystemTime(Date.now() + (tries === 1 ? 48 : -48) * 3_600_000);
        throw new Error('a short circuit');
      }
      return perform(task, context);
    };
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 48 * 3_600_000 });
    expect((await run([createBatch('after', 'o', 1)], [jumps])).ends).toEqual([{ result: 0 }]);
    expect((await new Submitter(queue).state('before')).end).toEqual({ result: 0 });
  });

  it('2,000 root jobs that are none, and batches that nobody can do, hide none behind them', async () => {
    const roots = queue.createQueue(ROOTS);
    const flow = queue.createFlow();
    const waiting = (data: unknown, at: number) => ({
      name: 'sum',
      queueName: ROOTS,
      data,
      opts: { jobId: `poison-${at}` },
      children: [{ name: 'square', queueName: 'tilecast-nowhere', data: {}, opts: { jobId: `child-${at}` } }],
    });
    const root = { title: 'poison', group: 'poison', total: 1, task: {} };
    const poison = [
      null,
      'text',
      [],
      {},
      { ...root, group: 'a:b' },
      { ...root, group: '' },
      { ...root, group: null },
      { ...root, title: 1 },
      { ...root, total: -1 },
      { ...root, needs: 'what nobody has' },
      { ...root, needs: 7 },
      { ...root, cancelled: 'yes' },
      root,
    ];
    await flow.addBulk(Array.from({ length: 2000 }, (_, at) => waiting(poison[at % poison.length], at)));
    // Roots that go to workers at once, and data that are no JSON.
    for (const [at, data] of poison.entries()) await roots.add('sum', data, { jobId: `ready-${at}` });
    const client = new Redis(redis.url);
    await client.hset('bull:tilecast:poison-3', 'data', '{"title": ');
    client.disconnect();
    const { ends, events } = await run([createBatch('honest', 'honest', 3)], [perform, perform]);
    expect(ends).toEqual([{ result: 5 }]);
    const refused = new Set(events.flat().flatMap(({ event, id }) => (event === 'refused' ? [id] : [])));
    expect(refused.size).toBeGreaterThan(1500);
    expect(events.flat().filter(({ event }) => event === 'rests')).toEqual([]);
    const listed = await new Submitter(queue).list();
    const reasonOf = (id: string) => {
      const { state, end } = listed.find((one) => one.id === id)!;
      return [state, end && 'reason' in end && end.reason];
    };
    expect(reasonOf('poison-0')).toEqual(['refused', 'its data are null, not those of a batch']);
    expect(reasonOf('poison-3')).toEqual(['refused', expect.stringMatching(/^has data that are no JSON/)]);
    expect(reasonOf('poison-4')).toEqual(['refused', 'its group must be a word of letters, digits, - and .']);
    expect(reasonOf('ready-0')).toEqual(['refused', 'its data are null, not those of a batch']);
    await new Submitter(queue).withdraw('poison-3');
    expect((await new Submitter(queue).list()).some(({ id }) => id === 'poison-3')).toBe(false);
    await roots.obliterate({ force: true });
  });

  it('a task that the engine cannot hold fails at once, and the worker does not rest', async () => {
    let tries = 0;
    const failing: Perform = async (task, context) => {
      if (task.kind !== 'square') return perform(task, context);
      tries++;
      throw new RangeError('Invalid typed array length: 1e12');
    };
    const { ends, events } = await run([createBatch('huge', 'huge', 1)], [failing]);
    expect(ends).toEqual([{ reason: 'Invalid typed array length: 1e12' }]);
    expect([tries, events.flat().filter(({ event }) => event === 'rests')]).toEqual([1, []]);
  });

  it('what has not begun can be taken back', async () => {
    const submitter = new Submitter(queue);
    await submitter.add(createBatch('away', 'h', 4));
    await submitter.withdraw('away');
    expect(await submitter.state('away')).toEqual({ done: 0, failed: 0, end: { reason: 'it was withdrawn' } });
    expect(await queue.createQueue(groupQueue('h')).getWaitingCount()).toBe(0);
  });

  it('what failed can be tried again', async () => {
    let isBroken = true;
    const mended: Perform = async (task, context) => {
      if (isBroken && task.kind === 'square') throw new InputError('the disk is full');
      return perform(task, context);
    };
    await run([createBatch('mended', 'i', 2)], [mended]);
    isBroken = false;
    const submitter = new Submitter(queue);
    const [listed] = (await submitter.list()).filter(({ id }) => id === 'mended');
    expect(listed?.end).toEqual({ reason: 'the disk is full; the disk is full' });
    // Handed out once more.
    expect((await run([createBatch('mended', 'i', 2)], [mended])).ends).toEqual([{ result: 1 }]);
  });

  it('what failed can be tried again in place, and what was done stays done', async () => {
    const tried: number[] = [];
    let isBroken = true;
    const mended: Perform = async (task, context) => {
      const { place = -1 } = task.data as { place?: number };
      if (task.kind === 'square') tried.push(place);
      if (isBroken && place > 0) throw new InputError('the disk is full');
      return perform(task, context);
    };
    await run([createBatch('again', 'm', 3)], [mended]);
    isBroken = false;
    expect(await new Submitter(queue).retry('again')).toBe(2);
    expect((await run([createBatch('again', 'm', 3)], [mended])).ends).toEqual([{ result: 5 }]);
    expect(tried.sort()).toEqual([0, 1, 1, 2, 2]);
  });
});

describe('an address', () => {
  it.each(['http://host', 'host:6379', '', 'redis'])('is refused: %s', (text) => {
    expect(() => parseQueueUrl(text)).toThrow(/--queue: must be local, or an address/);
  });

  it.each(['redis', 'postgresql'])('that takes connections and never answers is told in time: %s', async (kind) => {
    const server = createServer((socket) => socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const opened = openQueue(parseQueueUrl(`${kind}://127.0.0.1:${port}`), { ...noLocal, connectMs: 300 });
    await expect(opened).rejects.toThrow(/^--queue: .* cannot be reached: \S/);
  });

  it('that nobody answers at is told without its password', async () => {
    const address = parseQueueUrl('redis://user:secret@127.0.0.1:1');
    const refusal = await openQueue(address, noLocal).catch((error: Error) => error);
    expect(refusal).toBeInstanceOf(InputError);
    expect((refusal as Error).message).toMatch(/^--queue: redis:\/\/127.0.0.1:1 cannot be reached: .*ECONNREFUSED/);
    expect((refusal as Error).message).not.toContain('secret');
  });
});
