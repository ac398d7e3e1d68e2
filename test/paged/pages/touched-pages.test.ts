/** Pages that reach into chunks, against a comparison of all boxes. */
import { expect, it } from 'vitest';
import { mapVec3, type Vec3 } from '../../../src/math/vec3.js';
import { boxOfPage, createPageGrid, pageOfNumber } from '../../../src/paged/pages/page-grid.js';
import { touchedPages } from '../../../src/paged/pages/touched-pages.js';
import { countChunks } from '../../../src/paged/store.js';
import { createRandom } from '../../camera/random.js';

it('are those whose boxes overlap them', () => {
  const random = createRandom(11);
  const upTo = (most: number) => 1 + Math.floor(most * random());
  for (let round = 0; round < 60; round++) {
    const sizes: Vec3 = [upTo(40), upTo(40), upTo(40)];
    const chunkSizes: Vec3 = [upTo(12), upTo(12), upTo(12)];
    const grid = createPageGrid(sizes, upTo(9), upTo(4) - 1);
    const counts = countChunks({ sizes, chunkSizes });
    const chunks = [0, 1, 2].map(() => mapVec3(counts, (count) => Math.floor(count * random())));
    const expected = new Set<number>();
    for (let page = 0; page < grid.pages[0] * grid.pages[1] * grid.pages[2]; page++) {
      const { first, end } = boxOfPage(grid, pageOfNumber(grid, page));
      const overlaps = (chunk: Vec3) =>
        chunk.every((at, axis) => at * chunkSizes[axis]! < end[axis]! && (at + 1) * chunkSizes[axis]! > first[axis]!);
      if (chunks.some(overlaps)) expected.add(page);
    }
    expect([...touchedPages(grid, { chunkSizes }, chunks)].sort((a, b) => a - b)).toEqual([...expected]);
  }
});
