/** Large files of plain voxels on the web: nothing but the ranges that are needed comes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openInputs } from 'tilecast/node';
import { expect, it, onTestFinished } from 'vitest';

const SIDE = 1040;
const HEADER = new TextEncoder().encode(
  `NRRD0004\ntype: uint8\ndimension: 3\nsizes: ${SIDE} ${SIDE} ${SIDE}\nencoding: raw\nspacings: 1 1 2\n\n`,
);
const SIZE_BYTES = HEADER.length + SIDE ** 3;

const byteAt = (at: number) => (at < HEADER.length ? HEADER[at]! : (at - HEADER.length) % 251);

it('are stores, of whose bytes a hundredth is fetched for a slice', async () => {
  let sentBytes = 0;
  const server = createServer(({ headers: { range }, url, method }, response) => {
    const [, start = '0', end = String(SIZE_BYTES - 1)] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    const length = Number(end) + 1 - Number(start);
    const contentRange = `bytes ${start}-${end}/${SIZE_BYTES}`;
    response.writeHead(range ? 206 : 200, {
      'content-length': length,
      ...(range && { 'content-range': contentRange }),
    });
    expect([url, method]).toEqual(['/scan.nrrd?sig=1', 'GET']);
    if (!range) return void response.write(HEADER);
    sentBytes += length;
    response.end(Uint8Array.from({ length }, (_, at) => byteAt(Number(start) + at)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [input] = await openInputs([`${origin}/scan.nrrd?sig=1`]);
  if (!input || !('store' in input)) throw new Error('it is no store');
  expect(input.name).toBe(`${origin}/scan.nrrd`);
  const { levels } = await input.store({});
  expect(levels[0].sizes).toEqual([SIDE, SIDE, SIDE]);
  const { voxels } = await levels[0].readChunk([0, 1, 700]);
  const first = SIDE * (levels[0].chunkSizes[1] + SIDE * 700);
  expect([...voxels.subarray(0, 3)]).toEqual([0, 1, 2].map((at) => (first + at) % 251));
  expect(sentBytes).toBeLessThan(SIZE_BYTES / 100);
});
