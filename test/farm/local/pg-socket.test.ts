/** The clients of PGlite's socket share its one session, and none is disturbed by the others: on a session that records. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openPgSocket, type PgSession, type PgSocket } from '../../../src/farm/local/pg-socket.js';
import { makeFolder } from '../../cli/run-cli.js';

/** A message of PostgreSQL's protocol. */
function encode(type: string, text = ''): Buffer {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}
const STARTUP = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0]);
const READY = 'Z';

function decode(bytes: Uint8Array): string[] {
  const all = Buffer.from(bytes);
  const messages: string[] = [];
  for (let start = 0; start < all.length; start += 1 + all.readInt32BE(start + 1)) {
    const end = start + 1 + all.readInt32BE(start + 1);
    messages.push(`${String.fromCharCode(all[start]!)}${all.toString('utf8', start + 5, end - 1)}`);
  }
  return messages;
}

/** Answers each batch after a while, and keeps in which order they came. */
function recordSession() {
  const ran: string[] = [];
  let inTransaction = false;
  let isBroken = false;
  const session: PgSession = {
    execProtocolRaw: async (bytes) => {
      const text = bytes[0] === 0 ? 'startup' : decode(bytes).join(' ');
      ran.push(text);
      await new Promise((next) => setTimeout(next, 5));
      if (isBroken || text === 'Qbad') throw new Error('broken');
      if (text === 'Qbreak') {
        isBroken = true;
        throw new Error('broken');
      }
      if (text === 'Qsilent') return new Uint8Array();
      if (text === 'Qbegin') inTransaction = true;
      if (text === 'Qcommit' || text === 'QROLLBACK') inTransaction = false;
      const told = text.startsWith('Qnotify') ? [encode('A', text)] : [];
      return new Uint8Array(Buffer.concat([encode('C', text), ...told, encode(READY)]));
    },
    isInTransaction: () => inTransaction,
  };
  return { ran, session };
}

