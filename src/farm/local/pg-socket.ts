/**
 * PGlite on a socket, for PostgreSQL's clients in many processes. It has one session, which they share: messages of a client
 * up to its next `Sync` or `Query` are run as one, and nothing of others in between, nor within its transaction. The session
 * starts once, and its answer goes to every client: PGlite (0.5) ends its backend where the first client of all names no user, and
 * answers no errors after that. PGlite's own socket server (0.2) takes turns after every message, so that clients run each other's statements, and sends notifications
 * to whoever causes them instead of those who listen.
 */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';

/** The part of PGlite that the server needs. */
export type PgSession = Pick<PGlite, 'execProtocolRaw' | 'isInTransaction'>;

export interface PgSocket {
  readonly countConnections: () => number;
  /** Rejects if the session is broken. */
  readonly broken: Promise<never>;
  /** Ends all connections, after what is being run. */
  readonly close: () => Promise<void>;
}

/** Connections of all processes together. */
const CONNECTIONS_MAX = 500;

/** Messages of a client that are run together. */
interface Batch {
  readonly client: Client;
  readonly bytes: Uint8Array;
}

export async function openPgSocket(session: PgSession, path: string): Promise<PgSocket> {
  const clients = new Set<Client>();
  let waiting: Batch[] = [];
  /** The client whose transaction is open. */
  let holder: Client | undefined;
  let running: Promise<void> | undefined;
  let fail: (error: unknown) => void;
  const broken = new Promise<never>((_, reject) => {
    fail = reject;
  });
  broken.catch(() => undefined);
  // A copy: answers are views of memory that the next one takes.
  const welcome = (await session.execProtocolRaw(STARTUP)).slice();

  const add = (batch: Batch) => {
    waiting.push(batch);
    running ??= run().then(
      () => {
        running = undefined;
      },
      (error) => fail(error),
    );
  };
  const take = (): Batch | undefined => {
    const index = holder ? waiting.findIndex(({ client }) => client === holder) : 0;
    return index < 0 ? undefined : waiting.splice(index, 1)[0];
  };
  /** Undefined where the session has none: the client has ended then. @throws what it threw where it answers nothing else either. */
  const answerTo = async ({ client, bytes }: Batch): Promise<Uint8Array | undefined> => {
    let error: unknown = new Error('the session of the local queue does not answer');
    try {
      const answer = await session.execProtocolRaw(bytes);
      if (answer.length > 0) return answer;
    } catch (thrown) {
      error = thrown;
    }
    // Its messages did that, and not those of the others, who go on.
    client.end();
    const answer = await session.execProtocolRaw(encodeQuery('ROLLBACK')).catch(() => undefined);
    if (!answer?.length) throw error;
    return undefined;
  };
  const run = async () => {
    for (let batch = take(); batch; batch = take()) {
      const answer = await answerTo(batch);
      holder = session.isInTransaction() ? batch.client : undefined;
      if (!answer) continue;
      const { replies, notifications } = sortReplies(answer);
      batch.client.send(replies);
      for (const client of clients) if (client.listens) client.send(notifications);
    }
  };

  const server = createServer((socket) => {
    const client = new Client(socket, welcome, add);
    clients.add(client);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clients.delete(client);
      waiting = waiting.filter((batch) => batch.client !== client);
      // The transaction that it has open, or opens by what is being run, ends with it.
      add({ client, bytes: encodeQuery('ROLLBACK') });
    });
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.listen(path);
  await once(server, 'listening');
  return {
    countConnections: () => clients.size,
    broken,
    close: async () => {
      server.close();
      await running;
      for (const client of clients) client.end();
    },
  };
}

const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;
const CANCEL_REQUEST = 80_877_102;
/** Bytes of a first message: at least its length and a code, and at most, as PostgreSQL itself has it. */
const FIRST_BYTES = { least: 8, most: 10_000 };
/** The most bytes of a message, or of those that wait for a `Sync`: far beyond any job, far below what ends a process. */
const MESSAGE_BYTES_MAX = 2 ** 27;
const PROTOCOL_VERSION = 3;
/**
 * Types of messages that clients may send. None of passwords, which nobody asks for, and none of copies: PGlite 0.5 waits for
 * the rest of either without end.
 */
const TYPES = new Set('BCDEFHPQSX');
/** A statement that asks for messages of copies. */
const COPY_FROM_CLIENT = /\bcopy\b[^;]*\bfrom\s+stdin\b/i;
/** Types of messages after which a client waits for an answer: Query, Sync, FunctionCall. */
const LAST_OF_BATCH = new Set(['Q', 'S', 'F']);

