/** Finds the process that serves the local queue, or starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { InputError } from '../../errors.js';
import { findLocalFolder, type LocalFolder } from './local-folder.js';
import { isServed } from './server-lock.js';

/** A new PostgreSQL takes seconds to be set up, and more on a busy machine. */
const START_MS = 180_000;
const POLL_MS = 100;

/**
 * @param command that serves it, which is started on its own: the queue outlives the process that started it.
 * @returns the folder of its socket.
 * @throws InputError with the last line of its log, where it does not start.
 */
export async function startLocalQueue(command: readonly string[]): Promise<string> {
  const folder = await findLocalFolder();
  let server: ChildProcess | undefined;
  for (const startMs = performance.now(); performance.now() - startMs < START_MS; ) {
    if (await answers(folder)) return folder.path;
    // Another process may be starting it, or ending it.
    if (!(await isServed(folder.path))) {
      if (server && hasEnded(server)) break;
      server ??= startServer(command, folder.log);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const said = (await readFile(folder.log, 'utf8').catch(() => '')).trim().split('\n').at(-1);
  throw new InputError(`--queue local: its server does not start${said ? `: ${said}` : ''}; ${folder.log} has more`);
}

const answers = ({ socket }: LocalFolder): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(socket);
    const end = (result: boolean) => {
      probe.destroy();
      resolve(result);
    };
    probe.on('connect', () => end(true));
    probe.on('error', () => end(false));
  });

function startServer(command: readonly string[], logPath: string): ChildProcess {
  const log = openSync(logPath, 'w', 0o600);
  const server = spawn(process.execPath, command, { detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  server.unref();
  return server;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
