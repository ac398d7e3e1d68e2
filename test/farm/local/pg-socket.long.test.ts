/** The engine of the local queue itself, and clients that send it what it cannot take: the others go on. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPgSocket, type PgSocket } from '../../../src/farm/local/pg-socket.js';
import { makeFolder } from '../../cli/run-cli.js';

/** A name that `pg` looks for in a folder. */
const path = join(makeFolder(), '.s.PGSQL.5432');

function withLength(body: Uint8Array, type = ''): Buffer {
  const head = Buffer.alloc(type.length + 4);
  head.write(type);
  head.writeInt32BE(4 + body.length, type.length);
  return Buffer.concat([head, body]);
}
const start = (...words: string[]) =>
  withLength(Buffer.from(`\0\x03\0\0${words.map((word) => `${word}\0`).join('')}\0`));
const START = start('user', 'postgres');
const SYNC = withLength(Buffer.alloc(0), 'S');
const query = (sql: string) => withLength(Buffer.from(`${sql}\0`), 'Q');

describe('the engine of the local queue', () => {
  let db: PGlite;
  let socket: PgSocket;
  let honest: Client;
  let isBroken = false;
  beforeAll(async () => {
    db = await PGlite.create();
    socket = await openPgSocket(db, path);
    socket.broken.catch(() => {
      isBroken = true;
    });
    honest = new Client({ host: dirname(path), user: 'postgres', database: 'postgres' });
    await honest.connect();
  });
  afterAll(async () => {
    await honest.end();
    await socket.close();
    await db.close();
  });

  it.each<[string, Buffer]>([
    ['a first message without a user', withLength(Buffer.from([0, 3, 0, 0, 0]))],
    [
      'a first message of a minor version that there is not',
      withLength(Buffer.alloc(16, 255).fill(0, 0, 1).fill(3, 1, 2)),
    ],
    ['a user that there is not', start('user', 'nobody', 'database', 'nowhere')],
    ['a password', Buffer.concat([START, withLength(Buffer.from('x\0'), 'p'), SYNC])],
    ['a copy from it', Buffer.concat([START, query('create table t (a int)'), query('copy t from stdin')])],
    ['a copy of nothing', Buffer.concat([START, withLength(Buffer.from('1'), 'd'), SYNC])],
    ['a text without an end', Buffer.concat([START, withLength(Buffer.from('select'), 'Q')])],
    ['damaged bindings', Buffer.concat([START, withLength(Buffer.from([0, 0, 255, 255, 255]), 'B'), SYNC])],
    ['the end of its backend', Buffer.concat([START, query('select pg_terminate_backend(pg_backend_pid())')])],
  ])('answers others after %s', async (_, bytes) => {
    const hostile = connect(path);
    hostile.on('error', () => undefined);
    hostile.end(bytes);
    hostile.resume();
    await once(hostile, 'close');
    const { rows } = await honest.query('select 6 * 7 as answer');
    expect(rows).toEqual([{ answer: 42 }]);
    expect(isBroken).toBe(false);
    // A client that comes now is welcome.
    const next = new Client({ host: dirname(path), user: 'postgres', database: 'postgres' });
    await next.connect();
    expect((await next.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await next.end();
  });
});
