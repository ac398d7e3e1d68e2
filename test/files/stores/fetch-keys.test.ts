/** Stores on servers: ranges, files that are not there, servers that are busy. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchKeys, openStore, readLevel } from 'tilecast';
import { afterEach, expect, it } from 'vitest';
import { type Files, memoryKeys, writeZarr3Sharded } from './memory-zarr.js';

const files: Files = new Map();
const values = Uint16Array.from({ length: 6 * 7 * 8 }, (_, index) => index + 1);
writeZarr3Sharded(files, '', { shape: [6, 7, 8], values }, [2, 3, 4], [4, 6, 8]);

let stop: () => void = () => undefined;
afterEach(() => stop());

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/data.zarr/`;
}

/** Answers as servers of files do. */
function sendFile(hasRanges: boolean): RequestListener {
  return ({ url = '', headers }, response) => {
    const file = files.get(url.replace('/data.zarr', ''));
    const [, start = '', end = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
    if (!file) response.writeHead(404).end();
    else if (!hasRanges || headers.range === undefined) response.end(file);
    else {
      const [first, last] = start === '' ? [file.length - Number(end), file.length - 1] : [Number(start), Number(end)];
      response.writeHead(206, { 'content-range': `bytes ${first}-${last}/${file.length}` });
      response.end(file.subarray(first, last + 1));
    }
  };
}

async function readVoxels(url: string) {
  const store = await openStore(fetchKeys(url));
  return (await readLevel(store, store.levels[0])).voxels;
}

const whole = openStore(memoryKeys(files)).then((store) => readLevel(store, store.levels[0]));

it.each([true, false])('are read where ranges are known: %s', async (hasRanges) => {
  const url = await serve(sendFile(hasRanges));
  expect(await readVoxels(url)).toEqual((await whole).voxels);
});

it.each([
  ['sends all of it', (file: Uint8Array) => [0, file.length] as const],
  ['takes its first bytes for them', (_: Uint8Array, count: number) => [0, count + 1] as const],
])('are read where a server that knows no last bytes of a file %s', async (_, place) => {
  const send = sendFile(true);
  const url = await serve((request, response) => {
    const [, suffix] = /^bytes=-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const file = files.get(request.url!.replace('/data.zarr', ''));
    if (!suffix || !file) return send(request, response);
    const [start, end] = place(file, Number(suffix));
    const isAll = end === file.length;
    response.writeHead(isAll ? 200 : 206, isAll ? {} : { 'content-range': `bytes ${start}-${end - 1}/${file.length}` });
    response.end(file.subarray(start, end));
  });
  expect(await readVoxels(url)).toEqual((await whole).voxels);
});

it('are asked again after a while where a server is busy', async () => {
  let refused = 0;
  const send = sendFile(true);
  const url = await serve((request, response) => {
    if (refused++ % 4 === 0) response.writeHead(503).end();
    else send(request, response);
  });
  expect(await readVoxels(url)).toEqual((await whole).voxels);
  expect(refused).toBeGreaterThan(4);
});

it('are refused in one line where the server refuses', async () => {
  const url = await serve((_, response) => response.writeHead(400).end());
  await expect(readVoxels(url)).rejects.toThrow(
    /^http:\S+\/data\.zarr: the server answers 400 Bad Request for \/\S+; check the address$/,
  );
});

it('end at once when they are told to', async () => {
  const url = await serve(() => undefined);
  const controller = new AbortController();
  const reading = fetchKeys(url).get('/zarr.json', controller.signal);
  controller.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
});

it('are missing where a server answers 403 for what is not there, and refused where it does so for what is', async () => {
  const send = sendFile(true);
  const chunk = /\/c\/0\/1\/0$/;
  /** @param absent the answer for files that are not there. */
  const serveWith = (absent: number, isForbidden: (url: string, requests: number) => boolean) => {
    let requests = 0;
    return serve((request, response) => {
      const { url = '' } = request;
      if (isForbidden(url, requests++)) response.writeHead(403).end();
      else if (!files.has(url.replace('/data.zarr', ''))) response.writeHead(absent).end();
      else send(request, response);
    });
  };
  const asEmpty = await readVoxels(await serveWith(403, (url) => chunk.test(url)));
  expect(asEmpty.some((value) => value === 0)).toBe(true);
  await expect(readVoxels(await serveWith(404, (url) => chunk.test(url)))).rejects.toThrow(
    /: the server answers 403 for \/c\/0\/1\/0: it is there, and may not be read$/,
  );
  const isMetadata = (url: string) => /zarr\.json$|\/\.z[^/]*$/.test(url);
  let hasBegun = false;
  const ended = await serveWith(403, (url) => {
    hasBegun ||= !isMetadata(url);
    return hasBegun;
  });
  await expect(readVoxels(ended)).rejects.toThrow(/: may no longer be read: the server answers 403 for/);
});
