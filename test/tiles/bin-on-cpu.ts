/** Items for binning tests, and their bins as plain loops find them. */

import { wordsOf } from '../../src/gpu/shaders/structs.js';
import { createRandom } from '../../src/mesh/generators/random.js';
import type { TileGrid } from '../../src/tiles/tile-grid.js';

/** Pixels from `first` to `last`, both included, or none. */
export interface TestItem {
  readonly first: readonly [number, number];
  readonly last: readonly [number, number];
  readonly depth: number;
}

export const EMPTY_ITEM: TestItem = { first: [65535, 65535], last: [0, 0], depth: 0 };

export function packItems(items: readonly TestItem[]): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(wordsOf('ItemBounds') * items.length);
  const depths = new Float32Array(words.buffer);
  for (const [index, { first, last, depth }] of items.entries()) {
    const at = wordsOf('ItemBounds') * index;
    words[at] = (first[0] | (first[1] << 16)) >>> 0;
    words[at + 1] = (last[0] | (last[1] << 16)) >>> 0;
    depths[at + 2] = depth;
  }
  return words;
}

/** Items of all sizes and empty ones, long runs of them too; depths on both sides of zero. */
export function randomItems(count: number, width: number, height: number, seed: number): TestItem[] {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length: count }, (_, index) => {
    if (random() < 0.3 || index % 97 > 60) return EMPTY_ITEM;
    const [x, y] = [below(width), below(height)];
    const reach = random() < 0.05 ? Math.max(width, height) : 1 + below(12);
    const last = [Math.min(width - 1, x + below(reach)), Math.min(height - 1, y + below(reach))] as const;
    return { first: [x, y], last, depth: Math.fround(20 * random() - 5) };
  });
}

/** The items of each tile, by its column and row, and of each slab. */
export function binOnCpu(items: readonly TestItem[], grid: TileGrid): Map<string, number[]> {
  const drawn = items.filter((item) => item !== EMPTY_ITEM);
  const near = Math.min(...drawn.map(({ depth }) => depth));
  const far = Math.max(...drawn.map(({ depth }) => depth));
  const { fround } = Math;
  const scale = far > near ? fround(grid.slabs / fround(far - near)) : 0;
  const bins = new Map<string, number[]>();
  for (const [index, { first, last, depth }] of items.entries()) {
    const slab = Math.min(grid.slabs - 1, Math.floor(fround(fround(depth - near) * scale)));
    for (let row = Math.floor(first[1] / grid.tileHeight); row * grid.tileHeight <= last[1]; row++) {
      for (let column = Math.floor(first[0] / grid.tileWidth); column * grid.tileWidth <= last[0]; column++) {
        const name = `${column},${row}:${slab}`;
        const bin = bins.get(name);
        if (bin) bin.push(index);
        else bins.set(name, [index]);
      }
    }
  }
  return bins;
}

/** The number of a tile along the Z-order curve, bit by bit. */
export function mortonNumber(column: number, row: number, columns: number, rows: number): number {
  const bits = [Math.ceil(Math.log2(columns)), Math.ceil(Math.log2(rows))] as const;
  let [number, place] = [0, 1];
  for (let bit = 0; bit < Math.max(...bits); bit++) {
    for (const [axis, coordinate] of [column, row].entries()) {
      if (bit >= bits[axis]!) continue;
      number += place * ((coordinate >> bit) & 1);
      place *= 2;
    }
  }
  return number;
}
