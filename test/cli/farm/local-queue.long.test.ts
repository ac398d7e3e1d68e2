/** `--queue local` as a user runs it: PGlite in a process of its own, workers, and what becomes of them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, describe, expect, it } from 'vitest';
import { MAIN, makeFolder, SAMPLE } from '../run-cli.js';

const queueFolder = makeFolder();
const env = { ...process.env, TILECAST_LOCAL_QUEUE: queueFolder };
const readServer = () => Number(readFileSync(join(queueFolder, 'server.pid'), 'utf8'));

interface Ended {
  readonly status: number | null;
  readonly stderr: string;
}

function start(...args: string[]): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  return { child, ended: once(child, 'close').then(([status]) => ({ status, stderr })) };
}

const folder = makeFolder();
function spin(name: string, frames: number, ...more: string[]) {
  const path = join(folder, name);
  mkdirSync(path);
  const args = ['--turntable', String(frames), '--size', '16x16', '--software', ...more];
  return start('render', SAMPLE, '-o', join(path, '%d.png'), ...args);
}
const LOCAL = ['--queue', 'local', '--workers', '1'];
const frame = (name: string, index: number) => PNG.sync.read(readFileSync(join(folder, name, `${index}.png`))).data;

async function untilThere(path: string): Promise<void> {
  while (!existsSync(path)) await new Promise((next) => setTimeout(next, 50));
}

async function untilGone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((next) => setTimeout(next, 50));
  }
}

describe('the local queue', () => {
  afterAll(() => process.kill(readServer(), 'SIGKILL'));

  it('is served again when its server is killed, and no frame is lost', async () => {
    const run = spin('killed', 40, ...LOCAL);
    await untilThere(join(folder, 'killed', '3.png'));
    const killed = readServer();
    process.kill(killed, 'SIGKILL');
    expect(await run.ended).toEqual({ status: 0, stderr: '' });
    expect(readServer()).not.toBe(killed);
    expect((await spin('here', 40).ended).status).toBe(0);
    for (let index = 0; index < 40; index++) expect(frame('killed', index).equals(frame('here', index))).toBe(true);
  });

  it('gives back the pictures of a worker that shares no folder, and lists nothing of them then', async () => {
    expect(await spin('collected', 3, '--collect', ...LOCAL).ended).toEqual({ status: 0, stderr: '' });
    expect(frame('collected', 2).length).toBe(4 * 16 * 16);
    const list = start('jobs', '--queue', 'local', '--json');
    let listed = '';
    list.child.stdout!.on('data', (text) => {
      listed += text;
    });
    expect((await list.ended).status).toBe(0);
    expect(listed).not.toContain('collected');
  });

  it('keeps what is in it when its server is asked to end, with workers connected', async () => {
    const detached = spin('kept', 3, '--queue', 'local', '--detach');
    expect((await detached.ended).status).toBe(0);
    const ended = readServer();
    process.kill(ended, 'SIGTERM');
    await untilGone(ended);
    const worker = start('worker', '--queue', 'local', '--root', '/', '--software', '--idle', '3', '--quiet');
    expect(await worker.ended).toEqual({ status: 0, stderr: '' });
    expect(frame('kept', 2).length).toBe(4 * 16 * 16);
  });
});
