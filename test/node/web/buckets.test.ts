/** Buckets of S3 and of Google, against servers that check signatures and tokens by their own code. */
import { createHash, createHmac, createVerify, generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bucketRoot, parseBucketAddress } from 'tilecast/lab';
import { openInputs } from 'tilecast/node';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { readAwsSettings } from '../../../src/node/web/aws-settings.js';
import { makeFolder, SAMPLE } from '../../cli/run-cli.js';
import { type Files, writeZarr3Sharded } from '../../files/stores/memory-zarr.js';

const ID = 'AKIDEXAMPLE';
const KEY = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const STORE = 's3://scans/a b/x.zarr';
const REGION = 'eu-central-1';

const store: Files = new Map();
const values = Uint16Array.from({ length: 6 * 7 * 8 }, (_, index) => index + 1);
writeZarr3Sharded(store, '', { shape: [6, 7, 8], values }, [2, 3, 4], [4, 6, 8]);

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** AWS Signature Version 4 of a request without a body, as its specification has it. */
function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const [, credential = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(headers.authorization ?? '') ??
    [];
  const [id, ...scope] = credential.split('/');
  const [path, query = ''] = url.split('?') as [string, string?];
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const payload = String(headers['x-amz-content-sha256']);
  const canonical = [method, path, query, signed.join(''), names, payload].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope.join('/'), hash].join('\n');
  const mac = (key: string | Buffer, content: string) => createHmac('sha256', key).update(content).digest();
  const key = scope.reduce<string | Buffer>(mac, `AWS4${KEY}`);
  return id === ID && scope[1] === REGION && names.includes('host') && mac(key, toSign).toString('hex') === signature;
}

/** Sends files of a bucket named scans, by range where asked, to whom `isAllowed` names. */
const bucket =
  (isAllowed: (request: IncomingMessage) => boolean): RequestListener =>
  (request, response) => {
    const key = decodeURIComponent(request.url!.split('?')[0]!);
    const file =
      key === '/scans/ünï/head phantom+1.nrrd' ? readFileSync(SAMPLE) : store.get(key.replace('/scans/a b/x.zarr', ''));
    if (!isAllowed(request)) return void response.writeHead(403).end();
    if (!file) return void response.writeHead(404).end();
    const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    if (last === '') return void response.end(file);
    const start = first === '' ? file.length - Number(last) : Number(first);
    const end = first === '' ? file.length : Math.min(Number(last) + 1, file.length);
    response
      .writeHead(206, { 'content-range': `bytes ${start}-${end - 1}/${file.length}` })
      .end(file.subarray(start, end));
  };

afterEach(() => vi.unstubAllEnvs());

/** The name of an input that can be opened in an environment, else the message. */
async function open(path: string, env: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  try {
    const [input] = await openInputs([path]);
    if (!input || 'folder' in input) return 'a folder';
    return 'store' in input ? (await input.store({})).name : input.source.name;
  } catch (error) {
    return (error as Error).message;
  }
}

const nowhere = { AWS_CONFIG_FILE: '/nowhere', AWS_SHARED_CREDENTIALS_FILE: '/nowhere', AWS_REGION: REGION };

it('are signed with the keys of variables', async () => {
  const env = {
    ...nowhere,
    AWS_ENDPOINT_URL: await serve(bucket(isSigned)),
    AWS_ACCESS_KEY_ID: ID,
    AWS_SECRET_ACCESS_KEY: KEY,
  };
  for (const name of [STORE, 's3://scans/ünï/head phantom+1.nrrd']) {
    expect(await open(name, env)).toBe(name);
  }
  const wrong = await open(STORE, { ...env, AWS_SECRET_ACCESS_KEY: `${KEY}1` });
  expect(wrong).toMatch(/^s3:\/\/scans\/a b\/x\.zarr: the server answers 403 for all of it; [^\n]+$/);
  expect(wrong).not.toContain('wJalr');
});

