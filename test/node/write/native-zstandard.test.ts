/** Node's own Zstandard, where it has one, makes what the decoder of stores reads. */
import zlib from 'node:zlib';
import Zstd from 'numcodecs/zstd';
import { expect, it } from 'vitest';
import { compressNatively } from '../../../src/node/write/native-zstandard.js';

it.skipIf(!('zstdCompress' in zlib))('is read by the decoder of stores', async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
  for (const level of [1, 3, 19]) {
    const compressed = await compressNatively!(bytes, level);
    expect(compressed.length).toBeLessThan(10_000);
    expect(await Zstd.fromConfig({ id: 'zstd', level }).decode(compressed)).toEqual(bytes);
  }
});

it.skipIf('zstdCompress' in zlib)('is none where Node has none', () => {
  expect(compressNatively).toBeUndefined();
});
