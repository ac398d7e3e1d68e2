/** Workers whose tasks only wait, and what they ask of a server, with work and without. */
import { setMaxListeners } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import Redis from 'ioredis';
import { openQueue } from '../../src/farm/queue/open-queue.js';
import { parseQueueUrl } from '../../src/farm/queue/queue-url.js';
import { Submitter } from '../../src/farm/submit.js';
import { work } from '../../src/farm/work.js';
import { startRedis } from './start-redis.js';

export interface Simulation {
  readonly workers: number;
  /** Number of each worker's tasks. */
  readonly tasks: number;
  readonly waitMs: number;
  readonly groups: number;
  /** How long to look on when all is done. */
  readonly idleMs: number;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A server whose queue is tried, and its own figures. */
export interface SimulatedServer {
  readonly url: string;
  /** Whether workers can share connections. */
  readonly shares: boolean;
  readonly ask: () => Promise<{ cpuMs: number; commands: number; clients: number; bytes: number }>;
  readonly stop: () => Promise<void>;
}

export async function startSimulatedRedis(): Promise<SimulatedServer> {
  const redis = await startRedis();
  const asking = new Redis(redis.url);
  return {
    url: redis.url,
    shares: true,
    ask: async () => {
      const told = await asking.info();
      const number = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(told)?.[1]);
      return {
        cpuMs: 1000 * (number('used_cpu_user') + number('used_cpu_sys')),
        commands: number('total_commands_processed'),
        clients: number('connected_clients'),
        bytes: number('used_memory_peak'),
      };
    },
    stop: async () => {
      asking.disconnect();
      await redis.stop();
    },
  };
}

/** A PostgreSQL that runs already, such as `postgresql://user@127.0.0.1/test`, with a database for nothing else. */
export async function findPostgres(url: string): Promise<SimulatedServer> {
  const { default: pg } = await import('pg');
  const asking = new pg.Client({ connectionString: url });
  await asking.connect();
  const { rows } = await asking.query("SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1) AS pid");
  const parent = String(rows[0].pid);
  return {
    url,
    // Each worker keeps two connections that wait for news, of the six that one process has.
    shares: false,
    ask: async () => {
      const told = await asking.query(
        'SELECT xact_commit + xact_rollback AS count, numbackends FROM pg_stat_database WHERE datname = current_database()',
      );
      const processes = readProcesses().filter(({ pid, parentPid }) => pid === parent || parentPid === parent);
      return {
        cpuMs: processes.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
        commands: Number(told.rows[0].count),
        clients: Number(told.rows[0].numbackends),
        bytes: processes.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    },
    stop: () => asking.end(),
  };
}

/** All processes as Linux tells of them: their time with that of children that ended, and the memory that is theirs alone. */
function readProcesses() {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      const cpuMs = 10 * fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
      const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
      return [{ pid, parentPid: fields[1]!, cpuMs, bytes: 4096 * (resident - shared) }];
    } catch {
      return [];
    }
  });
}

/** Results: times in milliseconds, and the server's own figures. */
export async function simulate(
  { workers: count, tasks: tasksEach, waitMs, groups, idleMs }: Simulation,
  server: SimulatedServer,
) {
  const { ask } = server;
  const open = () =>
    openQueue(parseQueueUrl(server.url), { startLocal: () => Promise.reject(new Error('none')), connectMs: 60_000 });
  const queue = await open();
  const queues = server.shares ? undefined : await Promise.all(Array.from({ length: count }, open));
  const submitter = new Submitter(queue);
  const tasks = count * tasksEach;
  const ids = Array.from({ length: groups }, (_, index) => `batch${index}`);
  const addMs = await time(async () => {
    for (const [index, id] of ids.entries()) {
      const children = Array.from({ length: tasks / groups }, () => ({
        kind: 'wait',
        data: { text: 'x'.repeat(2000) },
      }));
      await submitter.add({ id, title: id, group: `group${index}`, root: { kind: 'end', data: {}, children } });
    }
  });
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  let done = 0;
  const before = await ask();
  const startMs = performance.now();
  const workers = Array.from({ length: count }, (_, index) =>
    work(
      queues?.[index] ?? queue,
      async ({ kind }) => {
        if (kind === 'end') return;
        await pause(waitMs);
        done++;
      },
      stop.signal,
    ),
  );
  const left = new Set(ids);
  while (left.size > 0) {
    await pause(200);
    for (const id of left) if ((await submitter.state(id)).end) left.delete(id);
  }
  const wallMs = performance.now() - startMs;
  const after = await ask();
  await pause(idleMs);
  const idle = await ask();
  const row = {
    workers: count,
    tasks,
    done,
    addMsPerTask: round(addMs / tasks),
    wallMs: Math.round(wallMs),
    atBestMs: (tasks / count) * waitMs,
    serverCpuMsPerTask: round((after.cpuMs - before.cpuMs) / tasks),
    commandsPerTask: round((after.commands - before.commands) / tasks),
    connections: after.clients,
    peakMiB: round(after.bytes / 2 ** 20),
    idleCommandsPerSecond: round((idle.commands - after.commands) / (idleMs / 1000)),
    idleServerCpu: round((idle.cpuMs - after.cpuMs) / idleMs),
  };
  stop.abort();
  await Promise.race([Promise.all(workers), pause(30_000)]);
  await Promise.all([queue, ...(queues ?? [])].map((one) => one.close()));
  await server.stop();
  return row;
}

async function time(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

function round(value: number): number {
  return Math.round(1000 * value) / 1000;
}
