/**
 * The one way in which files of the web are read: with `fetch`, again where a failure may pass, up to a time without bytes, and
 * with headers that no other server gets.
 */
import { InputError } from '../../errors.js';
import type { ByteRange } from '../bytes/byte-range.js';
import { webAddress } from './bucket-address.js';
import { CollectedBytes } from './collected-bytes.js';
import type { RedirectOptions } from './follow-redirects.js';
import { PassingFailure, Patience, pause, RETRIES_MAX } from './passing-failure.js';
import { recordOf, type ServerPace, type ServerRecord } from './server-record.js';
import { StallWatch } from './stall-watch.js';
import { nameUrl, pageUrl, refuseCredentials } from './web-address.js';

/** Options of requests: headers, limits and tries. */
export interface RemoteOptions extends RedirectOptions {
  /** Stops the download; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** A server that sends next to nothing for so long is asked again, and then given up. */
  readonly stallMs?: number;
  /** How often a request is sent again after a failure that may pass, 3 times at most. */
  readonly retries?: number;
  /** The name of an address in messages; undefined for those that are named by themselves, without their query. */
  readonly nameOf?: ((url: URL) => string | undefined) | undefined;
  /** Called as bytes come; reading waits for it. */
  readonly follow?: ((progress: BodyProgress) => void | Promise<void>) | undefined;
  /** Called with the pace of all that the server sends, after 2, 4, 8, 16, … times `stallMs` of receiving. */
  readonly followPace?: ((pace: ServerPace) => void) | undefined;
}

/** Defaults of `RemoteOptions`. */
export const REMOTE_DEFAULTS = { stallMs: 20_000, retries: RETRIES_MAX } as const;

/** The part of an answer that has come. */
export interface BodyProgress {
  /** Bytes that have arrived. */
  readonly doneBytes: number;
  /** Undefined where no server said. */
  readonly totalBytes: number | undefined;
  /** All bytes, of which those from `doneBytes` on have not come; undefined where their number is not known. */
  readonly whole: Uint8Array<ArrayBuffer> | undefined;
}

export interface WebRequest {
  readonly range?: ByteRange | undefined;
  /** Statuses besides those of success that the caller understands, such as 404; of their bodies nothing but a reason is read. */
  readonly accept?: readonly number[];
  /** Larger files are not read, if their server says how large they are; default: any. */
  readonly sizeBytesMax?: number | undefined;
  /** Types of the answer that the caller understands, as a header says them; default: any. */
  readonly mediaType?: string | undefined;
  /** A name for the file, such as its path in a store, in messages behind the address. */
  readonly file?: string | undefined;
  /** The address in messages; default: its own without its query. */
  readonly name?: string | undefined;
}

export interface WebAnswer {
  readonly status: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** As the server says it; empty where it does not. */
  readonly contentType: string;
  /** Whether the bytes are the range that was asked for, and no more. */
  readonly isPart: boolean;
  /** Bytes of the whole file; undefined where an answer with a part of it does not say. */
  readonly total: number | undefined;
  /** The address that redirections led to. */
  readonly finalUrl: string;
  /** A text that changes when the file does, where the server has one. */
  readonly version: string | undefined;
  /** The server's reason for a status that is none of success, in parentheses; empty where it gives none. */
  readonly reason?: string | undefined;
}

/** A file is larger than it may be. */
export class LargeFileError extends InputError {}

/** A server answers with another part of a file than the one that was asked for. */
export class WrongPartError extends InputError {}

/** More than any engine holds in one array: a server that sends more is endless. */
const BODY_BYTES_MAX = 2 ** 33;

/** Bytes that must have come since the last try for its failure to be forgotten. */
const PROGRESS_BYTES = 2 ** 20;

/** @throws InputError, one line that starts with the address, or the signal's reason. */
export async function requestBytes(
  url: string | URL,
  request: WebRequest = {},
  options: RemoteOptions = {},
): Promise<WebAnswer> {
  refuseCredentials(url);
  const { signal } = options;
  const name = request.name ?? nameRemote(url, options);
  const { retries = REMOTE_DEFAULTS.retries, stallMs = REMOTE_DEFAULTS.stallMs } = options;
  const address = webAddress(url);
  const record = recordOf(originOf(address), stallMs);
  let patience = new Patience(retries, record);
  let begunBytes = 0;
  const download = new Download(address, request, options, record);
  for (;;) {
    signal?.throwIfAborted();
    let sentMs = performance.now();
    try {
      const answer = await download.run();
      if (patience.tries === 0) record.forgive();
      return answer;
    } catch (cause) {
      signal?.throwIfAborted();
      if (!(cause instanceof PassingFailure)) throw named(name, cause);
      // A line that breaks again and again brings large files all the same.
      if (download.begunBytes - begunBytes >= PROGRESS_BYTES) {
        patience = new Patience(retries, record);
        sentMs = performance.now();
        record.forgive();
      }
      begunBytes = download.begunBytes;
      const waitMs = patience.nextMs(cause, sentMs);
      if (waitMs === undefined) {
        record.forgive();
        throw giveUp(name, request, cause, patience);
      }
      await pause(waitMs, signal);
    }
  }
}

