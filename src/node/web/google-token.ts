/** Tokens for Google Cloud Storage: of a variable, or for the credentials in a file, as Google's other programs find it. */
import { createSign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../../index.js';
import { hideSecret } from '../../lab.js';

const TOKEN_VARIABLES = ['CLOUDSDK_AUTH_ACCESS_TOKEN', 'GOOGLE_OAUTH_ACCESS_TOKEN'] as const;
const FILE_VARIABLE = 'GOOGLE_APPLICATION_CREDENTIALS';
const TOKEN_URI = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_only';
const PATIENCE_MS = 20_000;
/** Tokens are renewed before they end, which is after an hour mostly. */
const EARLY_MS = 60_000;

let kept: { readonly key: string; readonly token: Promise<string>; endMs: number } | undefined;

/** Undefined without credentials. @throws InputError, one line, where they are wrong. */
export async function findGoogleToken(env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const given = TOKEN_VARIABLES.map((name) => env[name]).find((token) => token !== undefined && token !== '');
  if (given !== undefined) return given;
  const named = env[FILE_VARIABLE];
  const path = named ?? join(homedir(), '.config', 'gcloud', 'application_default_credentials.json');
  const text = await readFile(path, 'utf8').catch((cause: Error) => {
    if (named !== undefined) throw new InputError(`${FILE_VARIABLE}: cannot be read: ${cause.message}`, { cause });
  });
  if (text === undefined) return undefined;
  if (kept?.key !== text || Date.now() > kept.endMs) {
    const exchange = {
      key: text,
      endMs: Number.POSITIVE_INFINITY,
      token: askForToken(text, (ms) => (exchange.endMs = ms)),
    };
    kept = exchange;
  }
  try {
    return await kept.token;
  } catch (error) {
    kept = undefined;
    throw error;
  }
}

async function askForToken(text: string, endsAt: (ms: number) => void): Promise<string> {
  const credentials = JSON.parse(text) as Readonly<Record<string, string | undefined>>;
  const { type, token_uri: uri = TOKEN_URI } = credentials;
  const body = new URLSearchParams(
    type === 'service_account' ? signedGrant(credentials, uri) : refreshGrant(credentials),
  );
  const response = await fetch(uri, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((cause: Error) => {
    throw new InputError(`${uri}: gives no token: ${cause.message}`, { cause });
  });
  if (!response.ok)
    throw new InputError(`${uri}: gives no token, but answers ${response.status}; check ${FILE_VARIABLE}`);
  const { access_token: token, expires_in: seconds = 3600 } = (await response.json()) as Answer;
  if (token === undefined) throw new InputError(`${uri}: gives no token; check ${FILE_VARIABLE}`);
  hideSecret(token);
  endsAt(Date.now() + 1000 * seconds - EARLY_MS);
  return token;
}

interface Answer {
  readonly access_token?: string;
  readonly expires_in?: number;
}

function refreshGrant({ client_id: id = '', client_secret: secret = '', refresh_token: token = '' }: Grantee) {
  for (const hidden of [secret, token]) hideSecret(hidden);
  return { grant_type: 'refresh_token', client_id: id, client_secret: secret, refresh_token: token };
}

type Grantee = Readonly<Record<string, string | undefined>>;

/** A request that the service's account signs: RFC 7523. */
function signedGrant({ client_email: issuer, private_key: key = '', private_key_id: kid }: Grantee, audience: string) {
  const now = Math.floor(Date.now() / 1000);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: issuer, scope: SCOPE, aud: audience, iat: now, exp: now + 3600 };
  const content = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(claims)}`;
  const signature = createSign('RSA-SHA256').update(content).sign(key, 'base64url');
  return { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: `${content}.${signature}` };
}
