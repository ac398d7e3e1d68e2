/** What the command line says of files in buckets: their own addresses, the server's reasons, and no secrets. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runBeside } from '../../cli/run-beside.js';
import { SAMPLE } from '../../cli/run-cli.js';
import { type Files, writeZarr3Sharded } from '../../files/stores/memory-zarr.js';
import { serveListener } from '../../serve-listener.js';
import { bucket, NO_KEYS, presign, refuseUnsigned, s3Environment } from './s3-server.js';

const files: Files = new Map();
const values = Uint16Array.from({ length: 6 * 7 * 8 }, (_, index) => index + 1);
writeZarr3Sharded(files, '/scans/a b/x.zarr', { shape: [6, 7, 8], values }, [2, 3, 4], [4, 6, 8]);
files.set('/scans/ünï+/head phantom.nrrd', readFileSync(SAMPLE));
const text = 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 4 5 6\nencoding: raw\ndata file: gone.raw\n\n';
files.set('/scans/detached.nhdr', new TextEncoder().encode(text));

const find = (path: string) => files.get(path);
const serveSigned = () => serveListener(bucket(find, refuseUnsigned));

const info = async (input: string, env: NodeJS.ProcessEnv) => {
  const { status, stderr, stdout } = await runBeside(['info', input], env);
  return { status, stderr, stdout: stdout.toString() };
};

it('names what is there by its own address', async () => {
  const env = s3Environment(await serveSigned());
  for (const name of ['s3://scans/a b/x.zarr', 's3://scans/ünï+/head phantom.nrrd']) {
    const { status, stderr, stdout } = await info(name, env);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(name);
  }
});

it.each([
  ['s3://scans/no/ünï.nrrd', /^s3:\/\/scans\/no\/ünï\.nrrd: the server answers 404 Not Found \(NoSuchKey: [^\n]+$/],
  ['s3://scans/no.zarr', /^s3:\/\/scans\/no\.zarr: the server answers 404 \(NoSuchKey: [^\n]+ for all of it; [^\n]+$/],
  [
    's3://scans/detached.nhdr',
    /^s3:\/\/scans\/detached\.nhdr: s3:\/\/scans\/gone\.raw: the server answers 404 [^\n]+$/,
  ],
])('names what is missing by its own address: %s', async (name, message) => {
  const { status, stderr } = await info(name, s3Environment(await serveSigned()));
  expect(status).toBe(2);
  expect(stderr.trimEnd().replace(/^tilecast: /, '')).toMatch(message);
});

it.each([
  [
    'another secret',
    { AWS_SECRET_ACCESS_KEY: 'xyzSECRETxyz0123' },
    /403 [^\n]*\(SignatureDoesNotMatch[^\n]*; check the keys, or the signed address$/,
  ],
  ['another identity', { AWS_ACCESS_KEY_ID: 'SOMEBODY' }, /403 [^\n]*\(InvalidAccessKeyId/],
  ['no keys', NO_KEYS, /403 [^\n]*\(AccessDenied: Access Denied\)[^\n]*keys, or a signed address$/],
])('says why the server refuses: %s', async (_, change, message) => {
  const env = { ...s3Environment(await serveSigned()), ...change };
  for (const name of ['s3://scans/a b/x.zarr', 's3://scans/ünï+/head phantom.nrrd']) {
    const { status, stderr } = await info(name, env);
    expect(status).toBe(2);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr.trimEnd()).toMatch(message);
    expect(stderr).toContain(`${name}: `);
    expect(stderr).not.toContain(env.AWS_SECRET_ACCESS_KEY || 'no secret');
  }
});

it('signs again for the region that the server names, without a word', async () => {
  const env = { ...s3Environment(await serveSigned()), AWS_REGION: 'us-west-1' };
  for (const name of ['s3://scans/a b/x.zarr', 's3://scans/ünï+/head phantom.nrrd']) {
    expect(await info(name, env)).toMatchObject({ status: 0, stderr: '' });
  }
});

it('reads addresses with a signature until it expires, and shows it nowhere', async () => {
  const address = `${await serveSigned()}/scans/${encodeURIComponent('ünï+')}/head%20phantom.nrrd`;
  const fresh = await info(presign(address, Date.now(), 60), NO_KEYS);
  expect(fresh).toMatchObject({ status: 0, stderr: '' });
  const expired = await info(presign(address, Date.now() - 100_000, 60), NO_KEYS);
  expect(expired.status).toBe(2);
  expect(expired.stderr).toContain(
    `${address}: the server answers 403 Forbidden (AccessDenied: Request has expired); have the address signed anew`,
  );
  expect(`${fresh.stdout}${expired.stderr}`).not.toMatch(/X-Amz|Signature/i);
});