/** The name of an address in messages. */
export const nameRemote = (url: string | URL, { nameOf }: RemoteOptions): string =>
  (nameOf && URL.canParse(String(url), pageUrl()) ? nameOf(new URL(url, pageUrl())) : undefined) ?? nameUrl(url);

function named(name: string, cause: unknown): unknown {
  if (!(cause instanceof InputError)) return cause;
  const Kind = [WrongPartError, LargeFileError].find((kind) => cause instanceof kind) ?? InputError;
  return new Kind(`${name}: ${cause.message}`, { cause });
}

function giveUp(name: string, { file }: WebRequest, failure: PassingFailure, patience: Patience): InputError {
  const { message, afterMs, advice } = failure;
  const asked = afterMs > 1000 ? `, and asks to be left alone for ${Math.ceil(afterMs / 1000)} s` : '';
  const { tries, isOfServer } = patience;
  const times = isOfServer ? ', again and again' : tries > 1 ? `, ${tries} times` : '';
  const what = file === undefined ? '' : ` for ${file}`;
  return new InputError(`${name}: ${message}${what}${asked}${times}; ${advice}`, { cause: failure });
}

/** A file, or a range of it, and as much of it as has come. */
class Download {
  readonly #url: string | URL;
  readonly #request: WebRequest;
  readonly #options: RemoteOptions;
  readonly #record: ServerRecord;
  readonly #bytesMax: number;
  /** Bytes of a whole file that came before the line broke, to go on from. */
  #begun: { readonly body: CollectedBytes; readonly total: number; readonly version: string } | undefined;

  constructor(url: string | URL, request: WebRequest, options: RemoteOptions, record: ServerRecord) {
    this.#url = url;
    this.#request = request;
    this.#options = options;
    this.#record = record;
    this.#bytesMax = request.sizeBytesMax ?? BODY_BYTES_MAX;
  }

  /** @throws PassingFailure, or InputError without the address. */
  async run(): Promise<WebAnswer> {
    const { signal, stallMs = REMOTE_DEFAULTS.stallMs, followPace } = this.#options;
    const watch = new StallWatch(stallMs, signal, this.#record, followPace);
    try {
      return await this.#read(watch);
    } catch (cause) {
      throw watch.failure ?? toFailure(cause);
    } finally {
      watch.stop();
    }
  }

  /** Bytes that have come, to go on from. */
  get begunBytes(): number {
    return this.#begun?.body.length ?? 0;
  }

  /** The file, behind what is said of it. */
  get #what(): string {
    const { file } = this.#request;
    return file === undefined ? '' : ` for ${file}`;
  }

  async #read(watch: StallWatch): Promise<WebAnswer> {
    const { range, accept = [] } = this.#request;
    const from = this.#begun?.body.length;
    const sent = range ? headerOf(range) : from ? `bytes=${from}-` : undefined;
    const { mediaType } = this.#request;
    const headers = {
      ...(sent !== undefined && { range: sent }),
      ...(mediaType !== undefined && { accept: mediaType }),
    };
    const response = await send(this.#url, headers, watch.signal, this.#options);
    watch.hear(0);
    const { status, url: finalUrl } = response;
    const version = versionOf(response);
    const contentType = response.headers.get('content-type') ?? '';
    const answer = { status, contentType, finalUrl, version };
    if (accept.includes(status)) {
      const reason = await (await loadRefusal()).findReason(response);
      return { ...answer, bytes: new Uint8Array(), isPart: false, total: undefined, reason };
    }
    if (!response.ok || (status === 206 && sent === undefined))
      throw await (await loadRefusal()).explainRefusal(response, this.#request.file);
    if (range && status === 206) {
      const total = readTotal(response, range);
      const [start, end] = wantedOf(range, total);
      const body = await this.#collect(response, new CollectedBytes(end - start), watch);
      return { ...answer, bytes: checkLength(body, range, total), isPart: true, total };
    }
    const bytes = await this.#readWhole(response, watch);
    return { ...answer, bytes, isPart: false, total: bytes.length };
  }

  async #readWhole(response: Response, watch: StallWatch): Promise<Uint8Array<ArrayBuffer>> {
    const version = versionOf(response);
    const begun = this.#begun;
    this.#begun = undefined;
    if (begun && response.status === 206) {
      const start = { offset: begun.body.length, length: begun.total - begun.body.length };
      const isSame = version === begun.version && readTotal(response, start) === begun.total;
      if (!isSame) throw new PassingFailure('the file changed while it was read');
      return this.#finish(response, begun.body, begun.total, watch);
    }
    const total = lengthOf(response);
    if (total !== undefined && total > this.#bytesMax) {
      await response.body?.cancel();
      throw new LargeFileError(`has ${total} bytes; ${this.#bytesMax} are the most that are read at once`);
    }
    return this.#finish(response, new CollectedBytes(total), total, watch);
  }

