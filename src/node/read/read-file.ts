/** Reads input files from disk, with one clear line for what the file system refuses. */
import { createHash, type Hash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type FileSource, InputError } from '../../index.js';
import { decodeText, FILE_LIMITS, isUrl } from '../../lab.js';
import { freeMemory, type InputMemory, inflateWithin, keepFile, openMemory } from '../host-memory.js';
import { noteReference } from './references.js';
import { REASONS, refusal } from './refusal.js';
import { sha256 } from './sha256.js';
import { isStream, nameStream, readStream } from './streams.js';
import { assertOpenedWithin, assertWithin, isConfined } from './within.js';

/** A read of more at once fails on some systems. */
const MAX_READ_BYTES = 1 << 30;

/** Opening a FIFO or some devices waits for somebody at the other end, unless it is asked not to. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The place where a file may lie. */
export interface FileBounds {
  /** Folders that the file must lie below, wherever links lead; anywhere where it is absent. */
  readonly within?: readonly string[] | undefined;
  /** Whether it is no input, but a setting of the user's or an output from before, which `--within` leaves alone. */
  readonly isOwn?: boolean | undefined;
}

/** Options of `readInputFile`. */
export interface ReadFileOptions extends FileBounds {
  /** Refuses larger files, before they are read. */
  readonly sizeBytesMax?: number;
  /** Is called with its size before it is read; throws for files that are not to be. */
  readonly admit?: ((sizeBytes: number) => void) | undefined;
}

/**
 * Opens a file for reading.
 * @param within folders that it must lie below, wherever links lead.
 * @throws InputError if it cannot be read, lies elsewhere, or is no regular file: devices, sockets and pipes may have no end.
 */
export function openInputFile(path: string, within?: readonly string[]): Promise<FileHandle> {
  return openRegular(path, { within });
}

/** Opens a file that was regular when its folder was listed: `openInputFile` with a call less of the file system. */
export function openListedFile(path: string, within?: readonly string[]): Promise<FileHandle> {
  return openRegular(path, { within, isListed: true });
}

/** Opens a regular file, which may be no input. */
export async function openRegular(
  path: string,
  { within, isOwn = false, isListed = false }: FileBounds & { readonly isListed?: boolean },
): Promise<FileHandle> {
  let file: FileHandle | undefined;
  try {
    if (!isOwn) await assertWithin(path, within);
    // Checked before it is opened, too: to open a device may do something.
    if (!isListed) refuseSpecial(path, await stat(path));
    file = await open(path, OPEN_FLAGS);
    refuseSpecial(path, await file.stat());
    if (!isOwn) await assertOpenedWithin(file, path, within);
    return file;
  } catch (cause) {
    await file?.close();
    throw refusal(path, cause);
  }
}

function refuseSpecial(path: string, status: Stats): void {
  if (status.isFile()) return;
  if (status.isDirectory()) throw new InputError(`${path}: ${REASONS['EISDIR']}`);
  throw new InputError(`${path}: is ${describeSpecial(status)} and no file; name a file`);
}

function describeSpecial(status: Stats): string {
  if (status.isFIFO()) return 'a pipe';
  return status.isSocket() ? 'a socket' : 'a device';
}

/** @throws InputError if it cannot be read, is no regular file, or larger than it may be. */
export async function readInputFile(
  path: string,
  { sizeBytesMax = Infinity, admit, ...where }: ReadFileOptions = {},
): Promise<Uint8Array> {
  const file = await openRegular(path, where);
  try {
    const { size } = await file.stat();
    if (size > sizeBytesMax) {
      throw new InputError(`${path}: has ${size} bytes; ${sizeBytesMax} are the most that are right for it`);
    }
    admit?.(size);
    const bytes = new Uint8Array(size);
    for (let done = 0; done < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, done, Math.min(MAX_READ_BYTES, bytes.length - done), done);
      if (bytesRead === 0) return bytes.subarray(0, done);
      done += bytesRead;
    }
    return bytes;
  } catch (cause) {
    throw refusal(path, cause);
  } finally {
    await file.close();
  }
}

/**
 * Reads a text that describes something: a transfer function, cameras, a matrix.
 * @throws InputError if it cannot be read, is larger than such a text is, or no UTF-8.
 */
export async function readInputText(path: string, options: ReadFileOptions = {}): Promise<string> {
  return decodeText(await readInputFile(path, { sizeBytesMax: FILE_LIMITS.textBytes, ...options }), path);
}

/** A file for a reader, and what identifies it among others. */
export interface OpenedFile {
  /** The file, as readers take it. */
  readonly source: FileSource;
  /**
   * SHA-256, in hexadecimal, of the bytes of the file, or of all files that it was made of when it was read, one after
   * another.
   */
  readonly sha256: () => Promise<string>;
  /** The paths of the files that were read, of which the first is the file's own. */
  readonly files: () => readonly string[];
  /** Its share of the memory that the user bounds. */
  readonly memory?: InputMemory | undefined;
}

