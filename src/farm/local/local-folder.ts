/** The folder of the local queue: its data, its socket, and who serves it. */
import { join } from 'node:path';
import { InputError } from '../../errors.js';
import { findHome } from '../../node/folders/find-home.js';
import { ensurePrivateFolder } from '../../node/index.js';

export interface LocalFolder {
  /** Holds the socket, by the name that PostgreSQL's clients look for. */
  readonly path: string;
  readonly socket: string;
  readonly data: string;
  readonly log: string;
}

/** Bytes of a socket's path at most, on the strictest of systems. */
const SOCKET_PATH_MAX = 103;

/**
 * The folder of this user's queue; `TILECAST_LOCAL_QUEUE` names another. Whoever can open its socket can submit jobs, so it is
 * the user's alone.
 * @throws InputError where there can be none.
 */
export async function findLocalFolder(): Promise<LocalFolder> {
  if (process.platform === 'win32') {
    throw new InputError('--queue local: is not for Windows; name a Redis or PostgreSQL server by its address');
  }
  const { TILECAST_LOCAL_QUEUE: named, XDG_STATE_HOME: state } = process.env;
  const home = findHome();
  const states = state || (home && join(home, '.local', 'state'));
  const wanted = named || (states && join(states, 'tilecast', 'queue'));
  if (!wanted) throw new InputError('--queue local: this user has no home; set TILECAST_LOCAL_QUEUE to a folder');
  const path = await ensurePrivateFolder(wanted).catch((cause: Error) => {
    throw new InputError(`${wanted}: cannot hold the local queue: ${cause.message}`, { cause });
  });
  if (path === undefined) throw new InputError(`${wanted}: cannot hold the local queue: others can change it`);
  const socket = join(path, '.s.PGSQL.5432');
  if (Buffer.byteLength(socket) > SOCKET_PATH_MAX) {
    throw new InputError(`${path}: is too long a path for a socket; set TILECAST_LOCAL_QUEUE to a shorter one`);
  }
  return { path, socket, data: join(path, 'data'), log: join(path, 'server.log') };
}