describe('the socket of the local queue', () => {
  let socket: PgSocket | undefined;
  let clients: Socket[] = [];
  let place = '';
  afterEach(async () => {
    for (const client of clients) client.destroy();
    clients = [];
    await socket?.close();
  });

  async function open() {
    const { ran, session } = recordSession();
    const path = join(makeFolder(), 's');
    place = path;
    socket = await openPgSocket(session, path);
    const enter = async () => {
      const client = connect(path);
      clients.push(client);
      const heard: string[] = [];
      client.on('data', (bytes) => heard.push(...decode(bytes)));
      client.write(STARTUP);
      await until(() => heard.includes(READY));
      heard.length = 0;
      return { client, heard };
    };
    return { ran, enter };
  }

  async function until(isSo: () => boolean): Promise<void> {
    for (let tries = 0; !isSo(); tries++) {
      if (tries > 1000) throw new Error('is not so after 5 s');
      await new Promise((next) => setTimeout(next, 5));
    }
  }

  it('runs the messages of a client up to its Sync as one', async () => {
    const { ran, enter } = await open();
    const [a, b] = [await enter(), await enter()];
    ran.length = 0;
    // Messages come in pieces that end anywhere, and by turns.
    const sent = (name: string) =>
      Buffer.concat([encode('P', name), encode('B', name), encode('E', name), encode('S')]);
    const [fromA, fromB] = [sent('a'), sent('b')];
    for (let start = 0; start < fromA.length; start += 3) {
      a.client.write(fromA.subarray(start, start + 3));
      b.client.write(fromB.subarray(start, start + 3));
      await new Promise((next) => setImmediate(next));
    }
    await until(() => a.heard.includes(READY) && b.heard.includes(READY));
    expect(ran.sort()).toEqual(['Pa Ba Ea S', 'Pb Bb Eb S']);
    expect(a.heard).toEqual(['CPa Ba Ea S', READY]);
    expect(b.heard).toEqual(['CPb Bb Eb S', READY]);
  });

  it('runs nothing of others within a transaction, and ends it with its client', async () => {
    const { ran, enter } = await open();
    const [a, b, c] = [await enter(), await enter(), await enter()];
    ran.length = 0;
    a.client.write(encode('Q', 'begin'));
    await until(() => a.heard.includes(READY));
    b.client.write(encode('Q', 'b'));
    await new Promise((next) => setTimeout(next, 30));
    a.client.write(encode('Q', 'commit'));
    await until(() => b.heard.includes(READY));
    expect(ran).toEqual(['Qbegin', 'Qcommit', 'Qb']);
    ran.length = 0;
    // It leaves while its transaction is being opened.
    c.client.write(encode('Q', 'begin'), () => c.client.destroy());
    await once(c.client, 'close');
    await until(() => ran.length > 0);
    b.heard.length = 0;
    b.client.write(encode('Q', 'b'));
    await until(() => b.heard.includes(READY));
    expect(ran).toEqual(['Qbegin', 'QROLLBACK', 'Qb']);
  });

  it('tells notifications to all who listen, and to nobody else', async () => {
    const { enter } = await open();
    const [listener, teller, other] = [await enter(), await enter(), await enter()];
    listener.client.write(encode('Q', 'LISTEN jobs'));
    await until(() => listener.heard.includes(READY));
    teller.client.write(encode('Q', 'notify jobs'));
    await until(() => listener.heard.includes('AQnotify jobs'));
    expect(teller.heard).toEqual(['CQnotify jobs', READY]);
    expect(other.heard).toEqual([]);
  });

  it.each<[string, boolean, Buffer]>([
    ['a first message of four bytes', false, Buffer.from([0, 0, 0, 4])],
    ['a first message of no bytes', false, Buffer.from([0, 0, 0, 0])],
    ['a first message of less than nothing', false, Buffer.from([0x80, 0, 0, 0, 1, 2, 3, 4])],
    ['a first message of 2 GiB', false, Buffer.from([0x7f, 255, 255, 255, 0, 3, 0, 0])],
    ['a version that there is not', false, Buffer.from([0, 0, 0, 8, 0, 9, 0, 0])],
    ['a request of the web', false, Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['a message of no bytes', true, Buffer.from([81, 0, 0, 0, 0])],
    ['a message of less than nothing', true, Buffer.from([81, 255, 255, 255, 0])],
    ['a message of 2 GiB', true, Buffer.from([81, 0x7f, 255, 255, 255])],
    ['a message of no type', true, Buffer.from([7, 0, 0, 0, 4])],
    ['a password', true, encode('p', 'secret')],
    ['a copy', true, encode('d', '1')],
    ['a statement that asks for a copy', true, encode('Q', 'COPY jobs (id) FROM STDIN')],
    ['a prepared statement that asks for a copy', true, encode('P', '\0copy jobs from\nstdin with csv')],
    ['what makes the session throw', true, encode('Q', 'bad')],
    ['what the session does not answer', true, encode('Q', 'silent')],
  ])('ends the connection that sends %s, and no other', async (_, isStarted, bytes) => {
    const { ran, enter } = await open();
    const other = await enter();
    let bad: Socket;
    if (isStarted) bad = (await enter()).client;
    else {
      bad = connect(place);
      clients.push(bad);
    }
    bad.on('error', () => undefined);
    // Whatever follows is not read either.
    bad.write(Buffer.concat([bytes, encode('Q', 'after')]));
    await once(bad, 'close');
    other.heard.length = 0;
    other.client.write(encode('Q', 'other'));
    await until(() => other.heard.includes(READY));
    expect(other.heard).toEqual(['CQother', READY]);
    expect(ran).not.toContain('Qafter');
  });

  it('runs nothing of what clients start with, and ends a transaction in which the session throws', async () => {
    const { ran, enter } = await open();
    const [a, b] = [await enter(), await enter()];
    expect(ran).toEqual(['startup']);
    a.client.write(encode('Q', 'begin'));
    await until(() => a.heard.includes(READY));
    b.client.write(encode('Q', 'b'));
    a.client.write(encode('Q', 'bad'));
    await until(() => b.heard.includes(READY));
    expect(ran.slice(0, 4)).toEqual(['startup', 'Qbegin', 'Qbad', 'QROLLBACK']);
  });

  it('is told of a session that breaks', async () => {
    const { enter } = await open();
    const { client } = await enter();
    client.write(encode('Q', 'break'));
    await expect(socket!.broken).rejects.toThrow('broken');
  });
});
