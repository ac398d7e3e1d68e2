/** The order of columns: every ray goes along it, and a cache of few chunks reads each about once. */
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../src/math/vec3.js';
import { createRandom } from '../../../src/mesh/generators/random.js';
import { ChunkCache } from '../../../src/paged/chunks/chunk-cache.js';
import { choosePages } from '../../../src/paged/pages/choose-pages.js';
import { countCached, distanceInColumns } from '../../../src/paged/pages/column-order.js';
import {
  boxOfPage,
  createPageGrid,
  distanceOfPages,
  type PageGrid,
  type PageView,
  pageOfNumber,
} from '../../../src/paged/pages/page-grid.js';
import { listChunks } from '../../../src/paged/read/read-box.js';
import type { Level } from '../../../src/paged/store.js';

const VIEWS: readonly PageView[] = [
  { forward: [0.3, -2, 1] },
  { forward: [0, 0, -1] },
  { eye: [20, 33, 7.4] },
  { eye: [-900, 33, 500] },
  { eye: [31.5, 40, -0.5] },
];

describe.each(VIEWS)('away from %j', (view) => {
  it.each([
    { chunkSizes: [16, 16, 16], cacheBytes: 2 ** 16 },
    { chunkSizes: [64, 64, 64], cacheBytes: 1 },
    { chunkSizes: [1, 128, 128], cacheBytes: 2 ** 18 },
    { chunkSizes: [5, 9, 30], cacheBytes: 2 ** 15 },
    { chunkSizes: [8, 8, 8], cacheBytes: 2 ** 40 },
  ] as const)('grows from page to page along rays, in chunks of $chunkSizes', ({ chunkSizes, cacheBytes }) => {
    const grid = createPageGrid([64, 80, 120], 8, 2);
    const distanceOf = distanceInColumns(grid, { chunkSizes, type: 'int16' }, view, {
      maxBytes: cacheBytes,
      keepsFaces: false,
      wholeChunks: 1,
    });
    const random = createRandom(3);
    for (let ray = 0; ray < 100; ray++) {
      const distances = walk(grid, view, random).map((page) => distanceOf(page));
      expect(distances).toEqual([...new Set(distances)].sort((a, b) => a - b));
    }
  });
});

/** Pages that a ray meets one after the other, from the first one in the volume on. */
function walk({ pages, side }: PageGrid, view: PageView, random: () => number): Vec3[] {
  const start = [0, 1, 2].map((axis) => Math.floor(pages[axis]! * random()));
  const signs = start.map((page, axis) => {
    if (!('eye' in view)) return Math.sign(view.forward[axis]!);
    const eye = Math.floor((view.eye[axis]! + 0.5) / side);
    return page === eye ? (random() < 0.5 ? -1 : 1) : Math.sign(page - eye);
  });
  const met: Vec3[] = [];
  while (start.every((page, axis) => page >= 0 && page < pages[axis]!)) {
    met.push([...start] as unknown as Vec3);
    let axis = Math.floor(3 * random());
    while (signs[axis] === 0) axis = (axis + 1) % 3;
    start[axis]! += signs[axis]!;
  }
  return met;
}

describe('a cache of few chunks', () => {
  const sizes = [512, 512, 512] as const;
  const grid = createPageGrid(sizes, 32, 2);
  const level: Pick<Level, 'sizes' | 'chunkSizes' | 'type'> = { sizes, chunkSizes: [64, 64, 64], type: 'int16' };
  const view: PageView = { forward: [0.3, 0.2, 1] };
  const capacity = 50;
  const bytes = capacity * 2 * 64 ** 3;

  /** Reads per chunk of a frame whose rays go through the whole volume. */
  function readsPerChunk(distanceOf: (page: Vec3) => number, limit: (load: readonly number[]) => number): number {
    const random = createRandom(9);
    const rays = Array.from({ length: 2000 }, () => straightRay(grid, view, random));
    const place = (page: number) => ({ page, distance: distanceOf(pageOfNumber(grid, page)), rays: 1 });
    const resident = new Set<number>();
    const cached: string[] = [];
    const seen = new Set<string>();
    let reads = 0;
    for (;;) {
      for (const ray of rays) while (ray.length > 0 && resident.has(ray[0]!)) ray.shift();
      const waited = new Set(rays.flatMap((ray) => ray.slice(0, 1)));
      if (waited.size === 0) return reads / seen.size;
      const { load, evict } = choosePages([...waited].map(place), [...resident].map(place), 300 - resident.size);
      const count = limit(load);
      for (const page of evict.slice(0, Math.max(0, count - (300 - resident.size)))) resident.delete(page);
      for (const page of load.slice(0, count)) {
        resident.add(page);
        for (const chunk of listChunks(level, boxOfPage(grid, pageOfNumber(grid, page)))) {
          const key = chunk.join();
          const at = cached.indexOf(key);
          if (at >= 0) cached.splice(at, 1);
          else reads++;
          seen.add(key);
          cached.push(key);
          if (cached.length > capacity) cached.shift();
        }
      }
    }
  }

  it('reads each about once and a half, where rounds of the nearest pages read it several times', () => {
    const chunks = new ChunkCache(level as Level, bytes);
    const limit = (load: readonly number[]) => countCached(load, grid, { level: level as Level, chunks });
    const inColumns = readsPerChunk(distanceInColumns(grid, level, view, chunks), limit);
    const nearestFirst = readsPerChunk(distanceOfPages(grid, view), (load) => load.length);
    expect(inColumns).toBeLessThan(1.8);
    expect(nearestFirst).toBeGreaterThan(3);
  });

  it('has room for the chunks of the pages of a round, and for those around a corner at least', () => {
    const chunks = (maxBytes: number) => ({ level: level as Level, chunks: new ChunkCache(level as Level, maxBytes) });
    const all = Array.from({ length: grid.pages[0] * grid.pages[1] }, (_, page) => page);
    expect(countCached(all, grid, chunks(0))).toBe(grid.pages[0]);
    expect(countCached(all, grid, chunks(2 ** 30))).toBe(all.length);
    const count = countCached(all, grid, chunks(bytes));
    const read = new Set(all.slice(0, count).flatMap((page) => chunksOf(page)));
    const more = new Set(all.slice(0, count + 1).flatMap((page) => chunksOf(page)));
    expect(read.size).toBeLessThanOrEqual(capacity);
    expect(more.size).toBeGreaterThan(capacity);
  });

  it('leaves out chunks that a store does not have', () => {
    const chunks = new ChunkCache(level as Level, 0);
    const present = { has: () => false, fill: 0 };
    expect(countCached([0, 1, 2], grid, { level: level as Level, chunks, present })).toBe(3);
  });

  const chunksOf = (page: number) =>
    listChunks(level, boxOfPage(grid, pageOfNumber(grid, page))).map((chunk) => chunk.join());
});

/** Pages along a straight line through the whole volume. */
function straightRay(grid: PageGrid, view: PageView, random: () => number): number[] {
  const forward = 'forward' in view ? view.forward : [0, 0, 1];
  const [ni, nj, nk] = grid.pages;
  const start = [ni * (1.4 * random() - 0.3), nj * (1.4 * random() - 0.3), 0];
  const met: number[] = [];
  for (let t = 0; t < nk; t += 0.02) {
    const [i, j, k] = start.map((from, axis) => Math.floor(from + (t * forward[axis]!) / forward[2]!)) as [
      number,
      number,
      number,
    ];
    if (i < 0 || j < 0 || i >= ni || j >= nj || k >= nk) continue;
    const page = i + ni * (j + nj * k);
    if (met.at(-1) !== page) met.push(page);
  }
  return met;
}
