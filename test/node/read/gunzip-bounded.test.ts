/** Gzip data of files: inflated to a bound, and refused in words where they are damaged or make more. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { gunzipBounded } from '../../../src/node/read/read-file.js';

const DATA = new Uint8Array(1000).map((_, index) => index % 7);

it('inflates as much as there may be', async () => {
  expect(new Uint8Array(await gunzipBounded(gzipSync(DATA), 1000))).toEqual(DATA);
});

it('says that more comes of them, and what to do', async () => {
  await expect(gunzipBounded(gzipSync(DATA), 999)).rejects.toThrow(
    'the gzip data make more than 999 bytes, the most for this file; if that is right, decompress it first',
  );
});

it('says that they are broken', async () => {
  const broken = gzipSync(DATA).fill(0xff, 12, 20);
  await expect(gunzipBounded(broken, 1000)).rejects.toThrow(/^the gzip data are broken: /);
});