/** A connection: what it sent, cut into messages and these into batches. */
class Client {
  readonly #socket: Socket;
  readonly #welcome: Uint8Array;
  readonly #add: (batch: Batch) => void;
  #isStarted = false;
  #hasEnded = false;
  #received = Buffer.alloc(0);
  #batch: Buffer[] = [];
  #batchBytes = 0;
  /** Whether it receives notifications. */
  listens = false;

  /** @param welcome the answer to its first message. */
  constructor(socket: Socket, welcome: Uint8Array, add: (batch: Batch) => void) {
    this.#socket = socket;
    this.#welcome = welcome;
    this.#add = add;
    socket.on('data', (bytes) => {
      if (this.#hasEnded) return;
      this.#received = Buffer.concat([this.#received, bytes]);
      while (this.#takeMessage());
    });
  }

  send(bytes: Uint8Array): void {
    if (bytes.length > 0 && this.#socket.writable) this.#socket.write(bytes);
  }

  end(): void {
    this.#hasEnded = true;
    this.#received = Buffer.alloc(0);
    this.#batch = [];
    this.#socket.destroy();
  }

  /** @returns whether a message was whole. */
  #takeMessage(): boolean {
    // All but the first messages have a letter before their length.
    const start = this.#isStarted ? 1 : 0;
    if (this.#received.length < start + 4) return false;
    const size = start + this.#received.readInt32BE(start);
    if (!this.#isPlausible(size)) {
      // No message of the protocol: its connection ends, and nobody else's.
      this.end();
      return false;
    }
    if (this.#received.length < size) return false;
    const message = this.#received.subarray(0, size);
    this.#received = this.#received.subarray(size);
    if (this.#isStarted) this.#follow(message);
    else this.#start(message);
    return true;
  }

  /** Whether what was received may begin a message of so many bytes. */
  #isPlausible(size: number): boolean {
    if (!this.#isStarted) return size >= FIRST_BYTES.least && size <= FIRST_BYTES.most;
    const type = String.fromCharCode(this.#received[0]!);
    return TYPES.has(type) && size >= 5 && this.#batchBytes + size <= MESSAGE_BYTES_MAX;
  }

  #start(message: Buffer): void {
    const code = message.readInt32BE(4);
    if (code === SSL_REQUEST || code === GSS_REQUEST) {
      this.send(Buffer.from('N'));
    } else if (code === CANCEL_REQUEST || code >> 16 !== PROTOCOL_VERSION) {
      this.end();
    } else {
      this.#isStarted = true;
      this.send(this.#welcome);
    }
  }

  #follow(message: Buffer): void {
    const type = String.fromCharCode(message[0]!);
    const text = type === 'Q' || type === 'P' ? message.toString('utf8', 5) : '';
    if (type === 'X' || COPY_FROM_CLIENT.test(text)) {
      this.end();
      return;
    }
    if (type === 'Q' && /^\s*listen\s/i.test(text)) this.listens = true;
    this.#batch.push(message);
    this.#batchBytes += message.length;
    if (!LAST_OF_BATCH.has(type)) return;
    this.#add({ client: this, bytes: new Uint8Array(Buffer.concat(this.#batch)) });
    this.#batch = [];
    this.#batchBytes = 0;
  }
}

/** Separates notifications, which are for all listeners, from the answers to one client. */
function sortReplies(bytes: Uint8Array): { readonly replies: Uint8Array; readonly notifications: Uint8Array } {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sorted = { replies: [] as Buffer[], notifications: [] as Buffer[] };
  for (let start = 0; start < all.length; ) {
    const end = start + 1 + all.readInt32BE(start + 1);
    sorted[all[start] === 'A'.charCodeAt(0) ? 'notifications' : 'replies'].push(all.subarray(start, end));
    start = end;
  }
  return { replies: Buffer.concat(sorted.replies), notifications: Buffer.concat(sorted.notifications) };
}

/** The first message of the session: protocol 3.0, the user and the database of PGlite. */
const STARTUP = encodeStartup({ user: 'postgres', database: 'postgres' });

function encodeStartup(parameters: Readonly<Record<string, string>>): Uint8Array {
  const text = Buffer.from(`${Object.entries(parameters).flat().join('\0')}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + text.length, 0);
  head.writeInt32BE(PROTOCOL_VERSION << 16, 4);
  return new Uint8Array(Buffer.concat([head, text]));
}

function encodeQuery(sql: string): Uint8Array {
  const text = Buffer.from(`${sql}\0`);
  const head = Buffer.from('Q\0\0\0\0');
  head.writeInt32BE(4 + text.length, 1);
  return new Uint8Array(Buffer.concat([head, text]));
}
