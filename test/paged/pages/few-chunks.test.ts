/** A cache of few large chunks: what it holds stays within its bytes, and chunks are decoded about twice. */
import { expect, it } from 'vitest';
import { IDENTITY_AFFINE } from '../../../src/math/affine.js';
import { mapVec3, type Vec3 } from '../../../src/math/vec3.js';
import { createRandom } from '../../../src/mesh/generators/random.js';
import { forEachAtOnce } from '../../../src/paged/at-once.js';
import { ChunkCache } from '../../../src/paged/chunks/chunk-cache.js';
import { freeBuffer } from '../../../src/paged/free-buffer.js';
import { choosePages } from '../../../src/paged/pages/choose-pages.js';
import { countCached, distanceInColumns, firstPageOf } from '../../../src/paged/pages/column-order.js';
import { readBox } from '../../../src/paged/pages/pack-page.js';
import { boxOfPage, createPageGrid, type PageView, pageOfNumber } from '../../../src/paged/pages/page-grid.js';
import { listRestOfChunk } from '../../../src/paged/pages/rest-of-chunk.js';
import { type Level, voxelSizeBytes } from '../../../src/paged/store.js';

const SIDE = 8;
const [SLOTS, PAGES_AT_ONCE] = [400, 32];

const valueAt = (i: number, j: number, k: number) => (31 * i + 17 * j + 7 * k) % 65_521;

/** A level whose chunks are made as they are read, and the bytes of those that nobody has freed. */
function countingLevel(sizes: Vec3, chunk: number) {
  const counts = { live: 0, most: 0, reads: 0 };
  const bytes = chunk ** 3 * voxelSizeBytes('uint16');
  const level: Level = {
    sizes,
    chunkSizes: [chunk, chunk, chunk],
    type: 'uint16',
    indexToWorld: IDENTITY_AFFINE,
    readChunk: async (indices) => {
      counts.reads++;
      await new Promise((resolve) => setImmediate(resolve));
      counts.live += bytes;
      counts.most = Math.max(counts.most, counts.live);
      const voxels = new Uint16Array(chunk ** 3);
      const [i, j, k] = mapVec3(indices, (number) => number * chunk);
      let at = 0;
      for (let z = k!; z < k! + chunk; z++) {
        for (let y = j!; y < j! + chunk; y++) for (let x = i!; x < i! + chunk; x++) voxels[at++] = valueAt(x, y, z);
      }
      const free = () => {
        if (voxels.length > 0) counts.live -= bytes;
        freeBuffer(voxels.buffer);
      };
      return { voxels, offset: 0, strides: [1, chunk, chunk * chunk], free };
    },
  };
  return { level, counts, chunkBytes: bytes };
}

const FORWARD: Vec3 = [0.3, 0.2, 1];
/** Before the middle of a volume, nearly, in sides of it. */
const EYE: Vec3 = [0.53, 0.47, -3.2];

interface Made {
  readonly side: number;
  readonly chunk: number;
  readonly cacheChunks: number;
  readonly border: number;
  /** Whether rays come from an eye, to both sides of it, and not in one direction. */
  readonly isFromEye?: boolean;
  /** Whether the cache is told the order of chunks. */
  readonly isOrdered?: boolean;
}

/** Loads the pages that rays through all of the volume meet, in the rounds of `Residency`. */
async function drawAll({ side, chunk, cacheChunks, border, isFromEye = false, isOrdered = false }: Made) {
  const sizes: Vec3 = [side, side, side];
  const { level, counts, chunkBytes } = countingLevel(sizes, chunk);
  const grid = createPageGrid(sizes, SIDE, border);
  const view: PageView = isFromEye ? { eye: mapVec3(EYE, (at) => at * side) } : { forward: FORWARD };
  const cache = new ChunkCache(level, cacheChunks * chunkBytes, SIDE);
  const distanceOf = distanceInColumns(grid, level, view, cache);
  if (isOrdered) cache.expectOrder((at) => distanceOf(firstPageOf(grid, level, at)));
  const random = createRandom(9);
  const rays = Array.from({ length: 6000 }, () =>
    isFromEye ? rayFromEye(grid.pages, random) : straightRay(grid.pages, FORWARD, random),
  );
  const needed = new Set(rays.flat());
  const place = (page: number) => ({ page, distance: distanceOf(pageOfNumber(grid, page)), rays: 1 });
  const resident = new Set<number>();
  let [wrong, loads] = [0, 0];
  for (;;) {
    for (const ray of rays) while (ray.length > 0 && resident.has(ray.at(-1)!)) ray.pop();
    const waited = new Set(rays.flatMap((ray) => ray.slice(-1)));
    if (waited.size === 0) break;
    const wanted = [...waited].map(place);
    const nearest = wanted.reduce((least, page) => (page.distance < least.distance ? page : least));
    const rest = cache.keepsFaces
      ? listRestOfChunk(grid, level, nearest.page, waited)
          .filter((page) => !resident.has(page))
          .map(place)
          .filter(({ distance }) => distance > nearest.distance)
      : [];
    const free = SLOTS - resident.size;
    const chosen = choosePages([...wanted, ...rest], [...resident].map(place), free);
    const load = chosen.load.slice(0, countCached(chosen.load, grid, { level, chunks: cache }));
    for (const page of chosen.evict.slice(0, Math.max(0, load.length - free))) resident.delete(page);
    await forEachAtOnce(load, PAGES_AT_ONCE, async (page) => {
      const { first, end } = boxOfPage(grid, pageOfNumber(grid, page));
      const voxels = await readBox(level, cache, { first, end });
      let at = 0;
      for (let k = first[2]; k < end[2]; k++) {
        for (let j = first[1]; j < end[1]; j++) {
          for (let i = first[0]; i < end[0]; i++) wrong += Number(voxels[at++] !== valueAt(i, j, k));
        }
      }
      resident.add(page);
      loads++;
    });
  }
  const chunks = (side / chunk) ** 3;
  return {
    readsPerChunk: counts.reads / chunks,
    mostChunks: counts.most / chunkBytes,
    loadsPerPage: loads / needed.size,
    wrong,
  };
}

