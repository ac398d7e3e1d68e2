import { describe, expect, it } from 'vitest';
import { IDENTITY_AFFINE } from '../../../src/math/affine.js';
import { ChunkCache } from '../../../src/paged/chunks/chunk-cache.js';
import { freeBuffer } from '../../../src/paged/free-buffer.js';
import type { Level } from '../../../src/paged/store.js';

const SIDE = 16;
const CHUNK_BYTES = SIDE ** 3;

/** Four chunks along i, each of its own number, and the buffers that were freed. */
function countingLevel() {
  const buffers: ArrayBufferLike[] = [];
  const level: Level = {
    sizes: [4 * SIDE, SIDE, SIDE],
    chunkSizes: [SIDE, SIDE, SIDE],
    type: 'uint8',
    indexToWorld: IDENTITY_AFFINE,
    readChunk: async ([i]) => {
      const voxels = new Uint8Array(CHUNK_BYTES).fill(i + 1);
      buffers.push(voxels.buffer);
      return { voxels, offset: 0, strides: [1, SIDE, SIDE * SIDE], free: () => freeBuffer(voxels.buffer) };
    },
  };
  return { level, buffers };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('ChunkCache', () => {
  it('frees evicted chunks that nobody uses, and keeps the others', async () => {
    const { level, buffers } = countingLevel();
    const cache = new ChunkCache(level, 2 * CHUNK_BYTES);
    for (const i of [0, 1, 2]) await cache.use([i, 0, 0], () => {});
    expect(buffers.map(({ byteLength }) => byteLength)).toEqual([0, CHUNK_BYTES, CHUNK_BYTES]);
  });

  it('gives all who wait for a chunk its voxels, though it is evicted as it comes', async () => {
    const { level, buffers } = countingLevel();
    const cache = new ChunkCache(level, 0);
    const seen: number[] = [];
    await Promise.all([0, 1, 0, 0, 1].map((i) => cache.use([i, 0, 0], ({ voxels }) => seen.push(voxels.at(-1)!))));
    expect(seen.toSorted()).toEqual([1, 1, 1, 2, 2]);
    expect(buffers.map(({ byteLength }) => byteLength)).toEqual([0, 0]);
  });

  it('frees after the last use, one that fails included', async () => {
    const { level, buffers } = countingLevel();
    const cache = new ChunkCache(level, 0);
    const failing = cache.use([0, 0, 0], () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(buffers[0]!.byteLength).toBe(0);
  });

  it('never frees what it has given for good', async () => {
    const { level, buffers } = countingLevel();
    const cache = new ChunkCache(level, 0);
    const [{ voxels }] = await Promise.all([cache.get([0, 0, 0]), cache.use([0, 0, 0], () => {})]);
    await settle();
    expect(buffers).toHaveLength(1);
    expect(voxels.every((value) => value === 1)).toBe(true);
  });
});

describe('freeBuffer', () => {
  it('empties the views of a buffer, and may be called again', () => {
    const bytes = new Uint8Array(CHUNK_BYTES);
    freeBuffer(bytes.buffer);
    freeBuffer(bytes.buffer);
    expect(bytes.length).toBe(0);
  });
});
