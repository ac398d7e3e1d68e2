/** Buckets of S3 and of Google, against servers that check signatures and tokens by their own code. */
import { createVerify, generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bucketRoot, parseBucketAddress } from 'tilecast/lab';
import { openInputs } from 'tilecast/node';
import { afterEach, expect, it, vi } from 'vitest';
import { readAwsSettings } from '../../../src/node/web/aws-settings.js';
import { makeFolder, SAMPLE } from '../../cli/run-cli.js';
import { type Files, writeZarr3Sharded } from '../../files/stores/memory-zarr.js';
import { serveListener } from '../../serve-listener.js';
import { bucket, refuseUnsigned, S3_ID, S3_KEY, S3_REGION } from './s3-server.js';

const STORE = 's3://scans/a b/x.zarr';

const store: Files = new Map();
const values = Uint16Array.from({ length: 6 * 7 * 8 }, (_, index) => index + 1);
writeZarr3Sharded(store, '', { shape: [6, 7, 8], values }, [2, 3, 4], [4, 6, 8]);

const MARKED = "/scans/(1) it's~*!.nrrd";

/** Files of a bucket named scans. */
const find = (path: string) =>
  ['/scans/ünï/head phantom+1.nrrd', MARKED].includes(path)
    ? readFileSync(SAMPLE)
    : store.get(path.replace('/scans/a b/x.zarr', ''));

const allow = (isAllowed: (request: IncomingMessage) => boolean) =>
  bucket(find, (request) => (isAllowed(request) ? undefined : ['AccessDenied', 'Access Denied']));

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

const nowhere = { AWS_CONFIG_FILE: '/nowhere', AWS_SHARED_CREDENTIALS_FILE: '/nowhere', AWS_REGION: S3_REGION };

it('are asked for by the address that is signed, which some servers compare as it was sent', async () => {
  const asked: (string | undefined)[] = [];
  const answer = bucket(find, refuseUnsigned);
  const endpoint = await serveListener((request, response) => {
    asked.push(request.url);
    return answer(request, response);
  });
  const keys = { AWS_ACCESS_KEY_ID: S3_ID, AWS_SECRET_ACCESS_KEY: S3_KEY };
  const name = `s3:/${MARKED}`;
  expect(await open(name, { ...nowhere, ...keys, AWS_ENDPOINT_URL: endpoint })).toBe(name);
  expect(new Set(asked)).toEqual(new Set(['/scans/%281%29%20it%27s~%2A%21.nrrd']));
  // A request for the bucket itself is signed too.
  expect(await open('s3://scans', { ...nowhere, ...keys, AWS_ENDPOINT_URL: endpoint })).toMatch(/^s3:\/\/scans.*404/);
});

it('are signed with the keys of variables', async () => {
  const env = {
    ...nowhere,
    AWS_ENDPOINT_URL: await serveListener(bucket(find, refuseUnsigned)),
    AWS_ACCESS_KEY_ID: S3_ID,
    AWS_SECRET_ACCESS_KEY: S3_KEY,
  };
  for (const name of [STORE, 's3://scans/ünï/head phantom+1.nrrd']) {
    expect(await open(name, env)).toBe(name);
  }
  const wrong = await open(STORE, { ...env, AWS_SECRET_ACCESS_KEY: `${S3_KEY}1` });
  expect(wrong).toMatch(
    /^s3:\/\/scans\/a b\/x\.zarr: the server answers 403 \(SignatureDoesNotMatch: [^)]+\) for all of it; check the keys, or the signed address$/,
  );
  expect(wrong).not.toContain('wJalr');
});

it('are signed again, once, for the region that the server names', async () => {
  const regions: string[] = [];
  const note = (request: IncomingMessage) => {
    regions.push(/Credential=[^/]+\/\d+\/([^/]+)/.exec(request.headers.authorization ?? '')?.[1] ?? 'none');
    return refuseUnsigned(request);
  };
  const endpoint = await serveListener(bucket(find, note));
  const env = { ...nowhere, AWS_REGION: 'us-west-1', AWS_ENDPOINT_URL: endpoint };
  const keys = { AWS_ACCESS_KEY_ID: S3_ID, AWS_SECRET_ACCESS_KEY: S3_KEY };
  for (const name of [STORE, 's3://scans/ünï/head phantom+1.nrrd']) {
    regions.length = 0;
    expect(await open(name, { ...env, ...keys })).toBe(name);
    const refused = regions.filter((region) => region !== S3_REGION);
    expect(new Set(refused)).toEqual(new Set(['us-west-1']));
    expect(regions.at(-1)).toBe(S3_REGION);
  }
});

it('are not signed for region after region', async () => {
  let count = 0;
  const lead = () => {
    const message = `the region is wrong; expecting &apos;moon-${count++}&apos;`;
    return ['AuthorizationHeaderMalformed', message] as const;
  };
  const env = { ...nowhere, AWS_ENDPOINT_URL: await serveListener(bucket(find, lead)) };
  const keys = { AWS_ACCESS_KEY_ID: S3_ID, AWS_SECRET_ACCESS_KEY: S3_KEY };
  expect(await open('s3://scans/ünï/head phantom+1.nrrd', { ...env, ...keys })).toMatch(
    /400 [^\n]*AuthorizationHeaderMalformed[^\n]*; set AWS_REGION=moon-1, where the bucket is$/,
  );
  expect(count).toBe(2);
});

