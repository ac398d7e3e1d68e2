/** Files below an address, with `fetch` alone. */
import { InputError } from '../../errors.js';
import { nameUrl, refuseCredentials } from '../bytes/remote.js';
import type { ByteRange, KeyStore } from './key-store.js';

/** Whether an address names a store: nothing but its ending shows it. */
export const isStoreUrl = (url: string): boolean => /^https?:\/\/[^?#]*\.zarr(?:\/[^?#]*)?$/i.test(url);

/** Statuses by which servers say that there is no such file; 403 says so only where `Refusals` find that it does. */
const [FORBIDDEN, NOT_FOUND] = [403, 404];
const MISSING: readonly number[] = [FORBIDDEN, NOT_FOUND];

/** No store has it. */
const ABSENT_KEY = '/.tilecast-no-such-file';

/** Waits between tries, in milliseconds: a server that is busy or a line that breaks often answers the next time. */
const RETRY_MS = [200, 800, 3200] as const;

/**
 * The files below an address, which are requested again where a server is busy or a connection breaks.
 * @param options.redirects Whether the server may lead to other addresses; default true.
 */
export function fetchKeys(url: string | URL, { redirects = true }: { readonly redirects?: boolean } = {}): KeyStore {
  refuseCredentials(url);
  const root = String(url).replace(/\/+$/, '');
  const name = nameUrl(root);
  const send = (key: string, headers: Record<string, string>, signal: AbortSignal | undefined) =>
    fetchWithRetries(name, root, key, { headers, signal: signal ?? null, redirect: redirects ? 'follow' : 'manual' });
  const refusals = new Refusals(name, async (key) => {
    const answer = await send(key, { range: 'bytes=0-0' }, undefined);
    await answer.body?.cancel();
    return answer.status;
  });
  const ask = async (key: string, headers: Record<string, string>, signal: AbortSignal | undefined) => {
    const answer = await send(key, headers, signal);
    if (answer.status === FORBIDDEN) await refusals.check(key);
    if (MISSING.includes(answer.status)) return undefined;
    refusals.readable ??= key;
    return { bytes: new Uint8Array(await answer.arrayBuffer()), isPart: answer.status === 206 };
  };
  return {
    name,
    get: async (key, signal) => (await ask(key, {}, signal))?.bytes,
    getRange: async (key, range, signal) => {
      const answer = await ask(key, { range: headerOf(range) }, signal);
      if (!answer || answer.isPart) return answer?.bytes;
      // A server without ranges sends all of the file.
      const { bytes } = answer;
      return 'suffixLength' in range
        ? bytes.subarray(-range.suffixLength)
        : bytes.subarray(range.offset, range.offset + range.length);
    },
  };
}

/**
 * The meaning of a server's 403. Buckets that may not be listed answer it for files that are not there, and any server for files
 * that are no longer to be read, which would look like empty space: a file that was read before, and one that is not there, tell
 * the two apart.
 */
class Refusals {
  readonly #name: string;
  readonly #statusOf: (key: string) => Promise<number>;
  /** A file that was read: one of metadata, which come first. */
  readable: string | undefined;
  #absent: Promise<number> | undefined;
  #checked: { readonly atMs: number; readonly status: Promise<number> } | undefined;

  constructor(name: string, statusOf: (key: string) => Promise<number>) {
    this.#name = name;
    this.#statusOf = statusOf;
  }

  /** @throws InputError unless a 403 for the file means that it is not there. */
  async check(key: string): Promise<void> {
    // Without anything that could be read, whoever opens the store says that there is none.
    if (this.readable === undefined) return;
    const nowMs = performance.now();
    if (!this.#checked || nowMs - this.#checked.atMs > CHECKED_MS) {
      this.#checked = { atMs: nowMs, status: this.#statusOf(this.readable) };
    }
    if ((await this.#checked.status) === FORBIDDEN) {
      throw new InputError(
        `${this.#name}: may no longer be read: the server answers 403 for ${key} and for what it gave before`,
      );
    }
    this.#absent ??= this.#statusOf(ABSENT_KEY);
    if ((await this.#absent) === FORBIDDEN) return;
    throw new InputError(`${this.#name}: the server answers 403 for ${key}: it is there, and may not be read`);
  }
}

/** Permissions that end, end for good. */
const CHECKED_MS = 1000;

const headerOf = (range: ByteRange) =>
  'suffixLength' in range ? `bytes=-${range.suffixLength}` : `bytes=${range.offset}-${range.offset + range.length - 1}`;

async function fetchWithRetries(name: string, root: string, key: string, init: RequestInit): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const waitMs = RETRY_MS[tries];
    try {
      const response = await fetch(`${root}${key}`, init);
      if (response.ok || MISSING.includes(response.status)) return response;
      if (response.status < 500 || waitMs === undefined) {
        throw new InputError(`${name}: the server answers ${response.status} for ${key}; check the address`);
      }
    } catch (cause) {
      init.signal?.throwIfAborted();
      if (cause instanceof InputError) throw cause;
      if (waitMs === undefined) {
        throw new InputError(`${name}: ${key} cannot be fetched: ${(cause as Error).message}; check the address`, {
          cause,
        });
      }
    }
    await pause(waitMs!, init.signal);
  }
}

/** @throws the signal's reason. */
async function pause(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  signal?.throwIfAborted();
}
