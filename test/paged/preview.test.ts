/** Coarse versions of volumes: the level that is small enough, or voxels that are picked where there is none. */
import { expect, it } from 'vitest';
import { transformPoint } from '../../src/math/affine.js';
import type { Vec3 } from '../../src/math/vec3.js';
import { ChunkCache } from '../../src/paged/chunks/chunk-cache.js';
import { readPreview } from '../../src/paged/preview.js';
import { readBasis } from '../../src/paged/read-basis.js';
import { createVolume, worldToIndex } from '../../src/volume/volume.js';
import { memoryStore } from './memory-store.js';

it('takes the finest level that is small enough, and no finer than the one that is shown', async () => {
  const make = (side: number) =>
    memoryStore(createVolume({ sizes: [side, side, side], voxels: new Uint8Array(side ** 3) }));
  const levels = [make(8).levels[0], make(4).levels[0], make(2).levels[0]] as const;
  const store = { ...make(8), levels };
  for (const level of levels) {
    const { volume: preview } = await readPreview(store, level, new ChunkCache(level, 0));
    expect(preview.sizes).toEqual(level.sizes);
  }
});

it('picks voxels of a large level, each at its place, and reads no chunk without any', async () => {
  const sizes: Vec3 = [400, 300, 90];
  const voxels = new Uint16Array(400 * 300 * 90);
  for (let index = 0; index < voxels.length; index++) voxels[index] = (index * 7919) % 65_521;
  const indexToWorld = {
    columns: [
      [0.5, 0, 0],
      [0, 0, 3],
      [0, -2, 0],
    ],
    origin: [7, 8, 9],
  } as const;
  const volume = createVolume({ sizes, voxels, indexToWorld });
  const read = new Set<string>();
  const store = memoryStore(volume, { chunkSizes: [400, 16, 1], onRead: (chunk) => read.add(chunk.join()) });
  const [level] = store.levels;
  const { volume: preview } = await readPreview(store, level, new ChunkCache(level, 0));
  expect(preview.sizes).toEqual([400, 300, 45]);
  const toIndex = worldToIndex(volume);
  for (const [i, j, k] of [
    [0, 0, 0],
    [399, 299, 44],
    [17, 101, 30],
  ] as const) {
    const [x, y, z] = transformPoint(toIndex, transformPoint(preview.indexToWorld, [i, j, k])).map(Math.round);
    expect(preview.voxels[i + 400 * (j + 300 * k)]).toBe(voxels[x! + 400 * (y! + 300 * z!)]);
  }
  expect(read.size).toBe(45 * Math.ceil(300 / 16));
});

it('reads each eighth slice of 1024, of which it picks each fourth voxel', async () => {
  const read: number[] = [];
  const [flat] = memoryStore(createVolume({ sizes: [1, 1, 1], voxels: new Uint8Array(1) })).levels;
  const slice = new Uint8Array(2 ** 20);
  const readChunk = async ([, , k]: Vec3) => {
    read.push(k);
    return { voxels: slice.fill(k), offset: 0, strides: [1, 1024, 2 ** 20] as const };
  };
  const level = { ...flat, sizes: [1024, 1024, 1024], chunkSizes: [1024, 1024, 1], readChunk } as const;
  const store = {
    ...memoryStore(createVolume({ sizes: [1, 1, 1], voxels: new Uint8Array(1) })),
    levels: [level] as const,
  };
  const { volume } = await readPreview(store, level, new ChunkCache(level, 0));
  expect(volume.sizes).toEqual([256, 256, 128]);
  expect(read.sort((a, b) => a - b)).toEqual(Array.from({ length: 128 }, (_, slice) => 8 * slice));
});