/** Files that threads have begun to read. */
export interface FilesAhead {
  /** A whole file with its SHA-256, in hexadecimal, once it is read; undefined where the caller has to read it. */
  take(path: string): Promise<{ readonly bytes: Uint8Array; readonly sha256: Promise<string> } | undefined>;
  /** Its bytes from `start` on. */
  takeBytes(path: string, start: number): Promise<Uint8Array | undefined>;
}

/** Options of `openFile`. */
export interface OpenFileOptions {
  /**
   * Folders that the file, and those that it names, must lie below, symbolic links followed; anywhere where it is absent.
   */
  readonly within?: readonly string[];
  /** Hosts whose addresses may be read too, where `within` is given; redirections are not followed. */
  readonly hosts?: readonly string[] | undefined;
  /** Bytes of the user's cache folder for what is fetched of stores; default: none of it is kept. */
  readonly diskCacheBytes?: number | undefined;
  /** Larger files of the web are a `LargeFileError`; default: any are read. */
  readonly remoteBytesMax?: number | undefined;
  /** Whether it is read for its digest alone, and gone then: it takes none of the memory that is bounded. */
  readonly isPassing?: boolean | undefined;
  /** Files whose reading has begun already; for files that may lie anywhere. */
  readonly ahead?: FilesAhead | undefined;
}

/**
 * Opens a file or, unless it must lie somewhere, `-` for the standard input or an address on the web.
 * @throws InputError if it cannot be read, or lies elsewhere.
 */
export async function openFile(
  path: string,
  { within, hosts, ahead, remoteBytesMax, isPassing = false }: OpenFileOptions = {},
): Promise<OpenedFile> {
  if (within ? hosts && isUrl(path) : isStream(path)) {
    const memory = openMemory(nameStream(path));
    const stream = await readStream(path, { hosts: within && hosts, sizeBytesMax: remoteBytesMax, memory });
    const source = { ...stream, ...inflateIn(memory, stream.name) };
    return { source, sha256: () => sha256(stream.bytes), files: () => [], memory };
  }
  const memory = isPassing ? undefined : openMemory(path);
  const paths: string[] = [];
  const known = within || isConfined() ? undefined : await ahead?.take(path);
  let hash: Hash | undefined;
  const readFile = async (name: string, sizeBytesMax = Number.POSITIVE_INFINITY, admit?: ReadFileOptions['admit']) => {
    const bytes = await readInputFile(name, { sizeBytesMax, within, admit });
    paths.push(name);
    return bytes;
  };
  if (known) paths.push(path);
  const bytes = known?.bytes ?? (await readFile(path, undefined, (sizeBytes) => keepFile(memory, path, sizeBytes)));
  const readSibling = async (name: string, sizeBytesMax?: number) => {
    const sibling = isAbsolute(name) ? name : join(dirname(path), name);
    const more = await readFile(sibling, sizeBytesMax, (sizeBytes) => memory?.spend(sizeBytes, `its file ${name}`));
    if (!within && !isConfined()) noteReference(path, sibling);
    // Hashed as it goes, so that not all data files of a series stay in memory.
    hash ??= createHash('sha256').update(bytes);
    hash.update(more);
    return more;
  };
  // A thread may have failed to find it; what it was to hash is there all the same.
  const hashWhole = async () =>
    (await known?.sha256.catch(() => createHash('sha256').update(bytes).digest('hex'))) ?? sha256(bytes);
  return {
    source: { name: path, bytes, readSibling, ...inflateIn(memory, path) },
    sha256: async () => hash?.copy().digest('hex') ?? (await hashWhole()),
    files: () => paths,
    memory,
  };
}

/** The members of a source that inflate gzip data within some memory; by default within all that the machine has free. */
export function inflateIn(memory: InputMemory | undefined, name: string): Pick<FileSource, 'gunzip' | 'memory'> {
  if (memory) return { gunzip: memory.inflateBy(gunzipBounded), memory };
  const free = freeMemory(name);
  return { gunzip: inflateWithin(free, gunzipBounded), memory: free };
}

/** Measured on a 19 MB volume: 9 ms with chunks of this size, 75 ms with the default of 16 KiB. */
const GUNZIP_CHUNK_BYTES = 1 << 20;

/** Node's zlib, in a thread of its own: the web's DecompressionStream takes 130 ms for the same volume. */
export async function gunzipBounded(bytes: Uint8Array, sizeBytesMax: number): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: sizeBytesMax, chunkSize: GUNZIP_CHUNK_BYTES });
  } catch (cause) {
    const isLarger = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    const what = isLarger
      ? `make more than ${sizeBytesMax} bytes, the most for this file; if that is right, decompress it first`
      : `are broken: ${(cause as Error).message}`;
    throw new InputError(`the gzip data ${what}`, { cause });
  }
}
