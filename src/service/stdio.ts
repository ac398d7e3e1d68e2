/**
 * A service through pipes, for a parent process. A message is a line of JSON, and after it as many bytes as its `bytes`, and the
 * `bytes` of its `files`, say. Requests have an `id`, a `kind` and what that takes; the answer has the same `id`.
 */
import { Readable, type Writable } from 'node:stream';
import { InputError } from '../index.js';
import { recipeSchema } from '../recipe/schema.js';
import { sliceRecipeSchema } from '../recipe/slices/slice-schema.js';
import { answerPicture, describeError, PICTURES, type PictureKind, type Service } from './service.js';
import type { Received, UploadedFile } from './uploads.js';

/** A longer line is no message. */
const LINE_BYTES_MAX = 8 << 20;
const LINE_FEED = 0x0a;

interface Message {
  readonly id?: unknown;
  readonly kind?: unknown;
  readonly recipe?: unknown;
  readonly output?: unknown;
  readonly of?: unknown;
  readonly turntable?: unknown;
  readonly frame?: unknown;
  readonly files?: unknown;
}

/** Answers until the input ends, and what has been asked by then. @throws InputError for what is no message, behind which nothing can be understood. */
export async function serveStdio(service: Service, input: Readable, output: Writable): Promise<void> {
  const reader = new MessageReader(input);
  const running = new Map<unknown, AbortController>();
  const write = (head: object, bytes?: Uint8Array) => {
    output.cork();
    output.write(`${JSON.stringify({ ...head, ...(bytes && { bytes: bytes.length }) })}\n`);
    if (bytes) output.write(bytes);
    output.uncork();
  };
  output.once('error', () => {
    for (const cancel of running.values()) cancel.abort(new Error('the caller has gone'));
  });
  const pending = new Set<Promise<void>>();
  write({ ready: true, kinds: [...Object.keys(PICTURES), 'schema', 'cancel'] });
  for (let message = await reader.next(); message; message = await reader.next()) {
    const { id, kind } = message;
    if (kind === 'cancel') {
      running.get(id)?.abort(new InputError('was cancelled'));
      continue;
    }
    const cancel = new AbortController();
    running.set(id, cancel);
    // Its files stand behind it, before the next message.
    const received = await reader.receive(message, service).catch((error: unknown) => error as Error);
    const answering = answerMessage(service, message, received, cancel.signal)
      .then(({ bytes, ...head }) => write({ id, ...head }, bytes))
      .catch((error: unknown) => write({ id, error: describeError(error) }))
      .finally(() => {
        running.delete(id);
        pending.delete(answering);
      });
    pending.add(answering);
  }
  await Promise.all(pending);
}

interface Answer {
  readonly bytes?: Uint8Array;
  readonly [name: string]: unknown;
}

async function answerMessage(
  service: Service,
  { kind, recipe, output = 'png', of = 'render', turntable, frame }: Message,
  received: Received | Error | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  if (received instanceof Error) throw received;
  if (kind === 'schema') return { schema: of === 'slices' ? sliceRecipeSchema() : recipeSchema() };
  if (typeof kind !== 'string' || !Object.hasOwn(PICTURES, kind)) {
    throw new InputError(`kind: must be ${[...Object.keys(PICTURES), 'schema', 'cancel'].join(', ')}`);
  }
  try {
    const { type, bytes, notes, camera } = await answerPicture(service, {
      ...{ caller: 'parent', kind: kind as PictureKind, recipe, output: String(output) },
      ...{ turntable, frame },
      ...{ files: received?.files ?? {}, signal },
    });
    return { type, notes, camera, bytes };
  } finally {
    received?.release();
  }
}

/** Reads messages and the bytes behind them. */
class MessageReader {
  readonly #pieces: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  /** Bytes of files that are still to come before the next message. */
  #ahead = 0;

  constructor(input: Readable) {
    this.#pieces = input[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Undefined at the end. */
  async next(): Promise<Message | undefined> {
    const pieces: Buffer[] = [];
    let bytes = 0;
    for (;;) {
      const at = this.#rest.indexOf(LINE_FEED);
      const piece = at < 0 ? this.#rest : this.#rest.subarray(0, at);
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > LINE_BYTES_MAX) throw new InputError(`a message has a line of more than ${LINE_BYTES_MAX} bytes`);
      if (at >= 0) {
        this.#rest = this.#rest.subarray(at + 1);
        return parseMessage(Buffer.concat(pieces).toString('utf8'));
      }
      if (!(await this.#more())) {
        if (bytes > 0) throw new InputError('the input ends within a message');
        return undefined;
      }
    }
  }

  /** Puts the files of a message where others can read them. */
  async receive({ files }: Message, { uploads }: Service): Promise<Received | undefined> {
    if (files === undefined) return undefined;
    const listed = checkFiles(files);
    this.#ahead = listed.reduce((sum, { bytes }) => sum + bytes, 0);
    try {
      return await uploads.receive(this.#files(listed));
    } finally {
      // A file that is refused stands before the next message all the same.
      for await (const _ of this.#take(this.#ahead));
    }
  }

  async *#files(listed: readonly { name: string; bytes: number }[]): AsyncGenerator<UploadedFile> {
    for (const { name, bytes } of listed) yield { name, content: Readable.from(this.#take(bytes)) };
  }

  async *#take(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#more())) throw new InputError('the input ends within a file');
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      this.#ahead -= piece.length;
      yield piece;
    }
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#pieces.next();
    if (done) return false;
    this.#rest = value;
    return true;
  }
}

/** @throws InputError for what is no message. */
function parseMessage(line: string): Message {
  try {
    const message: unknown = JSON.parse(line);
    if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message;
  } catch {
    // Said below.
  }
  throw new InputError('the input must be lines of JSON objects, and the bytes that these announce');
}

/** @throws InputError for what is no list of files. */
function checkFiles(files: unknown): { name: string; bytes: number }[] {
  const isFile = (file: Partial<Record<'name' | 'bytes', unknown>> | null) =>
    typeof file?.name === 'string' && Number.isSafeInteger(file.bytes) && (file.bytes as number) >= 0;
  if (Array.isArray(files) && files.every(isFile)) return files;
  throw new InputError('files: must be a list of objects with a name and the number of bytes');
}
