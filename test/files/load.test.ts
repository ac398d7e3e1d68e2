/** Volumes and meshes from web addresses, as a server of this machine answers. */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { InputError, loadMesh, loadVolume } from '../../src/index.js';
import { attach, headerOf } from './volumes/nrrd/write-nrrd.js';

const FIELDS = { type: 'uchar', sizes: '2 2 2' };
const VOXELS = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
const KNOT = readFileSync(join(import.meta.dirname, '..', '..', 'volumes', 'knot.ply'));
const HEADER = headerOf({ ...FIELDS, 'data file': 'voxels.raw' });

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  '/ball.nrrd': attach(FIELDS, VOXELS),
  '/scans/ball.nhdr': HEADER,
  '/scans/voxels.raw': VOXELS,
  '/alone.nhdr': HEADER,
  '/knot.ply': KNOT,
  '/app.nrrd': '<!doctype html><title>Every address of this site</title>',
  '/notes.txt': 'no volume',
};

/** Starts a server, by default of `FILES`; what it returns is its address without a slash at the end. */
async function serve(
  answer: RequestListener = (request, response) => {
    const file = FILES[new URL(request.url!, 'http://localhost').pathname];
    if (file === undefined) response.writeHead(404).end();
    else response.end(file);
  },
): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function expectInputError(promise: Promise<unknown>, message: string | RegExp) {
  const error = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(InputError);
  expect((error as InputError).message).toMatch(message);
  expect((error as InputError).message).not.toContain('\n');
}

it('loads a volume from a string or a URL, with a query or not', async () => {
  const server = await serve();
  for (const url of [`${server}/ball.nrrd`, new URL(`${server}/ball.nrrd?token=a.b#c`)]) {
    expect(await loadVolume(url)).toMatchObject({ sizes: [2, 2, 2], voxels: VOXELS });
  }
});

it('loads the data file that a header names from beside it', async () => {
  expect((await loadVolume(`${await serve()}/scans/ball.nhdr`)).voxels).toEqual(VOXELS);
});

it('takes a data file from beside where a redirection leads', async () => {
  const server = await serve();
  const redirecting = await serve((_, response) => {
    response.writeHead(302, { location: `${server}/scans/ball.nhdr` }).end();
  });
  expect((await loadVolume(`${redirecting}/latest.nhdr`)).voxels).toEqual(VOXELS);
});

it('passes the selection on', async () => {
  const vectors = attach(
    { type: 'uchar', dimension: '4', sizes: '2 2 2 1', kinds: 'vector domain domain domain' },
    VOXELS,
  );
  const server = await serve((_, response) => void response.end(vectors));
  expect((await loadVolume(`${server}/v.nrrd`, { component: 1 })).voxels).toEqual(Uint8Array.of(2, 4, 6, 8));
});

it('loads a mesh', async () => {
  expect((await loadMesh(`${await serve()}/knot.ply`)).triangles.length).toBeGreaterThan(0);
});

it('says in one line what it did not get', async () => {
  const server = await serve();
  await expectInputError(loadVolume(`${server}/no.nrrd`), `${server}/no.nrrd: the server answers 404 Not Found; check`);
  await expectInputError(loadMesh(`${server}/no.ply`), '/no.ply: the server answers 404 Not Found');
  await expectInputError(loadVolume(`${server}/app.nrrd`), '/app.nrrd: the server answers with a web page');
  await expectInputError(loadVolume(`${server}/notes.txt`), '/notes.txt: is not a volume that tilecast knows');
  await expectInputError(loadVolume(`${server}/alone.nhdr`), /\/alone\.nhdr: .*\/voxels\.raw: the server answers 404/);
  await expectInputError(loadVolume('ball.nrrd'), 'ball.nrrd: cannot be fetched: ');
  await expectInputError(loadVolume('http://127.0.0.1:1/ball.nrrd'), 'ball.nrrd: cannot be fetched: ');
});

it('says that a connection broke off', async () => {
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  await expectInputError(loadVolume(`${server}/ball.nrrd`), '/ball.nrrd: cannot be fetched: ');
});

it('does not repeat data URLs, and finds nothing beside them', async () => {
  const url = `data:application/octet-stream,${encodeURIComponent(HEADER.toString())}`;
  await expectInputError(loadVolume(url), /^data URL: .*voxels\.raw/);
});

it('stops when its signal says so, with the reason', async () => {
  const server = await serve(() => undefined);
  const controller = new AbortController();
  const loaded = loadVolume(`${server}/ball.nrrd`, { signal: controller.signal });
  const reason = new Error('the page was left');
  controller.abort(reason);
  await expect(loaded).rejects.toBe(reason);
});
