/** Requests that follow redirections by themselves: `fetch` would take headers along to other servers. */
import { InputError } from '../../errors.js';
import { nameUrl, pageUrl, refuseCredentials } from './web-address.js';

/** Headers for an address, such as a token for its server. */
export type HeadersOf = (
  url: URL,
) => Readonly<Record<string, string>> | undefined | Promise<Readonly<Record<string, string>> | undefined>;

/** The headers of requests, and where servers may lead. */
export interface RedirectOptions {
  /** Whether a server may lead to another address; default true. */
  readonly redirects?: boolean;
  /** Called for each request, also for the addresses that servers lead to: those of other servers need headers of their own, or none. */
  readonly headersOf?: HeadersOf | undefined;
  /** Called with a refusal; whether the request is to be sent again, once, with the headers that `headersOf` has now. */
  readonly signAnew?: ((url: URL, refusal: Response) => Promise<boolean>) | undefined;
  /** Looks at an address that a server leads to, before it is asked. @throws InputError where it may not be. */
  readonly checkRedirect?: ((to: URL, from: URL) => void) | undefined;
}

const REDIRECTS_MAX = 10;

/** Sends a request, and again to where the server leads. @throws InputError for an address that it may not lead to. */
export async function followRedirects(
  address: string | URL,
  sent: Readonly<Record<string, string>>,
  signal: AbortSignal,
  { redirects = true, headersOf, signAnew, checkRedirect }: RedirectOptions,
): Promise<Response> {
  let url = address;
  let isSignedAnew = false;
  for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
    const own = headersOf && (await headersOf(new URL(url, pageUrl())));
    const headers = { ...own, ...sent };
    const response = await fetch(url, { signal, redirect: 'manual', headers });
    if (response.type === 'opaqueredirect') {
      throw new InputError('the server leads to another address, to which no headers are sent; name that one');
    }
    const location = response.headers.get('location');
    const isRefused = location === null && !response.ok;
    if (isRefused && !isSignedAnew && (await signAnew?.(new URL(url, pageUrl()), response))) {
      isSignedAnew = true;
      await response.body?.cancel();
      continue;
    }
    if (!redirects || location === null || response.status < 300 || response.status >= 400) return response;
    await response.body?.cancel();
    const from = new URL(url, pageUrl());
    const next = new URL(location, from);
    refuseCredentials(next);
    const isWeb = next.protocol === 'https:' || (next.protocol === 'http:' && from.protocol === 'http:');
    if (!isWeb) throw new InputError(`the server leads to ${nameUrl(next)}, which is not encrypted; check the address`);
    checkRedirect?.(next, from);
    url = next;
  }
  throw new InputError(`the server leads from address to address, ${REDIRECTS_MAX} times; check the address`);
}
