/** Serves the local queue: PostgreSQL as WebAssembly (PGlite), on a socket that is the user's alone. */
import { rm, writeFile } from 'node:fs/promises';
import { InputError } from '../../index.js';
import { loadPackage } from '../queue/packages.js';
import { findLocalFolder, type LocalFolder } from './local-folder.js';
import { isServed } from './start-local.js';

/** Connections of all processes together. */
const CONNECTIONS_MAX = 500;
/** Ends after so long without any; what is in the queue stays on the disk. */
const ALONE_MS = 60_000;
const LOOK_MS = 1000;
const CLOSE_MS = 10_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Serves until nobody is connected any more, or the process is asked to end. @throws InputError where another one does. */
export async function serveLocalQueue(): Promise<void> {
  const folder = await findLocalFolder();
  const [{ PGlite }, { PGLiteSocketServer }] = await loadPackage('local', () =>
    Promise.all([import('@electric-sql/pglite'), import('@electric-sql/pglite-socket')]),
  );
  await takeLock(folder);
  try {
    await rm(folder.socket, { force: true });
    const db = await PGlite.create(folder.data);
    // It ignores the search path that BullMQ asks for when it connects.
    await db.exec('CREATE SCHEMA IF NOT EXISTS bullmq; SET search_path TO bullmq');
    const server = new PGLiteSocketServer({ db, path: folder.socket, maxConnections: CONNECTIONS_MAX });
    await server.start();
    await untilAlone(() => server.getStats().activeConnections);
    // It waits for queries in hand, and may wait for ever; all that was answered is on the disk by then.
    await Promise.race([server.stop().then(() => db.close()), pause(CLOSE_MS)]);
  } finally {
    await rm(folder.lock, { force: true });
  }
}

async function takeLock(folder: LocalFolder): Promise<void> {
  for (let tries = 0; tries < 2; tries++) {
    const taken = await writeFile(folder.lock, String(process.pid), { flag: 'wx', mode: 0o600 }).then(
      () => true,
      () => false,
    );
    if (taken) return;
    if (await isServed(folder)) break;
    await rm(folder.lock, { force: true });
  }
  throw new InputError(`${folder.path}: another process serves this queue`);
}

function untilAlone(countConnections: () => number): Promise<void> {
  return new Promise((resolve) => {
    let aloneMs = 0;
    const timer = setInterval(() => {
      aloneMs = countConnections() > 0 ? 0 : aloneMs + LOOK_MS;
      if (aloneMs >= ALONE_MS) end();
    }, LOOK_MS);
    const end = () => {
      clearInterval(timer);
      resolve();
    };
    process.once('SIGTERM', end);
    process.once('SIGINT', end);
  });
}
