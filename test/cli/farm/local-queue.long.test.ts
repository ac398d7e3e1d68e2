/** `--queue local` as a user runs it: PGlite in a process of its own, workers, and what becomes of them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, describe, expect, it } from 'vitest';
import { MAIN, makeFolder, SAMPLE } from '../run-cli.js';

const queueFolder = makeFolder();
const env = { ...process.env, TILECAST_LOCAL_QUEUE: queueFolder };
/** The process that serves the queue. */
function readServer(): number {
  const name = readdirSync(queueFolder).find((file) => /^server-\d+\.pid$/.test(file));
  return Number.parseInt(readFileSync(join(queueFolder, name!), 'utf8'), 10);
}

/** No wait is longer, on a machine that has much else to do. */
const WAIT_MS = 240_000;

/** @throws Error that says what was waited for. */
async function inTime<T>(waited: Promise<T>, what: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end in ${WAIT_MS / 1000} s: ${what()}`)), WAIT_MS);
  });
  return Promise.race([waited, late]).finally(() => clearTimeout(timer));
}

async function until(isSo: () => boolean, what: () => string): Promise<void> {
  let stopped = false;
  const look = async () => {
    while (!stopped && !isSo()) await new Promise((next) => setTimeout(next, 50));
  };
  await inTime(look(), what).finally(() => {
    stopped = true;
  });
}

interface Ended {
  readonly status: number | null;
  readonly stderr: string;
}

const started: ChildProcess[] = [];

function start(...args: string[]): { readonly child: ChildProcess; readonly ended: () => Promise<Ended> } {
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([status]) => ({ status, stderr }));
  const log = () => readFileSync(join(queueFolder, 'server.log'), 'utf8');
  return { child, ended: () => inTime(ended, () => `tilecast ${args.join(' ')}\n${stderr}\n${log()}`) };
}

const folder = makeFolder();
function spin(name: string, frames: number, ...more: string[]) {
  const path = join(folder, name);
  mkdirSync(path);
  const args = ['--turntable', String(frames), '--size', '16x16', ...more];
  return start('render', SAMPLE, '-o', join(path, '%d.png'), ...args);
}
const LOCAL = ['--queue', 'local', '--workers', '1', '--software'];
const frame = (name: string, index: number) => PNG.sync.read(readFileSync(join(folder, name, `${index}.png`))).data;

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the local queue', () => {
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
    process.kill(readServer(), 'SIGKILL');
  });

  it('is served again when its server is killed, and no frame is lost', async () => {
    // The frame in hand at that moment goes to a worker again once its lock has ended.
    const worker = start('worker', '--queue', 'local', '--root', '/', '--software', '--lock', '2', '--quiet');
    const run = spin('killed', 12, '--queue', 'local', '--workers', '0');
    await until(
      () => existsSync(join(folder, 'killed', '3.png')),
      () => 'there is no frame 3',
    );
    const killed = readServer();
    process.kill(killed, 'SIGKILL');
    expect(await run.ended()).toEqual({ status: 0, stderr: '' });
    expect(readServer()).not.toBe(killed);
    worker.child.kill('SIGTERM');
    expect(await worker.ended()).toEqual({ status: 0, stderr: '' });
    expect((await spin('here', 12, '--software').ended()).status).toBe(0);
    for (let index = 0; index < 12; index++) expect(frame('killed', index).equals(frame('here', index))).toBe(true);
  });

  it('gives back the pictures of a worker that shares no folder, and lists nothing of them then', async () => {
    expect(await spin('collected', 3, '--collect', ...LOCAL).ended()).toEqual({ status: 0, stderr: '' });
    expect(frame('collected', 2).length).toBe(4 * 16 * 16);
    const list = start('jobs', '--queue', 'local', '--json');
    let listed = '';
    list.child.stdout!.on('data', (text) => {
      listed += text;
    });
    expect((await list.ended()).status).toBe(0);
    expect(listed).not.toContain('collected');
  });

  it.runIf(process.platform === 'linux')('loses the workers of a submitter that is killed', async () => {
    // A worker of a later test renders what is left of them.
    const run = spin('orphaned', 200, ...LOCAL);
    await until(
      () => existsSync(join(folder, 'orphaned', '1.png')),
      () => 'there is no frame 1',
    );
    const { pid } = run.child;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
    const workers = children.filter((child) => child !== readServer());
    expect(workers).toHaveLength(1);
    run.child.kill('SIGKILL');
    await until(
      () => !workers.some(lives),
      () => 'its worker does not end',
    );
  });

  it('keeps what is in it when its server is asked to end, with workers connected', async () => {
    const detached = spin('kept', 3, '--queue', 'local', '--detach');
    expect((await detached.ended()).status).toBe(0);
    const ended = readServer();
    process.kill(ended, 'SIGTERM');
    await until(
      () => !lives(ended),
      () => 'the server does not end',
    );
    const worker = start('worker', '--queue', 'local', '--root', '/', '--software', '--idle', '3', '--quiet');
    expect(await worker.ended()).toEqual({ status: 0, stderr: '' });
    expect(frame('kept', 2).length).toBe(4 * 16 * 16);
  });
});
