/** Bodies of the type multipart/form-data (RFC 7578): fields, and files that go to disk as they arrive. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import Busboy, { type BusboyHeaders } from '@fastify/busboy';
import { InputError } from '../index.js';
import type { Received, UploadedFile, Uploads } from './uploads.js';

export interface Multipart {
  readonly fields: Readonly<Record<string, string>>;
  readonly received: Received;
}

export interface MultipartLimits {
  readonly fieldBytesMax: number;
  readonly filesMax: number;
}

/** @throws InputError for a body that is of another form, or has more than it may. */
export async function readMultipart(
  headers: IncomingHttpHeaders,
  body: Readable,
  uploads: Uploads,
  { fieldBytesMax, filesMax }: MultipartLimits,
): Promise<Multipart> {
  const fields: Record<string, string> = {};
  const files = new Arrivals<UploadedFile>();
  // One more than are allowed says which kind is too many; parts without a name count as well.
  const partsMax = FIELDS_MAX + filesMax + 1;
  const limits = { fieldSize: fieldBytesMax, fields: FIELDS_MAX, files: filesMax, parts: partsMax };
  const parser = createParser(headers, limits);
  let arriving: Readable | undefined;
  const fail = (error: Error) => {
    files.fail(error);
    arriving?.destroy(error);
  };
  const refuse = (what: string) => fail(new InputError(`the request ${what}`));
  parser.on('field', (name, value, _isNameCut, isCut) => {
    if (isCut) refuse(`has a field ${name.slice(0, 60)} of more than ${fieldBytesMax} bytes`);
    fields[name] = value;
  });
  parser.on('file', (_field, content, name) => {
    // Its error is the body's, which ends the request.
    content.on('error', () => undefined);
    arriving = content;
    files.add({ name: name ?? '', content });
  });
  parser.on('filesLimit', () => refuse(`has more than ${filesMax} files`));
  parser.on('fieldsLimit', () => refuse(`has more than ${FIELDS_MAX} fields`));
  parser.on('partsLimit', () => refuse(`has more than ${partsMax} parts`));
  parser.on('finish', () => files.end());
  parser.on('error', (error) => refuse(`is no multipart/form-data: ${(error as Error).message}`));
  body.on('error', fail);
  body.on('close', () => {
    if (!body.readableEnded) fail(new Error('the caller has gone'));
  });
  body.pipe(parser);
  try {
    return { received: await uploads.receive(files), fields };
  } catch (error) {
    body.unpipe(parser);
    throw error;
  }
}

/** Fields beside the recipe are none of ours, and refused later by their names. */
const FIELDS_MAX = 8;

function createParser(headers: IncomingHttpHeaders, limits: Record<string, number>) {
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits });
  } catch (error) {
    throw new InputError(`the request is no multipart/form-data: ${(error as Error).message}`);
  }
}

/** A queue of things that arrive one after the other, for whoever takes them as they come. */
class Arrivals<T> implements AsyncIterable<T> {
  readonly #there: T[] = [];
  #isEnded = false;
  #error: unknown;
  #wake: () => void = () => undefined;

  add(one: T): void {
    this.#there.push(one);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  fail(error: unknown): void {
    this.#error ??= error;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<T> {
    for (;;) {
      if (this.#error !== undefined) throw this.#error;
      const next = this.#there.shift();
      if (next !== undefined) yield next;
      else if (this.#isEnded) return;
      else
        await new Promise<void>((wake) => {
          this.#wake = wake;
        });
    }
  }
}
