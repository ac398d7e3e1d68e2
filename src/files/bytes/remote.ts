/** Files on the web, with `fetch` alone: whole, or range by range where that saves. */
import { InputError } from '../../errors.js';
import type { ByteSource } from './byte-source.js';
import { concatenateBytes } from './data-bytes.js';

export interface RemoteOptions {
  /** Stops the download; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** A server that sends nothing for so long is given up. */
  readonly stallMs?: number;
  /** Whether a server may lead to another address; default true. */
  readonly redirects?: boolean;
}

export const REMOTE_DEFAULTS = { stallMs: 30_000 } as const;

export interface RemoteFile {
  readonly bytes: Uint8Array;
  /** The address that redirections led to. */
  readonly finalUrl: string;
}

/** More than any engine holds in one array: a server that sends more is endless. */
const BODY_BYTES_MAX = 2 ** 33;

/** Each range is this large at least, so that neighbours cost one request. */
const RANGE_BYTES_MIN = 1 << 20;

/** Whether a path is an address on the web. */
export const isUrl = (path: string) => /^https?:\/\//i.test(path);

/** The address in messages, and whose ending names the format: without its query, which may be long or secret, user and password. */
export function nameUrl(url: string | URL): string {
  const text = String(url);
  return text.startsWith('data:') ? 'data URL' : text.replace(/[?#].*$/s, '').replace(CREDENTIALS, '$1');
}

/** User and password of an address. */
const CREDENTIALS = /^([a-z][a-z\d+.-]*:\/*)[^/]*@/i;

/** @throws InputError for an address with a user or a password: `fetch` sends none, and they would end up in files and messages. */
export function refuseCredentials(url: string | URL): void {
  if (CREDENTIALS.test(String(url).replace(/[?#].*$/s, ''))) {
    throw new InputError(
      `${nameUrl(url)}: the address holds a user or a password, which are not sent; one that is signed in its query would be right`,
    );
  }
}

/** @throws InputError, one line that starts with the address, if it cannot be fetched or is a web page. */
export async function fetchRemote(url: string | URL, options: RemoteOptions = {}): Promise<RemoteFile> {
  const { bytes, response } = await request(url, undefined, options);
  return { bytes, finalUrl: response.url };
}

/**
 * A file of which only those ranges are fetched that are read; the whole of it where the server knows no ranges.
 * @throws InputError, one line that starts with the address, if it cannot be fetched or is a web page.
 */
export async function openRemote(url: string | URL, options: RemoteOptions = {}): Promise<ByteSource> {
  const name = nameUrl(url);
  const first = await request(url, [0, RANGE_BYTES_MIN], options);
  const sizeBytes = first.total ?? first.bytes.length;
  let start = 0;
  let kept = first.bytes;
  return {
    name,
    sizeBytes,
    read: async (from, to) => {
      const end = Math.min(to, sizeBytes);
      if (from >= end) return new Uint8Array();
      if (from < start || end > start + kept.length) {
        const wanted = [from, Math.min(Math.max(end, from + RANGE_BYTES_MIN), sizeBytes)] as const;
        const { bytes, total } = await request(url, wanted, options);
        if (total !== sizeBytes) throw new InputError(`${name}: changed while it was read; try again`);
        start = from;
        kept = bytes;
      }
      return kept.subarray(from - start, end - start);
    },
  };
}

type Range = readonly [start: number, end: number];

interface Answer {
  readonly bytes: Uint8Array;
  readonly response: Response;
  /** Bytes of the whole file, where the answer is a part of it. */
  readonly total: number | undefined;
}

async function request(url: string | URL, range: Range | undefined, options: RemoteOptions): Promise<Answer> {
  const name = nameUrl(url);
  refuseCredentials(url);
  const { signal, stallMs = REMOTE_DEFAULTS.stallMs, redirects = true } = options;
  const watch = new StallWatch(stallMs, signal);
  try {
    const headers = range && { range: `bytes=${range[0]}-${range[1] - 1}` };
    const redirect = redirects ? 'follow' : 'manual';
    const response = await fetch(url, { signal: watch.signal, redirect, ...(headers && { headers }) });
    const { ok, status, statusText } = response;
    if (!ok) throw new InputError(`${name}: the server answers ${`${status} ${statusText}`.trim()}; check the address`);
    const bytes = await readBody(response, name, watch);
    if (isWebPage(bytes)) throw new InputError(`${name}: the server answers with a web page; check the address`);
    const partial = range && status === 206;
    return { bytes, response, total: partial ? checkRange(response, bytes, range, name) : undefined };
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof InputError) throw cause;
    if (watch.stalled) {
      throw new InputError(`${name}: the server sends nothing for ${stallMs / 1000} s; try again later`, { cause });
    }
    const why = reasonOf(cause);
    throw new InputError(`${name}: cannot be fetched: ${why}; check the address, and that its server allows CORS`, {
      cause,
    });
  } finally {
    watch.stop();
  }
}

/** Aborts a stalled download. */
class StallWatch {
  stalled = false;
  readonly #controller = new AbortController();
  readonly #stallMs: number;
  readonly signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(stallMs: number, signal: AbortSignal | undefined) {
    this.#stallMs = stallMs;
    this.signal = signal ? AbortSignal.any([signal, this.#controller.signal]) : this.#controller.signal;
    this.goOn();
  }

  goOn(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.stalled = true;
      this.#controller.abort();
    }, this.#stallMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

async function readBody(response: Response, name: string, watch: StallWatch): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  while (reader) {
    const { value } = await reader.read();
    if (!value) break;
    watch.goOn();
    chunks.push(value);
    sizeBytes += value.length;
    if (sizeBytes > BODY_BYTES_MAX) {
      await reader.cancel();
      throw new InputError(`${name}: the server sends more than the ${BODY_BYTES_MAX} bytes that can be held`);
    }
  }
  const claimed = response.headers.get('content-length');
  const encoded = response.headers.get('content-encoding');
  if (claimed !== null && encoded === null && Number(claimed) !== sizeBytes) {
    throw new InputError(`${name}: the server sends ${sizeBytes} bytes, but said ${claimed}; try again`);
  }
  return concatenateBytes(chunks);
}

/** The size of the whole file, from an answer that must be the requested range, or its start at the file's end. */
function checkRange(response: Response, bytes: Uint8Array, [start, end]: Range, name: string): number {
  const text = response.headers.get('content-range') ?? '';
  const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(text) ?? [];
  const right =
    Number(from) === start &&
    Number(to) + 1 === Math.min(end, Number(total)) &&
    bytes.length === Number(to) + 1 - start;
  if (right) return Number(total);
  throw new InputError(
    `${name}: the server answers with ${bytes.length} bytes as "${text.slice(0, 60)}" where bytes ${start}-${end - 1} were asked for`,
  );
}

/** Servers of single-page applications answer with their page where they have no such file. */
function isWebPage(bytes: Uint8Array): boolean {
  return /^\s*<(!doctype html|html)\b/i.test(new TextDecoder().decode(bytes.subarray(0, 64)));
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const deeper = cause instanceof Error ? cause.message : '';
  return (deeper === '' ? message : `${message}, ${deeper}`).split('\n', 1)[0]!;
}
