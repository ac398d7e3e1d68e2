import { expect, test, vi } from 'vitest';
import { copyChunk } from '../../src/paged/read/read-box.js';
import { spareAbsent } from '../../src/paged/spare-absent.js';
import type { ChunkVoxels, Level } from '../../src/paged/store.js';

const CHUNK: ChunkVoxels = {
  voxels: Int16Array.from({ length: 60 }, (_, index) => index),
  offset: 0,
  strides: [1, 3, 12],
};

const level = (readChunk: Level['readChunk']): Level => ({
  sizes: [6, 4, 5],
  chunkSizes: [3, 4, 5],
  type: 'int16',
  indexToWorld: {
    columns: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    origin: [0, 0, 0],
  },
  readChunk,
});

test('chunks that are not there are never asked for, and copy as the fill value', async () => {
  const readChunk = vi.fn(async () => CHUNK);
  const spared = spareAbsent(level(readChunk), { has: ([i]) => i === 1, fill: -7 });
  const voxels = new Int16Array(6 * 4 * 5);
  const box = { first: [0, 0, 0], end: [6, 4, 5] } as const;
  for (const chunk of [
    [0, 0, 0],
    [1, 0, 0],
  ] as const) {
    copyChunk(spared, chunk, await spared.readChunk(chunk), box, { voxels, first: [0, 0, 0], strides: [6, 24] });
  }
  expect(readChunk.mock.calls).toEqual([[[1, 0, 0], undefined]]);
  const expected = Array.from({ length: 120 }, (_, at) => {
    const [i, j, k] = [at % 6, Math.floor(at / 6) % 4, Math.floor(at / 24)];
    return i < 3 ? -7 : i - 3 + 3 * j + 12 * k;
  });
  expect([...voxels]).toEqual(expected);
  const { byteLength } = (await spared.readChunk([0, 0, 0])).voxels;
  expect(byteLength).toBe(2);
});

test('a reading that was ended is ended for chunks that are not there, too', async () => {
  const spared = spareAbsent(
    level(async () => CHUNK),
    { has: () => false, fill: 0 },
  );
  await expect(spared.readChunk([0, 0, 0], AbortSignal.abort(new Error('ended')))).rejects.toThrow('ended');
});
