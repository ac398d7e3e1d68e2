/** Where pages come to lie, which hardware filters round by. */
import { expect, it, vi } from 'vitest';
import { Residency } from '../../../src/cast/paged/residency.js';
import { InputError } from '../../../src/errors.js';
import { StagingRing } from '../../../src/gpu/host/staging-ring.js';
import { openPagedVolume } from '../../../src/paged/paged-volume.js';
import type { PageTexels } from '../../../src/paged/pages/pack-page.js';
import { createPageGrid } from '../../../src/paged/pages/page-grid.js';
import { voxelLayer } from '../../../src/paged/pages/page-layers.js';
import { openTestGpu } from '../../open-test-gpu.js';
import { memoryStore } from '../../paged/memory-store.js';
import { gpu, volume } from './paged-scenes.js';

const FORMAT = { format: 'r32float', bytesPerTexel: 4, filterable: false, offset: 0, factor: 1 } as const;
const GRID = createPageGrid(volume.sizes, 8, 1);
const countPages = ({ pages }: typeof GRID) => pages[0] * pages[1] * pages[2];
const COUNT = countPages(GRID);

/** The table after all pages that were not there were asked for twice, with room for some. */
async function tableOf(waitMs: (chunk: number) => number, breaks: (chunk: number) => boolean = () => false) {
  let isOpen = false;
  const store = memoryStore(volume, {
    onRead: async ([i, j, k]) => {
      const chunk = i + 3 * j + 5 * k;
      if (!isOpen) return;
      if (breaks(chunk)) throw new InputError('memory: its chunk cannot be read');
      await new Promise((resolve) => setTimeout(resolve, waitMs(chunk)));
    },
  });
  const opened = await openPagedVolume(store, { cacheBytes: 2 ** 14, atlasBytes: 40_000 });
  isOpen = true;
  const residency = await Residency.create(gpu(), opened, {
    grid: GRID,
    layers: [{ ...FORMAT, ...voxelLayer(opened, FORMAT, Number.NaN) }],
    staging: new StagingRing(gpu(), 'paged.staging', 2),
  });
  const distanceOf = ([i, j, k]: readonly [number, number, number]) => i + 2 * j - k;
  const errors: unknown[] = [];
  const table = new Uint32Array(COUNT);
  const write = vi.spyOn(gpu().device.queue, 'writeTexture');
  for (let round = 0; round < 2; round++) {
    const waiting = new Map([...table.entries()].filter(([, slot]) => slot === 0).map(([page]) => [page, 1]));
    await residency.serve(waiting, distanceOf).catch((error) => errors.push(error));
    for (const [{ texture, origin }, places] of write.mock.calls) {
      if (texture !== residency.table) continue;
      const [, , layer] = origin as [number, number, number];
      table.set(places as Uint32Array, GRID.pages[0] * GRID.pages[1] * layer);
    }
    write.mockClear();
  }
  write.mockRestore();
  const { capacity } = residency.atlas;
  residency.destroy();
  return { table: [...table], capacity, errors };
}

it('is the same whichever read ends first, each in a slot of its own', async () => {
  const forward = await tableOf((chunk) => chunk % 5);
  const backward = await tableOf((chunk) => (31 - chunk) % 7);
  expect(backward.table).toEqual(forward.table);
  const places = forward.table.filter((slot) => slot > 0);
  expect(places.length).toBe(forward.capacity);
  expect(new Set(places).size).toBe(places.length);
});

it('is free again for pages that could not be read', async () => {
  let left = 1;
  const breaks = (chunk: number) => chunk > 4 && left-- > 0;
  const { table, capacity, errors } = await tableOf(() => 0, breaks);
  expect(errors.map((error) => (error as Error).message)).toEqual(['memory: its chunk cannot be read']);
  const places = table.filter((slot) => slot > 0);
  expect(new Set(places).size).toBe(places.length);
  expect(places.length).toBe(capacity);
});

/** Loads all pages through an atlas of that size, on a device of its own: a shared one has mapped memory that other tests left for whoever stages next. */
async function loadAll(atlasBytes: number, grid = GRID) {
  const own = await openTestGpu();
  const opened = await openPagedVolume(memoryStore(volume), { cacheBytes: 2 ** 20, atlasBytes });
  const made = new Set<PageTexels>();
  const voxels = voxelLayer(opened, FORMAT, Number.NaN);
  const read: typeof voxels.read = async (...options) => {
    const texels = await voxels.read(...options);
    made.add(texels);
    return texels;
  };
  const creates = vi.spyOn(own.device, 'createBuffer');
  const writes = vi.spyOn(own.device.queue, 'writeTexture');
  const residency = await Residency.create(own, opened, {
    grid,
    layers: [{ ...FORMAT, read }],
    staging: new StagingRing(own, 'paged.staging', 2),
  });
  const waiting = new Map(Array.from({ length: countPages(grid) }, (_, page) => [page, 1]));
  await residency.serve(waiting, ([i]) => i);
  const staged = creates.mock.calls.flatMap(([{ label, size }]) => (label === 'paged.staging' ? [size] : []));
  const written = writes.mock.calls.filter(([{ texture }]) => texture === residency.atlas.textures[0]).length;
  creates.mockRestore();
  writes.mockRestore();
  const { pagesLoaded } = residency.counts;
  residency.destroy();
  own.destroy();
  return { staged, written, pagesLoaded, made: made.size };
}

/** Bytes of a page of 10³ texels in rows of 256. */
const STAGED_PAGE_BYTES = 256 * 100;

it('has two batches on their way to the device, of a thirty-second of the atlas or one page', async () => {
  const small = await loadAll(160_000);
  expect(small.pagesLoaded).toBe(Math.min(COUNT, 160_000 / 4000));
  expect(small.staged).toEqual([STAGED_PAGE_BYTES, STAGED_PAGE_BYTES]);
  const large = await loadAll(32 * 3 * STAGED_PAGE_BYTES + 1);
  expect(large.pagesLoaded).toBe(COUNT);
  expect(large.staged).toEqual([3 * STAGED_PAGE_BYTES, 3 * STAGED_PAGE_BYTES]);
  // The queue would take memory of its own.
  expect([small.written, large.written]).toEqual([0, 0]);
});

it('keeps the texels of the pages that are read at a time, and of those on their way', async () => {
  const [batch, grid] = [3, createPageGrid(volume.sizes, 4, 1)];
  const { made, pagesLoaded } = await loadAll(32 * batch * 256 * 36 + 1, grid);
  expect(pagesLoaded).toBeGreaterThan(4 * 16);
  expect(made).toBeLessThanOrEqual(16 + 3 * batch);
});
