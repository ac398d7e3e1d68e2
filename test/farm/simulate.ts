/** Workers whose tasks only wait, and what they ask of a Redis of their own, with work and without. */
import { setMaxListeners } from 'node:events';
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

/** Results: times in milliseconds, and the server's own figures. */
export async function simulate({ workers: count, tasks: tasksEach, waitMs, groups, idleMs }: Simulation) {
  const redis = await startRedis();
  const asking = new Redis(redis.url);
  const ask = async () => {
    const told = await asking.info();
    const number = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(told)?.[1]);
    return {
      cpuMs: 1000 * (number('used_cpu_user') + number('used_cpu_sys')),
      commands: number('total_commands_processed'),
      clients: number('connected_clients'),
      bytes: number('used_memory_peak'),
    };
  };
  const queue = await openQueue(parseQueueUrl(redis.url), { startLocal: () => Promise.reject(new Error('none')) });
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
  const workers = Array.from({ length: count }, () =>
    work(
      queue,
      async ({ kind }) => {
        if (kind === 'end') return;
        await pause(waitMs);
        done++;
      },
      stop.signal,
    ),
  );
  const open = new Set(ids);
  while (open.size > 0) {
    await pause(200);
    for (const id of open) if ((await submitter.state(id)).end) open.delete(id);
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
  await queue.close();
  asking.disconnect();
  await redis.stop();
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