it('picks voxels of a finer level where the small one holds nothing but one value, as if its chunks were missing', async () => {
  const make = (side: number, voxels: Uint8Array) =>
    memoryStore(createVolume({ sizes: [side, side, side], voxels })).levels[0];
  const full = Uint8Array.from({ length: 212 ** 3 }, (_, voxel) => voxel % 251);
  const [finest, blank, coarser] = [
    make(212, full),
    make(106, new Uint8Array(106 ** 3)),
    make(53, new Uint8Array(53 ** 3)),
  ];
  const storeOf = (...levels: [typeof finest, ...(typeof finest)[]]) => ({
    ...memoryStore(createVolume({ sizes: [1, 1, 1], voxels: new Uint8Array(1) })),
    levels,
  });
  const read = (store: ReturnType<typeof storeOf>, level = store.levels[0]) =>
    readPreview(store, level, new ChunkCache(level, 0));
  const found = await read(storeOf(finest, blank, coarser));
  expect(found.blank).toEqual([blank, coarser]);
  expect(found.volume.sizes).toEqual([106, 106, 106]);
  expect(found.volume.voxels[1]).toBe(full[2]);
  // All of one value, and a coarse level that is shown itself.
  expect((await read(storeOf(make(212, full.slice().fill(3)), blank))).blank).toEqual([]);
  expect((await read(storeOf(finest, blank), blank)).volume.sizes).toEqual([106, 106, 106]);
  // Memory holds the finest level: its look is not that of the blank one.
  const loaded = createVolume({ sizes: [212, 212, 212], voxels: full });
  expect((await readBasis(storeOf(finest, blank), finest, loaded)).sizes).toEqual([106, 106, 106]);
});

it('looks through the chunks of a sparse level where every picked voxel lies beside what they hold', async () => {
  const sizes: Vec3 = [400, 300, 90];
  const voxels = new Int16Array(400 * 300 * 90);
  const put = ([i, j, k]: Vec3, value: number) => {
    voxels[i + 400 * (j + 300 * k)] = value;
  };
  put([33, 17, 35], 900);
  put([33, 17, 37], -950);
  // The last voxel that is picked is the nearest one to what lies behind it.
  put([399, 299, 89], -70);
  const read: string[] = [];
  const present: readonly Vec3[] = [
    [2, 1, 2],
    [24, 18, 5],
  ];
  const store = memoryStore(createVolume({ sizes, voxels }), {
    chunkSizes: [16, 16, 16],
    present,
    onRead: (chunk) => read.push(chunk.join()),
  });
  const { volume: preview } = await readPreview(store, store.levels[0]!, new ChunkCache(store.levels[0]!, 0));
  const [ni, nj, nk] = preview.sizes;
  expect([ni, nj, nk]).toEqual([200, 150, 45]);
  const found = [...preview.voxels.entries()].flatMap(([at, value]) =>
    value === 0 ? [] : [[at % ni, Math.floor(at / ni) % nj, Math.floor(at / (ni * nj)), value]],
  );
  expect(found).toEqual([
    [17, 9, 18, 900],
    [17, 9, 19, -950],
    [199, 149, 44, -70],
  ]);
  expect(new Set(read)).toEqual(new Set(present.map((chunk) => chunk.join())));
});

it('takes numbers for more than a fill value of NaN', async () => {
  const sizes: Vec3 = [400, 300, 90];
  const voxels = new Float32Array(400 * 300 * 90).fill(Number.NaN);
  voxels[33 + 400 * (17 + 300 * 35)] = -2;
  voxels[33 + 400 * (17 + 300 * 37)] = 0;
  const store = memoryStore(createVolume({ sizes, voxels }), { chunkSizes: [16, 16, 16] });
  const list = (): readonly Vec3[] => [[2, 1, 2]];
  const level = { ...store.levels[0], findPresent: async () => ({ fill: Number.NaN, has: () => true, list }) };
  const { volume: preview } = await readPreview({ ...store, levels: [level] }, level, new ChunkCache(level, 0));
  const [ni, nj] = preview.sizes;
  const found = [...preview.voxels.entries()].filter(([, value]) => !Number.isNaN(value));
  expect(found).toEqual([
    [17 + ni * (9 + nj * 18), -2],
    [17 + ni * (9 + nj * 19), 0],
  ]);
});
