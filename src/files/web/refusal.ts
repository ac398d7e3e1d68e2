/** Refusals of servers: the reason that they give, and the error that follows. */
import { InputError } from '../../errors.js';
import { isPassing, PassingFailure, parseRetryAfter } from './passing-failure.js';

/** Advice for answers by which a server asks who the user is. */
const PRIVATE_HINT = 'check the address, and what it asks for: a token as --header, keys, or a signed address';

/** Bytes of an answer that have the reason, if it has one. */
const READ_BYTES_MAX = 2 ** 14;

/** Printable, and no longer than a line takes. */
const [CODE, MESSAGE] = [/<Code>([A-Za-z.]{1,60})<\/Code>/, /<Message>([^<>\p{C}]{1,200}?)\.?<\/Message>/u];

/** Code and message by which servers of buckets explain a refusal, in parentheses; empty for other servers. */
export async function findReason(response: Response): Promise<string> {
  if (!/\bxml\b/i.test(response.headers.get('content-type') ?? '')) {
    await response.body?.cancel();
    return '';
  }
  const text = await readStart(response);
  const [code, message] = [CODE.exec(text)?.[1], MESSAGE.exec(text)?.[1]];
  if (code === undefined) return '';
  return message === undefined
    ? ` (${code})`
    : ` (${code}: ${message.replaceAll('&apos;', "'").replaceAll('&quot;', '"')})`;
}

/** @param file the name of the file that was asked for, where the message's beginning does not name it. */
export async function explainRefusal(response: Response, file: string | undefined): Promise<Error> {
  const { status, statusText, headers } = response;
  const reason = await findReason(response);
  const answer = `the server answers ${`${status} ${statusText}`.trim()}${reason}`;
  if (isPassing(status)) {
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
  [/^ \(AccessDenied: Request has expired/, 'have the address signed anew'],
];

/** A code of a request that went to another region than the bucket's. */
const OTHER_REGION = /^ \((?:AuthorizationHeaderMalformed|PermanentRedirect|TemporaryRedirect)\b/;

/**
 * Advice for a refusal whose reason is known.
 * @param reason as `findReason` has it.
 */
function adviseReason(reason: string, headers: Headers | undefined): string | undefined {
  const region = headers?.get('x-amz-bucket-region') ?? /expecting '([^']*)'/.exec(reason)?.[1] ?? '';
  if (OTHER_REGION.test(reason) && /^[a-z0-9-]{1,40}$/.test(region)) {
    return `set AWS_REGION=${region}, where the bucket is`;
  }
  return REASON_ADVICE.find(([pattern]) => pattern.test(reason))?.[1];
}

/** Advice for a refusal by its reason, else by its status. */
export function adviseRefusal(status: number, reason: string, headers?: Headers): string {
  const isPrivate = status === 401 || status === 403;
  return adviseReason(reason, headers) ?? (isPrivate ? PRIVATE_HINT : 'check the address');
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
