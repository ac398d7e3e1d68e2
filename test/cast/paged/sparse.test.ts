/** Sparse stores in pages: what they have nothing in costs nothing, and the picture is that of the whole volume. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { Renderer } from '../../../src/cast/renderer.js';
import { Readback } from '../../../src/gpu/host/readback.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { openPagedVolume } from '../../../src/paged/paged-volume.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { createVolume } from '../../../src/volume/volume.js';
import { memoryStore } from '../../paged/memory-store.js';
import { cameraOf } from '../sample-scenes.js';
import { expectSame, gpu, type PagedScene, SIZE, shading } from './paged-scenes.js';

const SIDE = 60;
const CHUNK: Vec3 = [10, 12, 9];
const PRESENT: readonly Vec3[] = [
  [1, 2, 3],
  [5, 4, 0],
];
const isPresent = (index: Vec3) =>
  PRESENT.some((chunk) => chunk.every((at, axis) => Math.floor(index[axis]! / CHUNK[axis]!) === at));
const finest = createVolume({
  sizes: [SIDE, SIDE, SIDE],
  voxels: Float32Array.from({ length: SIDE ** 3 }, (_, at) => {
    const index = [at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2)] as const;
    return isPresent(index) ? 100 + ((7 * at) % 90) : 0;
  }),
});
const camera = cameraOf(finest, 'b', 'orthographic', 1.1);

const transferOf = (opacityOfZero: number) =>
  createTransferFunction({
    colors: [
      { value: 0, color: [0.1, 0.4, 1] },
      { value: 190, color: [1, 0.6, 0] },
    ],
    opacities: [
      { value: 0, opacity: opacityOfZero },
      { value: 190, opacity: 0.6 },
    ],
  });
const transfer = transferOf(0);

it.each<[string, PagedScene]>([
  ['composites', { transfer }],
  ['lit composites', { transfer, shading }],
  ['composites that show the empty value', { transfer: transferOf(0.02) }],
  ['the largest values', { transfer, mode: 'mip' }],
  ['the smallest values', { transfer, mode: 'minip' }],
  ['means', { transfer, mode: 'average' }],
  ['isosurfaces', { transfer, mode: 'isosurface', isoValue: 90 }],
])('%s are the same', async (_, scene) => {
  for (const atlasBytes of [2 ** 18, 30_000]) {
    await expectSame(scene, camera, { skip: true }, { atlasBytes }, { finest, present: PRESENT, chunkSizes: CHUNK });
  }
});

it('reads the chunks that are there, in no round of rays', async () => {
  const read: string[] = [];
  const store = memoryStore(finest, {
    present: PRESENT,
    chunkSizes: CHUNK,
    onRead: (chunk) => {
      read.push(chunk.join());
    },
  });
  const pages = await openPagedVolume(store, { pageSide: 8 });
  // The preview of a small level is all of it.
  read.length = 0;
  // No ray can wait, so that nobody asks whether any does.
  const copies = vi.spyOn(Readback.prototype, 'copy');
  onTestFinished(() => copies.mockRestore());
  const copied = () =>
    copies.mock.calls.filter(([, ranges]) => ranges.some(({ buffer }) => /requests/.test(buffer.label))).length;
  for (const mode of ['composite', 'mip'] as const) {
    const scene = { volume: pages.preview, pages, transfer, mode };
    const { stats } = await new Renderer(gpu()).render(scene, camera, { ...SIZE, skip: true });
    expect(stats.paging?.rounds).toBe(0);
    expect(copied()).toBe(0);
    expect(stats.paging!.slots).toBeLessThan(stats.paging!.pages);
  }
  expect(new Set(read)).toEqual(new Set(PRESENT.map((chunk) => chunk.join())));
});