it('are signed with the keys of a profile, and not without keys', async () => {
  const folder = makeFolder();
  const credentials = join(folder, 'credentials');
  const config = join(folder, 'config');
  const endpoint = await serve(bucket(isSigned));
  writeFileSync(
    credentials,
    `[default]\naws_access_key_id = no\n[work]\naws_access_key_id = ${ID}\naws_secret_access_key=${KEY}\n`,
  );
  writeFileSync(
    config,
    `[profile work]\nregion = ${REGION}\nendpoint_url = ${endpoint}\ns3 =\n  endpoint_url = http://other\n`,
  );
  const files = { AWS_CONFIG_FILE: config, AWS_SHARED_CREDENTIALS_FILE: credentials };
  expect(await open(STORE, { ...files, AWS_PROFILE: 'work' })).toBe(STORE);
  vi.unstubAllEnvs();
  const keys = { accessKeyId: ID, secretAccessKey: KEY, sessionToken: undefined };
  expect(await readAwsSettings({ ...files, AWS_PROFILE: 'work' })).toEqual({ keys, region: REGION, endpoint });
  expect(await readAwsSettings(files)).toEqual({ keys: undefined, region: undefined, endpoint: undefined });
  await expect(readAwsSettings({ ...files, AWS_PROFILE: 'absent' })).rejects.toThrow(
    /AWS_PROFILE: there is no profile "absent"/,
  );
  const free = await serve(bucket(({ headers }) => headers.authorization === undefined));
  expect(await open(STORE, { ...nowhere, AWS_ENDPOINT_URL: free })).toBe(STORE);
});

it('of Google are read with a token for the account in a file', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let asked = 0;
  const origin = await serve(async (request, response) => {
    if (request.url !== '/token')
      return bucket(({ headers }) => headers.authorization === 'Bearer token-of-google')(request, response);
    asked++;
    const [head = '', claims = '', signature = ''] = new URLSearchParams(await text(request))
      .get('assertion')!
      .split('.');
    const isValid = createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url');
    const { iss } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    if (!isValid || iss !== 'reader@project') return void response.writeHead(400).end();
    response.end(JSON.stringify({ access_token: 'token-of-google', expires_in: 3600 }));
  });
  const path = join(makeFolder(), 'account.json');
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const account = {
    type: 'service_account',
    client_email: 'reader@project',
    private_key: key,
    token_uri: `${origin}/token`,
  };
  writeFileSync(path, JSON.stringify(account));
  const env = { GOOGLE_APPLICATION_CREDENTIALS: path, STORAGE_EMULATOR_HOST: origin };
  expect(await open('gs://scans/a b/x.zarr', env)).toBe('gs://scans/a b/x.zarr');
  expect(asked).toBe(1);
  writeFileSync(path, JSON.stringify({ ...account, client_email: 'nobody' }));
  const refused = await open('gs://scans/a b/x.zarr', env);
  expect(refused).toMatch(/\/token: gives no token, but answers 400; check GOOGLE_APPLICATION_CREDENTIALS$/);
});

it('have addresses of their own on the web', () => {
  const rootOf = (address: string, place = {}) => bucketRoot(parseBucketAddress(address)!, place);
  expect(rootOf('s3://scans/x.zarr')).toBe('https://scans.s3.amazonaws.com');
  expect(rootOf('s3://scans/x.zarr', { region: REGION })).toBe('https://scans.s3.eu-central-1.amazonaws.com');
  expect(rootOf('s3://my.scans/x.zarr')).toBe('https://s3.amazonaws.com/my.scans');
  expect(rootOf('gs://scans/x.zarr')).toBe('https://storage.googleapis.com/scans');
  expect(parseBucketAddress('s3://scans/a b/x.nrrd?versionId=1')).toMatchObject({ rest: '/a%20b/x.nrrd?versionId=1' });
  expect(parseBucketAddress('https://scans/x.zarr')).toBeUndefined();
  for (const wrong of ['s3://', 's3:///x', 's3://Scans/x', 's3://a@b/x', 's3://..%2f/x'])
    expect(() => parseBucketAddress(wrong), wrong).toThrow(/names no bucket/);
});
