/** A server of buckets that checks AWS Signature Version 4 by its own code, in headers and in queries, and says why it refuses. */
import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';

export const [S3_ID, S3_KEY] = ['AKIDEXAMPLE', 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'];
export const S3_REGION = 'eu-central-1';

/** The environment of a user with keys. @param endpoint address of the server. */
export const s3Environment = (endpoint: string, secret: string = S3_KEY) => ({
  ...NO_KEYS,
  AWS_ENDPOINT_URL: endpoint,
  AWS_ACCESS_KEY_ID: S3_ID,
  AWS_SECRET_ACCESS_KEY: secret,
});

/** The environment of a user without keys. */
export const NO_KEYS = {
  ...{ AWS_CONFIG_FILE: '/nowhere', AWS_SHARED_CREDENTIALS_FILE: '/nowhere', AWS_REGION: S3_REGION },
  ...{ AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '', AWS_PROFILE: '' },
};

/** A code and a message of S3's. */
export type S3Refusal = readonly [code: string, message: string];

/**
 * Sends files, by range where asked, to whom `refusalOf` has nothing against.
 * @param find a file by its bucket and key, such as `/scans/head.nrrd`.
 */
export const bucket =
  (
    find: (path: string) => Uint8Array | undefined,
    refusalOf: (request: IncomingMessage) => S3Refusal | undefined,
  ): RequestListener =>
  (request, response) => {
    const refusal = refusalOf(request);
    const file = find(decodeURIComponent(request.url!.split('?')[0]!));
    const refuse = (status: number, [code, message]: S3Refusal) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(
          `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message><AWSAccessKeyId>${S3_ID}</AWSAccessKeyId></Error>`,
        );
    if (refusal) return void refuse(refusal[0] === 'AuthorizationHeaderMalformed' ? 400 : 403, refusal);
    if (!file) return void refuse(404, ['NoSuchKey', 'The specified key does not exist.']);
    const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    if (last === '') return void response.end(file);
    const start = first === '' ? file.length - Number(last) : Number(first);
    const end = first === '' ? file.length : Math.min(Number(last) + 1, file.length);
    response
      .writeHead(206, { 'content-range': `bytes ${start}-${end - 1}/${file.length}` })
      .end(file.subarray(start, end));
  };

/** The refusal of a request without a body whose signature is not right; undefined for one whose is. */
export function refuseUnsigned(request: IncomingMessage): S3Refusal | undefined {
  const { method = '', url = '', headers } = request;
  const [path, query = ''] = url.split('?') as [string, string?];
  const fields = new URLSearchParams(query);
  const isQuery = fields.has('X-Amz-Signature');
  const [, credential = '', names = '', signature] = isQuery
    ? ['', fields.get('X-Amz-Credential')!, fields.get('X-Amz-SignedHeaders')!, fields.get('X-Amz-Signature')!]
    : (/^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
        headers.authorization ?? '',
      ) ?? []);
  if (signature === undefined) return ['AccessDenied', 'Access Denied'];
  const [id, ...scope] = credential.split('/');
  if (id !== S3_ID) return ['InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.'];
  if (scope[1] !== S3_REGION) {
    return [
      'AuthorizationHeaderMalformed',
      `The authorization header is malformed; the region &apos;${scope[1]}&apos; is wrong; expecting &apos;${S3_REGION}&apos;`,
    ];
  }
  const date = isQuery ? fields.get('X-Amz-Date')! : String(headers['x-amz-date']);
  const payload = isQuery ? 'UNSIGNED-PAYLOAD' : String(headers['x-amz-content-sha256']);
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const listed = query.split('&').filter((field) => !field.startsWith('X-Amz-Signature='));
  const canonical = [method, path, listed.sort().join('&'), signed.join(''), names, payload].join('\n');
  if (!names.includes('host') || signatureOf(canonical, date, scope) !== signature) {
    return ['SignatureDoesNotMatch', 'The request signature we calculated does not match.'];
  }
  const seconds = isQuery ? Number(fields.get('X-Amz-Expires')) : 900;
  return Date.now() > timeOf(date) + 1000 * seconds ? ['AccessDenied', 'Request has expired'] : undefined;
}

/** The query that signs the address of a file for some seconds from a time on. */
export function presign(address: string, fromMs: number, seconds: number): string {
  const { host, pathname } = new URL(address);
  const date = `${new Date(fromMs).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  const scope = [date.slice(0, 8), S3_REGION, 's3', 'aws4_request'];
  const query = [
    'X-Amz-Algorithm=AWS4-HMAC-SHA256',
    `X-Amz-Credential=${encodeURIComponent([S3_ID, ...scope].join('/'))}`,
    `X-Amz-Date=${date}`,
    `X-Amz-Expires=${seconds}`,
    'X-Amz-SignedHeaders=host',
  ].join('&');
  const canonical = ['GET', pathname, query, `host:${host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  return `${address}?${query}&X-Amz-Signature=${signatureOf(canonical, date, scope)}`;
}

const timeOf = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

function signatureOf(canonical: string, date: string, scope: readonly string[]): string {
  const mac = (key: string | Buffer, content: string) => createHmac('sha256', key).update(content).digest();
  const hash = createHash('sha256').update(canonical).digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', date, scope.join('/'), hash].join('\n');
  return mac(scope.reduce<string | Buffer>(mac, `AWS4${S3_KEY}`), toSign).toString('hex');
}
