/** The user's headers for servers: who gets which. One for the whole process, so that no reader can be forgotten. */
import { type HeadersOf, InputError } from '../../index.js';
import { hideSecret, withoutDicomWeb } from '../../lab.js';
import { bucketHeadersOf } from './buckets.js';

/** The variable with headers for all commands, services and workers, one a line, each behind its server. */
const VARIABLE = 'TILECAST_HTTP_HEADERS';

interface ServerHeader {
  /** Scheme, host and port of the only server that gets it. */
  readonly origin: string;
  readonly name: string;
  readonly value: string;
}

let given: readonly ServerHeader[] = [];
let known: { readonly text: string; readonly headers: readonly ServerHeader[] } | undefined;

/**
 * Has requests of the process take headers along from now on.
 * @param texts `Name: value` for the server of the inputs, or `https://server Name: value`.
 * @param inputs as the user names them.
 * @throws InputError for what is no header, and for one whose server is not clear.
 */
export function useHeaders(texts: readonly string[], inputs: readonly string[]): void {
  const origins = new Set(
    inputs
      .map(withoutDicomWeb)
      .flatMap((input) => (/^https?:/i.test(input) && URL.canParse(input) ? [originOf(input)] : [])),
  );
  given = texts.map((text) => parseHeader('--header', text, [...origins]));
}

/** The headers for an address: those that its bucket asks for, and of the user's those for its server. */
export const headersOf: HeadersOf = async (url) => {
  const own = [...headersOfVariable(), ...given].filter(({ origin }) => origin === url.origin);
  return { ...(await bucketHeadersOf(url)), ...Object.fromEntries(own.map(({ name, value }) => [name, value])) };
};

/** Whether requests to an address need headers, which a page cannot send. */
export const needsHeaders = async (url: URL): Promise<boolean> => Object.keys((await headersOf(url))!).length > 0;

function headersOfVariable(): readonly ServerHeader[] {
  const text = process.env[VARIABLE] ?? '';
  if (known?.text !== text) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    known = { text, headers: lines.map((line) => parseHeader(VARIABLE, line, [])) };
  }
  return known.headers;
}

const originOf = (address: string) => new URL(address).origin;

const EXAMPLE = "'Authorization: Bearer TOKEN'";

/** Names that are tilecast's or the connection's to say. */
const RESERVED = /^(host|range|connection|content-.*|transfer-encoding|accept-encoding|if-.*)$/i;

function parseHeader(option: string, text: string, origins: readonly string[]): ServerHeader {
  const [, server, name, value] =
    /^\s*(?:(https?:\/\/\S+)\s+)?([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e]*?)\s*$/i.exec(text) ?? [];
  // The text itself may be a secret, and is not quoted.
  if (name === undefined || value === undefined || value === '') {
    throw new InputError(
      `${option}: is no header; ${EXAMPLE} would be one, or with its server 'https://host ${EXAMPLE.slice(1)}`,
    );
  }
  hideSecret(value);
  hideSecret(value.replace(/^(bearer|basic|token)\s+/i, ''));
  if (RESERVED.test(name)) throw new InputError(`${option}: ${name} is said by tilecast itself`);
  if (server !== undefined && !URL.canParse(server)) throw new InputError(`${option}: its server is no address`);
  const origin = server === undefined ? origins[0] : originOf(server);
  if (origin === undefined) {
    throw new InputError(
      `${option}: ${name} is for no address among the inputs; name its server: 'https://host ${name}: …'`,
    );
  }
  if (server === undefined && origins.length > 1) {
    throw new InputError(
      `${option}: the inputs are at ${origins.join(' and ')}; name the server that gets ${name}: '${origin} ${name}: …'`,
    );
  }
  return { origin, name, value };
}
