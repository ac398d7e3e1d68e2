/** Which pages come and which go: nothing that rays still need goes before they have passed it. */
import { expect, it } from 'vitest';
import { createRandom } from '../../../src/mesh/generators/random.js';
import { choosePages } from '../../../src/paged/pages/choose-pages.js';
import { createPageGrid, distanceOfPages, pageOfNumber } from '../../../src/paged/pages/page-grid.js';

const random = createRandom(21);

/** Pages that a ray meets one after the other, from near to far along each axis or away from an eye. */
function walk(pages: readonly number[], start: readonly number[], signs: readonly number[]): number[] {
  const [ni, nj] = pages as [number, number];
  const place = [...start];
  const met: number[] = [];
  while (place.every((index, axis) => index >= 0 && index < pages[axis]!)) {
    met.push(place[0]! + ni * (place[1]! + nj * place[2]!));
    const axis = Math.floor(3 * random());
    place[axis]! += signs[axis]!;
  }
  return met;
}

it.each([1, 2, 7, 40, 400])('loads pages about once, with room for %i', (slots) => {
  const grid = createPageGrid([50, 40, 60], 8, 1);
  const signs = [1, -1, 1];
  const distanceOf = distanceOfPages(grid, { forward: [0.3, -2, 1] });
  const rays = Array.from({ length: 60 }, () =>
    walk(grid.pages, [0, Math.floor(grid.pages[1] * random()), Math.floor(grid.pages[2] * random())], signs),
  );
  const place = (page: number) => ({ page, distance: distanceOf(pageOfNumber(grid, page)), rays: 1 });
  const resident = new Set<number>();
  const loaded: number[] = [];
  for (;;) {
    for (const ray of rays) while (ray.length > 0 && resident.has(ray[0]!)) ray.shift();
    const waited = new Set(rays.flatMap((ray) => ray.slice(0, 1)));
    if (waited.size === 0) break;
    const { load, evict } = choosePages([...waited].map(place), [...resident].map(place), slots - resident.size);
    expect(load.length).toBeGreaterThan(0);
    for (const page of evict) resident.delete(page);
    for (const page of load) resident.add(page);
    expect(resident.size).toBeLessThanOrEqual(slots);
    loaded.push(...load);
  }
  const distinct = new Set(loaded).size;
  expect(loaded.length).toBeLessThanOrEqual(slots === 1 || slots === 400 ? distinct : 1.25 * distinct);
});

it('is one farther from each page of a ray to the next, all around an eye', () => {
  const grid = createPageGrid([64, 64, 64], 8, 1);
  const distanceOf = distanceOfPages(grid, { eye: [20, 33, 7.4] });
  const eyePage = [2, 4, 0];
  for (let ray = 0; ray < 50; ray++) {
    const signs = [0, 1, 2].map(() => (random() < 0.5 ? -1 : 1));
    const met = walk(grid.pages, eyePage, signs).map((page) => distanceOf(pageOfNumber(grid, page)));
    expect(met).toEqual(met.map((_, step) => step));
  }
});
