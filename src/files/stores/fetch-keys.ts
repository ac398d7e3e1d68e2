/** Files below an address, read range by range. */
import { InputError } from '../../errors.js';
import type { ByteRange } from '../bytes/byte-range.js';
import { isWebPage } from '../web/remote-file.js';
import { addressBelow, nameUrl, refuseCredentials } from '../web/web-address.js';
import { type RemoteOptions, requestBytes } from '../web/web-request.js';
import type { KeyStore } from './key-store.js';

/** Whether an address names a store: nothing but its ending shows it. */
export const isStoreUrl = (url: string): boolean => /^https?:\/\/[^?#]*\.zarr(?:\/[^?#]*)?(?:\?|#|$)/i.test(url);

/** Statuses by which servers say that there is no such file; 403 says so only where `Refusals` find that it does. */
const [FORBIDDEN, NOT_FOUND] = [403, 404];
const MISSING: readonly number[] = [FORBIDDEN, NOT_FOUND];

/** No store has it. */
const ABSENT_KEY = '/.tilecast-no-such-file';

/** The files below an address; its query, by which it may be signed, goes along with each. */
export function fetchKeys(url: string | URL, options: Omit<RemoteOptions, 'signal' | 'follow'> = {}): KeyStore {
  refuseCredentials(url);
  const name = nameUrl(url).replace(/\/+$/, '');
  const send = (key: string, range: ByteRange | undefined, signal: AbortSignal | undefined) =>
    requestBytes(
      addressBelow(url, key),
      { name, file: key, range, accept: MISSING },
      { ...options, ...(signal && { signal }) },
    );
  const refusals = new Refusals(name, async (key) => (await send(key, { offset: 0, length: 1 }, undefined)).status);
  const ask = async (key: string, range: ByteRange | undefined, signal: AbortSignal | undefined) => {
    const answer = await send(key, range, signal);
    if (answer.status === FORBIDDEN) await refusals.check(key);
    if (MISSING.includes(answer.status)) return undefined;
    if (isWebPage(answer.bytes)) {
      throw new InputError(`${name}: the server answers with a web page for ${key}; check the address`);
    }
    refusals.readable ??= key;
    return answer;
  };
  return {
    name,
    get: async (key, signal) => (await ask(key, undefined, signal))?.bytes,
    getRange: async (key, range, signal) => {
      const answer = await ask(key, range, signal);
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