it('are signed with the keys of a profile, and not without keys', async () => {
  const folder = makeFolder();
  const credentials = join(folder, 'credentials');
  const config = join(folder, 'config');
  const endpoint = await serveListener(bucket(find, refuseUnsigned));
  writeFileSync(
    credentials,
    `[default]\naws_access_key_id = no\n[work]\naws_access_key_id = ${S3_ID}\naws_secret_access_key=${S3_KEY}\n`,
  );
  writeFileSync(
    config,
    `[profile work]\nregion = ${S3_REGION}\nendpoint_url = ${endpoint}\ns3 =\n  endpoint_url = http://other\n`,
  );
  const files = { AWS_CONFIG_FILE: config, AWS_SHARED_CREDENTIALS_FILE: credentials };
  expect(await open(STORE, { ...files, AWS_PROFILE: 'work' })).toBe(STORE);
  vi.unstubAllEnvs();
  const keys = { accessKeyId: S3_ID, secretAccessKey: S3_KEY, sessionToken: undefined };
  expect(await readAwsSettings({ ...files, AWS_PROFILE: 'work' })).toEqual({ keys, region: S3_REGION, endpoint });
  expect(await readAwsSettings(files)).toEqual({ keys: undefined, region: undefined, endpoint: undefined });
  await expect(readAwsSettings({ ...files, AWS_PROFILE: 'absent' })).rejects.toThrow(
    /AWS_PROFILE: there is no profile "absent"/,
  );
  const free = await serveListener(allow(({ headers }) => headers.authorization === undefined));
  expect(await open(STORE, { ...nowhere, AWS_ENDPOINT_URL: free })).toBe(STORE);
  await expect(readAwsSettings({ ...nowhere, AWS_ACCESS_KEY_ID: S3_ID })).rejects.toThrow(
    /^AWS_ACCESS_KEY_ID: is set without AWS_SECRET_ACCESS_KEY; set both, or neither$/,
  );
});

it('of Google are read with a token for the account in a file', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let asked = 0;
  const origin = await serveListener(async (request, response) => {
    if (request.url !== '/token')
      return allow(({ headers }) => headers.authorization === 'Bearer token-of-google')(request, response);
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
  expect(rootOf('s3://scans/x.zarr', { region: S3_REGION })).toBe('https://scans.s3.eu-central-1.amazonaws.com');
  expect(rootOf('s3://my.scans/x.zarr')).toBe('https://s3.amazonaws.com/my.scans');
  expect(rootOf('gs://scans/x.zarr')).toBe('https://storage.googleapis.com/scans');
  expect(parseBucketAddress('s3://scans/a b/x.nrrd?versionId=1')).toMatchObject({ rest: '/a%20b/x.nrrd?versionId=1' });
  expect(parseBucketAddress('https://scans/x.zarr')).toBeUndefined();
  for (const wrong of ['s3://', 's3:///x', 's3://Scans/x', 's3://a@b/x', 's3://..%2f/x'])
    expect(() => parseBucketAddress(wrong), wrong).toThrow(/names no bucket/);
  for (const cut of ['s3://scans/head#1.nrrd', 's3://scans/head?.nrrd', 's3://scans/head.nrrd?versionId=1#top'])
    expect(() => parseBucketAddress(cut), cut).toThrow(/^s3:\/\/scans\/head(\.nrrd)?: goes on with # or \?; its https/);
});

const redirect = (message: string, endpoint: string) =>
  `<Error><Code>PermanentRedirect</Code><Message>${message}</Message><Endpoint>${endpoint}</Endpoint></Error>`;

it.each([
  [
    redirect('Use the specified endpoint.', 'scans.s3.eu-central-1.amazonaws.com'),
    301,
    /\(PermanentRedirect: Use the specified endpoint: scans\.s3\.eu-central-1\.amazonaws\.com\); set AWS_REGION=eu-central-1, where the bucket is$/,
  ],
  [redirect('Use it.', 's3-us-west-2.amazonaws.com'), 301, /; set AWS_REGION=us-west-2, where the bucket is$/],
  [
    redirect('Use it.', 'minio.example:9000'),
    301,
    /\(PermanentRedirect: Use it: minio\.example:9000\); check the address$/,
  ],
  [
    "<Error><Code>AuthorizationQueryParametersError</Code><Message>the region 'a' is wrong; expecting 'b'</Message></Error>",
    400,
    /\(AuthorizationQueryParametersError: the region 'a' is wrong; expecting 'b'\); have the address signed anew$/,
  ],
])('of other regions are said: %s', async (body, status, message) => {
  const endpoint = await serveListener((_, response) => {
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
  });
  expect(await open('s3://scans/head.nrrd', { ...nowhere, AWS_ENDPOINT_URL: endpoint })).toMatch(message);
});
