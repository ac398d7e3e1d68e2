/** The files that a viewer is given: addresses to fetch, or dropped files, read with progress. */
import { type FileFolder, InputError, isStoreUrl } from '../../../index.js';

/** A file by its address or its contents; `name` gives the format where the contents do not. */
export interface ViewerFile {
  /** Includes the path within its folder, where it is of one. */
  readonly name: string;
  readonly source: string | URL | Blob;
  /** Bytes, where they are known before. */
  readonly sizeBytes?: number;
  /** Whether `source` is the address of a store's root, below which its files are. */
  readonly isStore?: boolean;
  /** The files of a store that was dropped or chosen, by their paths below its root. */
  readonly storeFiles?: FileFolder;
  /** Whether it holds the labels of the other volume. */
  readonly isMask?: boolean;
  /** The file or folder that the command line named it by; default: its name. */
  readonly input?: string;
}

export interface ReadProgress {
  readonly doneBytes: number;
  /** Undefined where no server said. */
  readonly totalBytes: number | undefined;
  readonly name: string;
}

/** Whoever answers with less often than this need not redraw for each piece. */
const REPORT_EVERY_BYTES = 1 << 18;

export interface ReadFollowers {
  readonly report: (progress: ReadProgress) => void;
  /** Looks at the arrived part of a file of a known size: `bytes` have its full length. Reading waits for it. */
  readonly inspect: (bytes: Uint8Array, doneBytes: number) => Promise<void>;
}

/**
 * All bytes of a file.
 * @throws InputError, one line that starts with the file's name, or the signal's reason.
 */
export async function readViewerFile(
  file: ViewerFile,
  signal: AbortSignal,
  { report, inspect }: ReadFollowers,
): Promise<Uint8Array<ArrayBuffer>> {
  const { name } = file;
  const { stream, totalBytes } = await openStream(file, signal);
  const collected = new CollectedBytes(totalBytes);
  let doneBytes = 0;
  let reportedBytes = 0;
  const reader = stream.getReader();
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) break;
      collected.push(value);
      doneBytes += value.length;
      if (doneBytes - reportedBytes >= REPORT_EVERY_BYTES) {
        report({ doneBytes, totalBytes, name });
        reportedBytes = doneBytes;
        if (collected.known) await inspect(collected.known, doneBytes);
      }
    }
  } catch (cause) {
    signal.throwIfAborted();
    throw new InputError(`${name}: cannot be read: ${(cause as Error).message}`, { cause });
  } finally {
    if (signal.aborted) await reader.cancel().catch(() => undefined);
  }
  report({ doneBytes, totalBytes: doneBytes, name });
  return collected.join();
}

/** Bytes that come piece by piece, put into one array at once where their number is known. */
class CollectedBytes {
  #known: Uint8Array<ArrayBuffer> | undefined;
  #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(totalBytes: number | undefined) {
    try {
      this.#known = totalBytes === undefined ? undefined : new Uint8Array(totalBytes);
    } catch {
      // A server may say anything.
    }
  }

  get known(): Uint8Array<ArrayBuffer> | undefined {
    return this.#known;
  }

  push(piece: Uint8Array): void {
    const end = this.#length + piece.length;
    if (this.#known && end <= this.#known.length) this.#known.set(piece, this.#length);
    else {
      if (this.#known) this.#pieces = [this.#known.subarray(0, this.#length)];
      this.#known = undefined;
      this.#pieces.push(piece);
    }
    this.#length = end;
  }

  join(): Uint8Array<ArrayBuffer> {
    return this.#known ? this.#known.subarray(0, this.#length) : join(this.#pieces, this.#length);
  }
}

async function openStream({ name, source, sizeBytes }: ViewerFile, signal: AbortSignal) {
  if (source instanceof Blob) return { stream: source.stream(), totalBytes: source.size };
  let response: Response;
  try {
    response = await fetch(source, { signal });
  } catch (cause) {
    signal.throwIfAborted();
    const { message } = cause as Error;
    throw new InputError(`${name}: cannot be fetched: ${message}; check the address, and that its server allows CORS`, {
      cause,
    });
  }
  const { ok, status, statusText, headers, body } = response;
  if (!ok || !body) {
    throw new InputError(`${name}: the server answers ${`${status} ${statusText}`.trim()}; check the address`);
  }
  const encoded = headers.has('content-encoding');
  const length = Number(headers.get('content-length') ?? Number.NaN);
  return { stream: body, totalBytes: sizeBytes ?? (encoded || !Number.isFinite(length) ? undefined : length) };
}

function join(pieces: readonly Uint8Array[], sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** The name in messages of a file at an address: without its query, which may be long or secret. */
export function fileAt(url: string | URL): ViewerFile {
  const text = String(url);
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const base = location?.href;
  const address = URL.canParse(text, base) ? new URL(text, base).href : text;
  if (isStoreUrl(address)) return { name: address.replace(/[?#].*$/s, ''), source: address, isStore: true };
  return { name: text.startsWith('data:') ? 'data URL' : text.replace(/[?#].*$/s, ''), source: url };
}