  async #finish(
    response: Response,
    body: CollectedBytes,
    total: number | undefined,
    watch: StallWatch,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const version = versionOf(response);
    try {
      await this.#collect(response, body, watch);
    } catch (cause) {
      const canGoOn = total !== undefined && version !== undefined && body.length > 0 && body.length < total;
      if (canGoOn && !this.#request.range) this.#begun = { body, total, version };
      throw cause;
    }
    if (total !== undefined && total !== body.length) {
      throw new PassingFailure(`the server sends ${body.length} bytes, but said ${total}`);
    }
    return body.join();
  }

  async #collect(response: Response, body: CollectedBytes, watch: StallWatch): Promise<CollectedBytes> {
    const { follow: report } = this.#options;
    const totalBytes = body.whole?.length;
    const mostBytes = totalBytes ?? this.#bytesMax;
    const reader = response.body?.getReader();
    while (reader) {
      const { value } = await reader.read();
      if (!value) break;
      watch.take(value.length);
      body.push(value);
      if (body.length > mostBytes) {
        await reader.cancel();
        throw new InputError(`the server sends more than ${mostBytes} bytes${this.#what}`);
      }
      if (!report) continue;
      watch.stop();
      await report({ doneBytes: body.length, totalBytes, whole: body.whole });
      watch.goOn();
    }
    return body;
  }
}

/** Sends a request as `fetch` does, unless the caller has headers, or a say in where servers lead. */
async function send(
  url: string | URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  options: RedirectOptions,
): Promise<Response> {
  const { redirects, headersOf, checkRedirect } = options;
  if (redirects !== false && !headersOf && !checkRedirect) return fetch(url, { signal, headers });
  // Loaded when needed, so that pages start without it.
  const { followRedirects } = await import('./follow-redirects.js');
  return followRedirects(url, headers, signal, options);
}

/** Empty for an address relative to the page's. */
const originOf = (url: string | URL) => /^[a-z+.-]+:\/\/[^/?#]*/i.exec(String(url))?.[0] ?? '';

const headerOf = (range: ByteRange) =>
  'suffixLength' in range ? `bytes=-${range.suffixLength}` : `bytes=${range.offset}-${range.offset + range.length - 1}`;

/** Bytes that a body is said to have; compressed ones are not those that come out. */
function lengthOf({ headers }: Response): number | undefined {
  const length = headers.get('content-length');
  return length === null || headers.has('content-encoding') ? undefined : Number(length);
}

const versionOf = ({ headers }: Response) => headers.get('etag') ?? headers.get('last-modified') ?? undefined;

/** Loaded with the first refusal, so that pages start without it. */
const loadRefusal = () => import('./refusal.js');

/** Bytes of the whole file by an answer that must be the requested range; undefined where it says none. */
function readTotal(response: Response, range: ByteRange): number | undefined {
  const text = response.headers.get('content-range');
  // Servers of other sites need not show it to pages.
  if (text === null && response.type === 'cors') return undefined;
  const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(text ?? '') ?? [];
  const total = size === undefined || size === '*' ? undefined : Number(size);
  const [start, end] = wantedOf(range, total);
  if (Number(from) === start && Number(to) + 1 === end) return total;
  throw wrongPart(text, range);
}

/** The bytes of a part, if they are as many as were asked for. */
function checkLength(body: CollectedBytes, range: ByteRange, total: number | undefined): Uint8Array<ArrayBuffer> {
  const [start, end] = wantedOf(range, total);
  if (body.length === end - start) return body.join();
  throw new PassingFailure(`the server sends ${body.length} of the ${end - start} bytes that it said`);
}

/** The place of a range, at least of one whose file's size is not known. */
const wantedOf = (range: ByteRange, total: number | undefined): readonly [number, number] =>
  'suffixLength' in range
    ? total === undefined
      ? [0, range.suffixLength]
      : [Math.max(total - range.suffixLength, 0), total]
    : [range.offset, Math.min(range.offset + range.length, total ?? Number.POSITIVE_INFINITY)];

const wrongPart = (text: string | null, range: ByteRange) =>
  new WrongPartError(
    `the server answers with ${text === null ? 'no range' : `"${text.slice(0, 60)}"`} where ${headerOf(range).replace('=', ' ')} were asked for`,
  );

function toFailure(error: unknown): Error {
  if (error instanceof InputError || error instanceof PassingFailure) return error;
  const { message, cause } = error as Error;
  const deeper = cause instanceof Error ? cause.message : '';
  const why = (deeper === '' ? message : `${message}, ${deeper}`).split('\n', 1)[0]!;
  const text = `cannot be fetched: ${why}`;
  const advice = 'check the address, and that its server allows CORS';
  if (REFUSALS.test(why)) return new InputError(`${text}; ${advice}`, { cause: error });
  return new PassingFailure(text, { cause: error, advice });
}

/** Failures that no other try changes. */
const REFUSALS = /ENOTFOUND|ECONNREFUSED|CERT|certificate|self-signed|redirect count|invalid|Invalid|bad port/;
