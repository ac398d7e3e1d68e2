/** Workers whose tasks only wait, and what they ask of a server, with work and without. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openQueue } from '../../../src/farm/queue/open-queue.js';
import { parseQueueUrl } from '../../../src/farm/queue/queue-url.js';
import { Submitter } from '../../../src/farm/submit.js';
import type { SimulatedServer } from './servers.js';

export interface Simulation {
  readonly workers: number;
  /** Workers of one process: those of too many starve, and their locks expire. */
  readonly perProcess: number;
  /** Number of each worker's tasks. */
  readonly tasks: number;
  readonly waitMs: number;
  readonly groups: number;
  /** How long to look on when all is done. */
  readonly idleMs: number;
}

/** What a process of workers tells at its end. */
export interface WorkersReport {
  readonly done: number;
  /** The longest time for which its event loop was kept. */
  readonly longestDelayMs: number;
  readonly failure?: string;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Tasks that are not done after so many times the best that there can be never will. */
const PATIENCE = 20;
const PATIENCE_MS = 300_000;

/** As seldom as a submitter that waits. */
const LOOK_MS = 1000;

/** Results: times in milliseconds, and the server's own figures. The server ends with it. */
export async function simulate(plan: Simulation, server: SimulatedServer) {
  const { workers: count, tasks: tasksEach, waitMs, idleMs } = plan;
  const tasks = count * tasksEach;
  const startLocal = () => Promise.reject(new Error('has no address'));
  const queue = await openQueue(parseQueueUrl(server.url), { startLocal });
  const processes: ChildProcess[] = [];
  try {
    const submitter = new Submitter(queue);
    const startAddMs = performance.now();
    const ids = await addBatches(submitter, plan);
    const addMs = performance.now() - startAddMs;
    const before = await server.ask();
    const startMs = performance.now();
    for (let left = count; left > 0; left -= plan.perProcess) {
      processes.push(startWorkers(server.url, Math.min(left, plan.perProcess), waitMs));
    }
    const reports = Promise.all(processes.map(readReport));
    await untilEnded(submitter, ids, PATIENCE_MS + PATIENCE * tasksEach * waitMs);
    const wallMs = performance.now() - startMs;
    const after = await server.ask();
    await pause(idleMs);
    const idle = await server.ask();
    for (const { stdin } of processes) stdin!.end();
    const told = await reports;
    const each = (later: number | undefined, earlier: number | undefined, per: number) =>
      later === undefined || earlier === undefined ? undefined : round((later - earlier) / per);
    return {
      server: server.name,
      workers: count,
      processes: processes.length,
      tasks,
      done: told.reduce((sum, { done }) => sum + done, 0),
      addMsPerTask: round(addMs / tasks),
      wallMs: Math.round(wallMs),
      atBestMs: tasksEach * waitMs,
      longestDelayMs: Math.max(...told.map(({ longestDelayMs }) => longestDelayMs)),
      serverCpuMsPerTask: each(after.cpuMs, before.cpuMs, tasks),
      commandsPerTask: each(after.commands, before.commands, tasks),
      connections: after.clients,
      serverMiB: round(after.bytes / 2 ** 20),
      idleCommandsPerSecond: each(idle.commands, after.commands, idleMs / 1000),
      idleServerCpu: each(idle.cpuMs, after.cpuMs, idleMs),
      ...(told.some(({ failure }) => failure) && { failures: told.flatMap(({ failure }) => failure ?? []) }),
    };
  } finally {
    for (const child of processes) child.kill('SIGKILL');
    await queue.close();
    await server.stop();
  }
}

/** As many tasks as a recipe's size of each group. */
async function addBatches(submitter: Submitter, { workers, tasks, groups }: Simulation): Promise<string[]> {
  const data = { text: 'x'.repeat(2000) };
  const ids = Array.from({ length: groups }, (_, index) => `batch${index}`);
  for (const [index, id] of ids.entries()) {
    const children = Array.from({ length: (workers * tasks) / groups }, () => ({ kind: 'wait', data }));
    await submitter.add({ id, title: id, group: `group${index}`, root: { kind: 'end', data: {}, children } });
  }
  return ids;
}

function startWorkers(url: string, count: number, waitMs: number): ChildProcess {
  const args = ['--import', 'tsx', join(import.meta.dirname, 'workers.ts'), url, String(count), String(waitMs)];
  return spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
}

async function readReport(child: ChildProcess): Promise<WorkersReport> {
  let text = '';
  child.stdout!.on('data', (data) => {
    text += data;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`a process of workers ended with ${code}`);
  return JSON.parse(text) as WorkersReport;
}

/** @throws Error that tells how far they are, where they do not end. */
async function untilEnded(submitter: Submitter, ids: readonly string[], patienceMs: number): Promise<void> {
  const left = new Set(ids);
  for (const startMs = performance.now(); left.size > 0; await pause(LOOK_MS)) {
    for (const id of left) if ((await submitter.state(id)).end) left.delete(id);
    if (performance.now() - startMs < patienceMs) continue;
    throw new Error(`${left.size} of ${ids.length} batches are not done in ${patienceMs / 1000} s`);
  }
}

function round(value: number): number {
  return Math.round(1000 * value) / 1000;
}
