/** Pages are read chunk by chunk, and chunks beside each other soon after one another. */
import { expect, it } from 'vitest';
import { createRandom } from '../../../src/mesh/generators/random.js';
import { orderByChunk } from '../../../src/paged/pages/order-by-chunk.js';
import { createPageGrid, pageOfNumber } from '../../../src/paged/pages/page-grid.js';

const grid = createPageGrid([512, 448, 384], 32, 1);
const chunkSizes = [64, 64, 64] as const;
const total = grid.pages[0] * grid.pages[1] * grid.pages[2];
const chunkOf = (page: number) => pageOfNumber(grid, page).map((at, axis) => Math.floor((at * 32) / chunkSizes[axis]!));

it('reads every page once, and each chunk in one go', () => {
  const random = createRandom(8);
  const pages = Array.from({ length: total }, (_, page) => page).filter(() => random() < 0.4);
  const ordered = orderByChunk(pages, grid, { chunkSizes });
  expect([...ordered].sort((a, b) => a - b)).toEqual(pages);
  const runs = ordered.map((page) => chunkOf(page).join()).filter((chunk, at, all) => chunk !== all[at - 1]);
  expect(new Set(runs).size).toBe(runs.length);
});

it('goes on to a chunk that is near', () => {
  const ordered = orderByChunk(
    Array.from({ length: total }, (_, page) => page),
    grid,
    { chunkSizes },
  );
  const away = ordered.slice(1).map((page, at) => {
    const before = chunkOf(ordered[at]!);
    return chunkOf(page).reduce((sum, place, axis) => sum + Math.abs(place - before[axis]!), 0);
  });
  const moves = away.filter((distance) => distance > 0);
  expect(moves.reduce((sum, distance) => sum + distance, 0) / moves.length).toBeLessThan(2.5);
});
