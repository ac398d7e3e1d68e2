/** Servers whose queues are simulated on, and what they tell of themselves. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Redis from 'ioredis';
import pg from 'pg';
import { startRedis } from '../start-redis.js';

export interface ServerFigures {
  /** Processor time so far. */
  readonly cpuMs: number;
  /** Commands of Redis, transactions of PostgreSQL, so far; undefined where the server does not count them. */
  readonly commands: number | undefined;
  readonly clients: number | undefined;
  readonly bytes: number;
}

/** A server whose queue is tried. */
export interface SimulatedServer {
  readonly name: string;
  readonly url: string;
  readonly ask: () => Promise<ServerFigures>;
  readonly stop: () => Promise<void>;
}

/** @param asked redis for one of its own, local for an embedded PostgreSQL, or the address of a PostgreSQL with a database for nothing else. */
export function startServer(asked: string): Promise<SimulatedServer> {
  if (asked === 'redis') return startSimulatedRedis();
  return asked === 'local' ? startLocalQueue() : findPostgres(asked);
}

async function startSimulatedRedis(): Promise<SimulatedServer> {
  const redis = await startRedis();
  const asking = new Redis(redis.url);
  return {
    name: 'redis',
    url: redis.url,
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

const MAIN = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli', 'main.js');
const START_MS_MAX = 180_000;

/** The embedded PostgreSQL, in a folder of its own. */
async function startLocalQueue(): Promise<SimulatedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tilecast-local-'));
  const env = { ...process.env, TILECAST_LOCAL_QUEUE: folder };
  const child = spawn(process.execPath, [MAIN, 'serve-local-queue'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (const startMs = performance.now(); !readdirSync(folder).includes('.s.PGSQL.5432'); await pause(100)) {
    if (child.exitCode === null && performance.now() - startMs < START_MS_MAX) continue;
    await stop();
    throw new Error('the local queue’s server does not start');
  }
  return {
    name: 'local',
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    ask: async () => {
      const { cpuMs = 0, bytes = 0 } = readProcesses().find(({ pid }) => pid === String(child.pid)) ?? {};
      return { cpuMs, bytes, commands: undefined, clients: countConnections(folder) };
    },
    stop,
  };
}

/** Connections to sockets in a folder, as Linux lists them; one that listens is no connection. */
function countConnections(folder: string): number {
  const lines = readFileSync('/proc/net/unix', 'utf8').split('\n');
  return lines.filter((line) => line.includes(folder)).length - 1;
}

async function findPostgres(url: string): Promise<SimulatedServer> {
  const asking = new pg.Client({ connectionString: url });
  await asking.connect();
  const { rows } = await asking.query("SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1) AS pid");
  const parent = String(rows[0].pid);
  return {
    name: 'postgresql',
    url,
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

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
