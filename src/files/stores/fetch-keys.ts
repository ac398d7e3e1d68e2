/** Files below an address, with `fetch` alone. */
import { InputError } from '../../errors.js';
import { nameUrl } from '../bytes/remote.js';
import type { ByteRange, KeyStore } from './key-store.js';

/** Whether an address names a store: nothing but its ending shows it. */
export const isStoreUrl = (url: string): boolean => /^https?:\/\/[^?#]*\.zarr(?:\/[^?#]*)?$/i.test(url);

/** Statuses by which servers say that there is no such file; buckets that may not be listed answer 403. */
const MISSING: readonly number[] = [403, 404];

/** Waits between tries, in milliseconds: a server that is busy or a line that breaks often answers the next time. */
const RETRY_MS = [200, 800, 3200] as const;

/**
 * The files below an address, which are requested again where a server is busy or a connection breaks.
 * @param options.redirects Whether the server may lead to other addresses; default true.
 */
export function fetchKeys(url: string | URL, { redirects = true }: { readonly redirects?: boolean } = {}): KeyStore {
  const root = String(url).replace(/\/+$/, '');
  const name = nameUrl(root);
  const ask = async (key: string, headers: Record<string, string>, signal: AbortSignal | undefined) => {
    const answer = await fetchWithRetries(name, root, key, {
      headers,
      signal: signal ?? null,
      redirect: redirects ? 'follow' : 'manual',
    });
    if (MISSING.includes(answer.status)) return undefined;
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
