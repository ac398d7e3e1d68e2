/** Refusals of servers: the reason that they give, and the error that follows. */
import { InputError } from '../../errors.js';
import { PassingFailure } from './passing-failure.js';

/** Advice for answers by which a server asks who the user is. */
const PRIVATE_HINT = 'check the address, and what it asks for: a token as --header, keys, or a signed address';

/** Statuses of servers that are busy, or have failed. */
const PASSING: readonly number[] = [408, 425, 429, 500, 502, 503, 504];

/** Bytes of an answer that have the reason, if it has one. */
const READ_BYTES_MAX = 2 ** 14;

/** Printable, and no longer than a line takes. */
const [CODE, MESSAGE] = [/<Code>([A-Za-z.]{1,60})<\/Code>/, /<Message>([^<>\p{C}]{1,200}?)\.?<\/Message>/u];
/** The server of a bucket that is elsewhere, which a message refers to. */
const ENDPOINT = /<Endpoint>([\w.:-]{1,200})<\/Endpoint>/;

/** Code and message by which servers of buckets explain a refusal, in parentheses; empty for other servers. */
export async function findReason(response: Response): Promise<string> {
  if (!/\bxml\b/i.test(response.headers.get('content-type') ?? '')) {
    await response.body?.cancel();
    return '';
  }
  const text = await readStart(response);
  const [code, message, endpoint] = [CODE, MESSAGE, ENDPOINT].map((pattern) => pattern.exec(text)?.[1]);
  if (code === undefined) return '';
  const said = message?.replaceAll('&apos;', "'").replaceAll('&quot;', '"');
  return ` (${[code, said, endpoint].filter((part) => part !== undefined).join(': ')})`;
}

/**
 * Why an answer is no use: it refuses, or is a part that nobody asked for.
 * @param file the name of the file that was asked for, where the message's beginning does not name it.
 */
export async function explainRefusal(response: Response, file: string | undefined): Promise<Error> {
  const { ok, status, statusText, headers } = response;
  if (ok) return new InputError('the server sends a part of the file, unasked; check the address');
  const reason = await findReason(response);
  const answer = `the server answers ${`${status} ${statusText}`.trim()}${reason}`;
  if (PASSING.includes(status)) {
    return new PassingFailure(answer, { afterMs: parseRetryAfter(headers.get('retry-after')) });
  }
  const what = file === undefined ? '' : ` for ${file}`;
  return new InputError(`${answer}${what}; ${adviseRefusal(status, reason, headers)}`);
}

/** Advice by the reasons that servers of buckets give: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html. */
const REASON_ADVICE: readonly (readonly [reason: RegExp, advice: string])[] = [
  [/^ \(RequestTimeTooSkewed/, 'set the clock of this machine'],
  [/^ \((?:ExpiredToken|InvalidToken)/, 'renew AWS_SESSION_TOKEN'],
  [/^ \((?:InvalidAccessKeyId|SignatureDoesNotMatch)/, 'check the keys, or the signed address'],
  [/^ \((?:AccessDenied: Request has expired|AuthorizationQueryParametersError)/, 'have the address signed anew'],
];

/** A code of a request that went to another region than the bucket's. */
const OTHER_REGION = /^ \((?:AuthorizationHeaderMalformed|PermanentRedirect|TemporaryRedirect)\b/;

/** A region in a reason: that of a signature, or of the bucket's endpoint. */
const REGION = /expecting '([^']*)'|\bs3[.-]([a-z0-9-]+)\.amazonaws\.com/;

/**
 * Advice for a refusal whose reason is known.
 * @param reason as `findReason` has it.
 */
function adviseReason(reason: string, headers: Headers | undefined): string | undefined {
  const region = regionIn(reason, headers);
  if (region !== undefined) return `set AWS_REGION=${region}, where the bucket is`;
  return REASON_ADVICE.find(([pattern]) => pattern.test(reason))?.[1];
}

/** The bucket's region, where a request is refused for another. */
function regionIn(reason: string, headers: Headers | undefined): string | undefined {
  if (!OTHER_REGION.test(reason)) return undefined;
  const region = headers?.get('x-amz-bucket-region') ?? REGION.exec(reason)?.slice(1).find(Boolean) ?? '';
  return /^[a-z0-9-]{1,40}$/.test(region) ? region : undefined;
}

/** The region for which a request has to be signed, if the answer refuses it for another. The answer can still be read. */
export const findSigningRegion = async (response: Response): Promise<string | undefined> =>
  regionIn(await findReason(response.clone()), response.headers);

/** Advice for a refusal by its reason, else by its status. */
export function adviseRefusal(status: number, reason: string, headers?: Headers): string {
  const isPrivate = status === 401 || status === 403;
  return adviseReason(reason, headers) ?? (isPrivate ? PRIVATE_HINT : 'check the address');
}

/** Milliseconds that `Retry-After` says, in seconds or as a date; undefined without one. */
function parseRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined;
  const ms = /^\s*\d+\s*$/.test(text) ? 1000 * Number(text) : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
}

async function readStart(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = '';
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    text += decoder.decode(read.value, { stream: true });
    if (text.length > READ_BYTES_MAX) break;
  }
  await reader?.cancel();
  return text;
}
