/** Ranges by the chunks that are there hold every value that a sample of a cube may meet, and say where there is nothing. */
import { expect, it } from 'vitest';
import { mapVec3, type Vec3 } from '../../src/math/vec3.js';
import { openPagedVolume } from '../../src/paged/paged-volume.js';
import { rangesOfPresent } from '../../src/paged/present-ranges.js';
import type { Level } from '../../src/paged/store.js';
import { createVolume } from '../../src/volume/volume.js';
import { memoryStore } from './memory-store.js';

const level = { sizes: [200, 90, 130], chunkSizes: [50, 33, 40], type: 'int16' } as const;

it('are full where a chunk is there or beside it, and the fill value elsewhere', () => {
  const there: readonly Vec3[] = [
    [1, 1, 2],
    [3, 2, 0],
  ];
  const has = (chunk: Vec3) => there.some((one) => one.join() === chunk.join());
  const { count, ranges } = rangesOfPresent(level, { has, fill: -7 })!;
  expect(count).toBe(2);
  const { side, pairs } = ranges!;
  const cubes = mapVec3(level.sizes, (size) => Math.ceil(size / side));
  for (let cube = 0; cube < pairs.length / 2; cube++) {
    const place = [cube % cubes[0], Math.floor(cube / cubes[0]) % cubes[1], Math.floor(cube / (cubes[0] * cubes[1]))];
    const isMet = there.some((chunk) =>
      chunk.every((at, axis) => {
        const size = level.chunkSizes[axis]!;
        return place[axis]! * side - 1 < (at + 1) * size && (place[axis]! + 1) * side + 1 > at * size;
      }),
    );
    expect([...pairs.subarray(2 * cube, 2 * cube + 2)], place.join()).toEqual(isMet ? [-32768, 32767] : [-7, -7]);
  }
});

it('are of larger cubes where few of very many chunks are there', () => {
  const large = { sizes: [8000, 8000, 8000], chunkSizes: [64, 64, 64], type: 'uint8' } as const;
  const listed = (count: number) => ({
    has: () => true,
    list: () =>
      Array.from({ length: count }, (_, at): Vec3 => [at % 125, Math.floor(at / 125) % 125, Math.floor(at / 125 ** 2)]),
    fill: 0,
  });
  const few = rangesOfPresent(large, listed(3))!.ranges!;
  const many = rangesOfPresent(large, listed(40_000))!.ranges!;
  expect(few.side).toBeGreaterThan(many.side);
  // Each of both knows all chunks that are there.
  for (const [{ side, pairs }, count] of [
    [few, 3],
    [many, 40_000],
  ] as const) {
    const along = Math.ceil(8000 / side);
    for (const [i, j, k] of listed(count).list()) {
      const at = (index: number) => Math.floor((index * 64) / side);
      expect(pairs[2 * (at(i) + along * (at(j) + along * at(k))) + 1]).toBe(255);
    }
  }
});

it('say nothing where all chunks are there', () => {
  expect(rangesOfPresent(level, { has: () => true, fill: 0 })!.ranges).toBeUndefined();
});

it('refuses a large level without any chunk, and reads none of it', async () => {
  const small = memoryStore(createVolume({ sizes: [2, 2, 2], voxels: new Uint8Array(8) }));
  let reads = 0;
  const empty: Level = {
    ...small.levels[0],
    sizes: [10_000, 10_000, 10_000],
    chunkSizes: [100, 100, 100],
    readChunk: async () => {
      reads++;
      throw new Error('read');
    },
    findPresent: async () => ({ has: () => false, fill: 0 }),
  };
  await expect(openPagedVolume({ ...small, levels: [empty] })).rejects.toThrow('has none of the 1000000 chunks');
  expect(reads).toBe(0);
});

it('reads no missing chunk for a preview, which has the fill value there', async () => {
  const small = memoryStore(createVolume({ sizes: [2, 2, 2], voxels: new Uint8Array(8) }));
  const read: string[] = [];
  const sparse: Level = {
    ...small.levels[0],
    sizes: [600, 600, 600],
    chunkSizes: [60, 60, 60],
    readChunk: async (chunk) => {
      read.push(chunk.join());
      return { voxels: new Uint8Array(60 ** 3).fill(9), offset: 0, strides: [1, 60, 3600] };
    },
    findPresent: async () => ({ has: (chunk) => chunk.join() === '4,5,6', fill: 3 }),
  };
  const { preview, ranges } = await openPagedVolume({ ...small, levels: [sparse] });
  expect(read).toEqual(['4,5,6']);
  expect([...new Set(preview.voxels)].sort()).toEqual([3, 9]);
  expect(ranges).toBeDefined();
});

it('takes the list of chunks that are there, however many there could be', async () => {
  const small = memoryStore(createVolume({ sizes: [2, 2, 2], voxels: new Uint8Array(8) }));
  let asked = 0;
  const has = (chunk: Vec3) => {
    asked++;
    return chunk.join() === '4,5,6';
  };
  const sparse: Level = {
    ...small.levels[0],
    sizes: [1 << 20, 600, 600],
    chunkSizes: [60, 60, 60],
    readChunk: async () => ({ voxels: new Uint8Array(60 ** 3).fill(9), offset: 0, strides: [1, 60, 3600] }),
    findPresent: async () => ({ has, list: () => [[4, 5, 6]], fill: 3 }),
  };
  const { preview, ranges } = await openPagedVolume({ ...small, levels: [sparse] });
  expect([...new Set(preview.voxels)].sort()).toEqual([3, 9]);
  expect(ranges).toBeDefined();
  // Chunks that are read, of 1.7 million.
  expect(asked).toBeLessThan(10);
});

it('refuses to ask a server for each of very many chunks', async () => {
  const small = memoryStore(createVolume({ sizes: [2, 2, 2], voxels: new Uint8Array(8) }));
  let reads = 0;
  const onServer: Level = {
    ...small.levels[0],
    sizes: [2000, 2000, 2000],
    chunkSizes: [64, 64, 64],
    isRemote: true,
    readChunk: async () => {
      reads++;
      throw new Error('read');
    },
    findPresent: async () => undefined,
  };
  await expect(openPagedVolume({ ...small, levels: [onServer] })).rejects.toThrow(
    '32768 chunks in its coarsest one, of 2000 × 2000 × 2000 voxels: its server would be asked for each of them',
  );
  expect(reads).toBe(0);
});
