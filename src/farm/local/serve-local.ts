/** Serves the local queue: PostgreSQL as WebAssembly (PGlite), on a socket that is the user's alone. */
import { rm } from 'node:fs/promises';
import { InputError } from '../../errors.js';
import { loadPackage } from '../queue/packages.js';
import { findLocalFolder } from './local-folder.js';
import { openPgSocket } from './pg-socket.js';
import { takeServerLock } from './server-lock.js';

/** Ends after so long without any; what is in the queue stays on the disk. */
const ALONE_MS = 60_000;
const POLL_MS = 1000;
const CLOSE_MS = 10_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Serves until the last client has left, or the process is told to end. @throws InputError where another one serves. */
export async function serveLocalQueue(): Promise<void> {
  const folder = await findLocalFolder();
  const { PGlite } = await loadPackage('local', () => import('@electric-sql/pglite'));
  if (!(await takeServerLock(folder.path))) throw new InputError(`${folder.path}: another process serves this queue`);
  await rm(folder.socket, { force: true });
  const db = await PGlite.create(folder.data);
  // PGlite ignores the search path that BullMQ asks for when it connects.
  await db.exec('CREATE SCHEMA IF NOT EXISTS bullmq; SET search_path TO bullmq');
  const socket = await openPgSocket(db, folder.socket);
  try {
    await Promise.race([untilAlone(socket.countConnections), socket.broken]);
  } finally {
    // All that was answered is on the disk.
    await Promise.race([socket.close().then(() => db.close()), pause(CLOSE_MS)]);
  }
}

function untilAlone(countConnections: () => number): Promise<void> {
  return new Promise((resolve) => {
    let aloneMs = 0;
    const timer = setInterval(() => {
      aloneMs = countConnections() > 0 ? 0 : aloneMs + POLL_MS;
      if (aloneMs >= ALONE_MS) end();
    }, POLL_MS);
    const end = () => {
      clearInterval(timer);
      resolve();
    };
    process.once('SIGTERM', end);
    process.once('SIGINT', end);
  });
}
