/** Files and archives as sources of bytes, with a digest of all that is read of them. */
import { createHash } from 'node:crypto';
import type { ByteSource } from '../../index.js';
import { fillFrom, KeptFiles } from './kept-files.js';
import type { FoundFile } from './list-files.js';
import { type OpenFileOptions, openListedFile } from './read-file.js';
import { refusal } from './refusal.js';
import { sha256 } from './sha256.js';

/** A file that is opened for each read: a folder may have more files than a process may have open. */
export function fileSource({ path, sizeBytes }: FoundFile, reads: ReadLog, { within }: OpenFileOptions): ByteSource {
  const readInto = async (start: number, target: Uint8Array) => {
    const file = await openListedFile(path, within);
    try {
      return await fillFrom(file, start, target);
    } catch (cause) {
      throw refusal(path, cause);
    } finally {
      await file.close();
    }
  };
  const read = async (start: number, end: number) => {
    const bytes = new Uint8Array(Math.max(Math.min(end, sizeBytes) - start, 0));
    return bytes.subarray(0, await readInto(start, bytes));
  };
  return logReads({ name: path, sizeBytes, read, readInto }, reads);
}

/** An archive is kept open while its entries are read: opening it takes ten times as long as reading a small one. */
export function archiveSource({ path, sizeBytes }: FoundFile, reads: ReadLog, { within }: OpenFileOptions): ByteSource {
  const files = new KeptFiles({ most: 1, within });
  const read = async (start: number, end: number) => {
    const bytes = new Uint8Array(Math.max(Math.min(end, sizeBytes) - start, 0));
    return bytes.subarray(0, await files.readInto(path, start, bytes));
  };
  return logReads({ name: path, sizeBytes, read }, reads);
}

export function logReads(source: ByteSource, reads: ReadLog): ByteSource {
  const { name, read, readInto } = source;
  const log = (start: number, bytes: Uint8Array) => {
    reads.add(`${name} ${start}`, bytes);
    return bytes;
  };
  return {
    ...source,
    read: async (start, end) => log(start, await read(start, end)),
    readInto:
      readInto && (async (start, target) => log(start, target.subarray(0, await readInto(start, target))).length),
  };
}

/** Up to this size a digest costs less than the copy that a thread hashes. */
const AT_ONCE_BYTES = 1 << 20;

const hashAtOnce = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The digests of all reads, whose order does not matter. */
export class ReadLog {
  readonly #digests = new Map<string, string | Promise<string>>();

  add(key: string, bytes: Uint8Array): void {
    this.#digests.set(`${key} ${bytes.length}`, bytes.length > AT_ONCE_BYTES ? sha256(bytes) : hashAtOnce(bytes));
  }

  readonly sha256 = async (): Promise<string> => {
    const hash = createHash('sha256');
    for (const [, digest] of [...this.#digests].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(await digest);
    return hash.digest('hex');
  };
}
