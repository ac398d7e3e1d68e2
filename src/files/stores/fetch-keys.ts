/** Files below an address, read range by range. */
import { InputError } from '../../errors.js';
import { type ByteRange, rangeWithin } from '../bytes/byte-range.js';
import { adviseRefusal } from '../web/refusal.js';
import { isWebPage } from '../web/remote-file.js';
import { addressBelow, isUrl, nameUrl, refuseCredentials } from '../web/web-address.js';
import { type RemoteOptions, requestBytes, type WebAnswer, WrongPartError } from '../web/web-request.js';
import type { KeyStore } from './key-store.js';
import { folderOfMark } from './open-store.js';

/** Whether an address names a store: its ending shows it, or a file that only stores have. */
export const isStoreUrl = (url: string): boolean =>
  isUrl(url) && (STORE_ADDRESS.test(url) || folderOfMark(url) !== undefined);

const STORE_ADDRESS = /^[^?#]*\.(?:zarr|n5|precomputed)(?:\/[^?#]*)?(?:\?|#|$)/i;

/** Statuses by which servers say that there is no such file; 403 says so only where `Refusals` find that it does. */
const [FORBIDDEN, NOT_FOUND] = [403, 404];
const MISSING: readonly number[] = [FORBIDDEN, NOT_FOUND];

/** Asked for where the answer counts, and not the bytes; some servers know no range of a single one. */
const FIRST_BYTES: ByteRange = { offset: 0, length: 16 };

const isMetadata = (key: string) => /(?:\.json|\/\.z\w+|\/info)$/.test(key);

/** No larger files of stores are read: chunks are bounded by 1 GiB, and descriptions are texts. */
const [METADATA_BYTES_MAX, FILE_BYTES_MAX] = [2 ** 26, 2 ** 30 + 2 ** 20];

/** No store has it. */
const ABSENT_KEY = '/.tilecast-no-such-file';

export interface FetchKeysOptions extends Omit<RemoteOptions, 'signal' | 'follow'> {
  /** The address that stands in messages; default: the one that is fetched from. */
  readonly name?: string | URL | undefined;
}

/** The files below an address, or below that of a file at a store's root; its query, by which it may be signed, goes along with each. */
export function fetchKeys(
  address: string | URL,
  { name: given = address, ...options }: FetchKeysOptions = {},
): KeyStore {
  refuseCredentials(address);
  const url = folderOfMark(String(address)) ?? address;
  const name = nameUrl(folderOfMark(String(given)) ?? given).replace(/\/+$/, '');
  const send = (key: string, range: ByteRange | undefined, signal: AbortSignal | undefined) =>
    requestBytes(
      addressBelow(url, key),
      { name, file: key, range, accept: MISSING, sizeBytesMax: isMetadata(key) ? METADATA_BYTES_MAX : FILE_BYTES_MAX },
      { ...options, ...(signal && { signal }) },
    );
  // Servers that know no last bytes of files, such as Azure's, send all of a file or the wrong part, and are asked for its size first.
  let knowsSuffixes = true;
  const locate = async (key: string, range: ByteRange, signal: AbortSignal | undefined): Promise<ByteRange> => {
    if ('offset' in range || knowsSuffixes) return range;
    const { total } = await send(key, FIRST_BYTES, signal);
    if (total === undefined) return range;
    const [start, end] = rangeWithin(range, total);
    return { offset: start, length: end - start };
  };
  const refusals = new Refusals(name, async (key) => (await send(key, FIRST_BYTES, undefined)).status);
  /** The first answer that was no success, as a message says it. */
  let firstRefusal: string | undefined;
  const ask = async (key: string, range: ByteRange | undefined, signal: AbortSignal | undefined) => {
    const answer = await send(key, range, signal);
    if (answer.status === FORBIDDEN) await refusals.check(key);
    if (MISSING.includes(answer.status)) firstRefusal ??= refusalOf(answer);
    if (MISSING.includes(answer.status)) return undefined;
    if (isWebPage(answer.bytes)) {
      throw new InputError(`${name}: the server answers with a web page for ${key}; check the address`);
    }
    refusals.readable ??= key;
    return answer;
  };
  return {
    name,
    tellRefusal: () => (refusals.readable === undefined ? firstRefusal : undefined),
    get: async (key, signal) => (await ask(key, undefined, signal))?.bytes,
    getRange: async (key, range, signal) => {
      const located = await locate(key, range, signal);
      const answer = await ask(key, located, signal).catch(async (error: unknown) => {
        if (!(error instanceof WrongPartError && 'suffixLength' in located)) throw error;
        knowsSuffixes = false;
        return ask(key, await locate(key, range, signal), signal);
      });
      if (!answer || answer.isPart) return answer?.bytes;
      // A server without ranges sends all of the file.
      if ('suffixLength' in range) knowsSuffixes = false;
      const { bytes } = answer;
      return bytes.subarray(...rangeWithin(range, bytes.length));
    },
  };
}

function refusalOf({ status, reason = '' }: WebAnswer): string {
  return `the server answers ${status}${reason} for all of it; ${adviseRefusal(status, reason)}`;
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
