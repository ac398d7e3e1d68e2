/** Opens a queue by its address: BullMQ on Redis, on PostgreSQL, or on the embedded PostgreSQL of this machine. */
import type { BackendFactory, FlowProducer, Processor, Queue, Worker, WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import { InputError } from '../../errors.js';
import { loadPackage } from './packages.js';
import { nameQueue, type QueueAddress } from './queue-url.js';

/** The connection of all of BullMQ's objects, and the classes that make them. */
export interface FarmQueue {
  /** The address, without user and password. */
  readonly name: string;
  readonly createQueue: (name: string) => Queue;
  readonly createFlow: () => FlowProducer;
  readonly createWorker: (name: string, process: Processor, options: Omit<WorkerOptions, 'connection'>) => Worker;
  /** Fails a job that BullMQ cannot read, in whoever's hands it is: nobody can do it. */
  readonly failUnreadable: (queue: Queue, id: string, reason: string) => Promise<void>;
  /** An error of this class is not tried again. */
  readonly Unrecoverable: new (
    message: string,
  ) => Error;
  /** Signals that a job has gone back to wait for its children. */
  readonly WaitingChildren: new () => Error;
  /** Starts the local queue's server again if it is gone; does nothing for servers of others. */
  readonly revive: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Backend {
  readonly connection: object;
  /** Undefined for Redis. */
  readonly factory: BackendFactory | undefined;
  readonly close: () => Promise<void>;
}

export interface OpenQueueOptions {
  /** Starts the embedded server if it does not run, and returns the folder of its socket. */
  readonly startLocal: () => Promise<string>;
  /** A server that does not answer for so long cannot be reached; default 10 s. */
  readonly connectMs?: number;
}

/** @throws InputError where packages are missing or no server answers. */
export async function openQueue(
  address: QueueAddress,
  { startLocal, connectMs = CONNECT_MS }: OpenQueueOptions,
): Promise<FarmQueue> {
  const { kind } = address;
  const bull = await loadPackage(kind, () => import('bullmq'));
  const backend =
    kind === 'redis'
      ? await connectRedis(address, connectMs)
      : await connectPostgres(address, connectMs, kind === 'local' ? await startLocal() : undefined);
  const { connection, factory } = backend;
  const open: { close: () => Promise<void> }[] = [];
  const keep = <T extends { close: () => Promise<void>; on: (event: 'error', listener: () => void) => unknown }>(
    it: T,
  ) => {
    // The client connects again by itself; what it cannot do, its calls throw.
    it.on('error', () => undefined);
    open.push(it);
    return it;
  };
  return {
    name: nameQueue(address),
    createQueue: (name) => keep(new bull.Queue(name, { connection }, factory as undefined)),
    createFlow: () => keep(new bull.FlowProducer({ connection }, factory as undefined)),
    createWorker: (name, process, options) =>
      keep(new bull.Worker(name, process, { ...options, connection }, factory as undefined)),
    failUnreadable: async (queue, id, reason) => {
      const job = new bull.Job(queue, 'unreadable', {}, { ignoreDependencyOnFailure: true }, id);
      await job.moveToFailed(new bull.UnrecoverableError(reason), ANY_TOKEN);
    },
    Unrecoverable: bull.UnrecoverableError,
    WaitingChildren: bull.WaitingChildrenError,
    revive: async () => {
      if (kind === 'local') await startLocal();
    },
    close: async () => {
      const closing = Promise.allSettled(open.map((one) => one.close())).then(() => backend.close());
      // A server that is away shall not keep the process.
      await Promise.race([closing.catch(() => undefined), pause(CLOSE_MS)]);
    },
  };
}

/** BullMQ's token for jobs that no worker holds. */
const ANY_TOKEN = '0';
const CONNECT_MS = 10_000;
const CLOSE_MS = 5000;

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref();
  });

async function connectRedis(address: QueueAddress, connectMs: number): Promise<Backend> {
  const { default: Redis } = await loadPackage('redis', () => import('ioredis'));
  const probe = new Redis(address.url, { lazyConnect: true, connectTimeout: connectMs, retryStrategy: () => null });
  let reason: Error | undefined;
  probe.on('error', (error) => {
    reason = error;
  });
  // A server that accepts the connection may never answer.
  const timer = setTimeout(() => {
    reason = new Error(`there is no answer in ${connectMs / 1000} s`);
    probe.disconnect();
  }, connectMs);
  try {
    await probe.connect();
    await probe.ping();
  } catch (cause) {
    refuse(address, reason ?? (cause as Error));
  } finally {
    clearTimeout(timer);
    probe.disconnect();
  }
  // BullMQ asks for it: its blocking calls wait for as long as it takes.
  const connection = new Redis(address.url, { maxRetriesPerRequest: null, connectTimeout: connectMs });
  connection.on('error', () => undefined);
  askForLittle(connection);
  return { connection, factory: undefined, close: async () => connection.disconnect() };
}

/**
 * Each object of BullMQ asks for everything the server reports about itself, to learn its version. The server looks at each of its clients
 * for that: of 1,000 workers, who open queues all the time, it took most of its time (5 ms each).
 */
function askForLittle(connection: Redis): void {
  const ask = connection.info.bind(connection) as (...given: unknown[]) => Promise<string>;
  connection.info = (...given: unknown[]) => ask(...(given.length === 0 ? ['server'] : given));
}

/** Connections of one process: two wait for news, the others ask. */
const POOL = 6;

async function connectPostgres(address: QueueAddress, connectMs: number, folder: string | undefined): Promise<Backend> {
  const { default: pg } = await loadPackage(address.kind, () => import('pg'));
  const { createPostgresBackend, DEFAULT_SCHEMA, runMigrations } = await import('bullmq');
  const connectionString =
    folder === undefined ? address.url : `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  const probe = new pg.Client({ connectionString, connectionTimeoutMillis: connectMs });
  probe.on('error', () => undefined);
  await probe
    .connect()
    .then(() => runMigrations(probe))
    .then(() => probe.end())
    .catch((cause) => refuse(address, cause));
  // One pool for all: a pool for each object would connect, and look for migrations, each time.
  const pool = new pg.Pool({ connectionString, max: POOL, options: `-c search_path=${DEFAULT_SCHEMA}` });
  pool.on('error', () => undefined);
  // Each object of BullMQ listens for its errors.
  pool.setMaxListeners(0);
  return {
    connection: pool,
    factory: pollOften(createPostgresBackend as unknown as BackendFactory),
    close: () => pool.end(),
  };
}

/**
 * Caps the time for which a worker of BullMQ waits to be notified of jobs before it looks for them itself: after a lost connection
 * it would wait for an hour, and not every job that becomes ready is announced.
 */
const pollOften =
  (create: BackendFactory): BackendFactory =>
  (...given) =>
    Object.defineProperty(create(...given), 'maximumBlockTimeout', { value: POLL_SECONDS });

const POLL_SECONDS = 5;

function refuse(address: QueueAddress, cause: Error): never {
  const reason = (cause.message || (cause as NodeJS.ErrnoException).code) ?? 'nobody answers';
  const secret = address.kind === 'local' ? '' : decodeURIComponent(new URL(address.url).password);
  const shown = secret === '' ? reason : reason.replaceAll(secret, '***');
  throw new InputError(`--queue: ${nameQueue(address)} cannot be reached: ${shown}`, { cause });
}