/** Pages along a straight line through the volume, the first one last. */
function straightRay(pages: Vec3, forward: Vec3, random: () => number): number[] {
  const [ni, nj, nk] = pages;
  const start = [ni * (1.4 * random() - 0.3), nj * (1.4 * random() - 0.3)] as const;
  const met: number[] = [];
  for (let t = 0; t < nk; t += 0.02) {
    const [i, j] = start.map((from, axis) => Math.floor(from + (t * forward[axis]!) / forward[2])) as [number, number];
    if (i < 0 || j < 0 || i >= ni || j >= nj) continue;
    const page = i + ni * (j + nj * Math.floor(t));
    if (met.at(-1) !== page) met.push(page);
  }
  return met.reverse();
}

/** Pages along a line from the eye through a place in the volume, the first one last. */
function rayFromEye(pages: Vec3, random: () => number): number[] {
  const [ni, nj] = pages;
  const eye = mapVec3(EYE, (at, axis) => at * pages[axis]!);
  const through = mapVec3(eye, (at, axis) => pages[axis]! * random() - at);
  const length = Math.hypot(...through);
  const met: number[] = [];
  for (let t = 0; t < 2 * length; t += 0.03) {
    const page = mapVec3(eye, (at, axis) => Math.floor(at + (through[axis]! / length) * t));
    if (page.some((at, axis) => at < 0 || at >= pages[axis]!)) continue;
    const number = page[0] + ni * (page[1] + nj * page[2]);
    if (met.at(-1) !== number) met.push(number);
  }
  return met.reverse();
}

it.each([
  { side: 128, chunk: 32, cacheChunks: 14, border: 1 },
  { side: 256, chunk: 64, cacheChunks: 8, border: 1 },
  { side: 256, chunk: 64, cacheChunks: 14, border: 2 },
])('decodes each about twice with memory for $cacheChunks of 64, borders of $border', async (made) => {
  const { readsPerChunk, mostChunks, loadsPerPage, wrong } = await drawAll(made);
  expect(wrong).toBe(0);
  // The rest of the memory is for faces.
  expect(mostChunks).toBeLessThanOrEqual(Math.max(2, made.cacheChunks / 3));
  expect(readsPerChunk).toBeLessThan(2.5);
  expect(loadsPerPage).toBeLessThan(1.2);
});

it.each([
  { cacheChunks: 7, most: 2.6 },
  { cacheChunks: 9, most: 2.1 },
])('decodes each less than $most times for an eye that sees both sides, with memory for $cacheChunks', async (made) => {
  const { cacheChunks, most } = made;
  const drawn = await drawAll({ side: 128, chunk: 32, cacheChunks, border: 1, isFromEye: true });
  expect(drawn.wrong).toBe(0);
  expect(drawn.mostChunks).toBeLessThanOrEqual(Math.max(2, cacheChunks / 3));
  expect(drawn.readsPerChunk).toBeLessThan(most);
  expect(drawn.loadsPerPage).toBeLessThan(1.2);
});

it.each([
  { cacheChunks: 5, most: 2.3, unordered: 3.5 },
  { cacheChunks: 6, most: 2.05, unordered: 2.5 },
])('decodes each less than $most times in an order that it knows, with memory for $cacheChunks', async (made) => {
  const { cacheChunks, most, unordered } = made;
  const drawn = { side: 128, chunk: 32, cacheChunks, border: 1, isFromEye: true };
  const inOrder = await drawAll({ ...drawn, isOrdered: true });
  expect(inOrder.wrong).toBe(0);
  expect(inOrder.mostChunks).toBeLessThanOrEqual(2);
  expect(inOrder.readsPerChunk).toBeLessThan(most);
  expect((await drawAll(drawn)).readsPerChunk).toBeGreaterThan(unordered);
});

it('decodes each about twice in columns of several chunks, of which rays meet some out of order', async () => {
  const made = { side: 256, chunk: 32, cacheChunks: 16, border: 1, isFromEye: true };
  const { readsPerChunk, wrong } = await drawAll({ ...made, isOrdered: true });
  expect(wrong).toBe(0);
  expect(readsPerChunk).toBeLessThan(2.2);
}, 60_000);
