/** Binning against plain loops: every item in every tile that it covers, in its slab, and nowhere else. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { readWords } from '../../src/gpu/allocate-storage.js';
import { sizeBytesOf, wordsOf } from '../../src/gpu/shaders/structs.js';
import { submitPass } from '../../src/gpu/submit-pass.js';
import { BUFFER_USAGE } from '../../src/gpu/usages.js';
import { Binner } from '../../src/tiles/binner.js';
import { createTileGrid, type TileGrid, type TileGridOptions } from '../../src/tiles/tile-grid.js';
import { useTestGpu } from '../open-test-gpu.js';
import { binOnCpu, EMPTY_ITEM, mortonNumber, packItems, randomItems, type TestItem } from './bin-on-cpu.js';

const gpu = useTestGpu();

const WIDTH = 203;
const HEIGHT = 101;

function gridOf(options: Partial<TileGridOptions> = {}): TileGrid {
  return createTileGrid({ width: WIDTH, height: HEIGHT, tileWidth: 8, tileHeight: 8, slabs: 16, ...options });
}

function upload(items: readonly TestItem[]): GPUBuffer {
  const words = packItems(items);
  const { device } = gpu();
  const size = Math.max(words.byteLength, sizeBytesOf('ItemBounds'));
  const buffer = device.createBuffer({ size, usage: BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_DST });
  device.queue.writeBuffer(buffer, 0, words);
  return buffer;
}

/** Bins until all pairs have room. */
async function bin(binner: Binner, bounds: GPUBuffer) {
  for (;;) {
    submitPass(gpu(), 'bin', (pass) => binner.encode(pass, bounds));
    const [header] = await readWords(gpu(), [{ buffer: binner.header, length: wordsOf('BinHeader') }]);
    const counts = binner.readCounts(header!.slice().buffer);
    if (await binner.makeRoom(counts)) continue;
    const [starts, items] = await readWords(gpu(), [
      { buffer: binner.binStarts, length: binner.grid.bins + 1 },
      { buffer: binner.items, length: counts.pairs },
    ]);
    return { ...counts, starts: starts!, itemsOfBins: items! };
  }
}

async function expectBins(binner: Binner, items: readonly TestItem[]): Promise<void> {
  const { grid } = binner;
  const { starts, itemsOfBins, ...counts } = await bin(binner, upload(items));
  const expected = binOnCpu(items, grid);
  expect(counts.items).toBe(items.filter((item) => item !== EMPTY_ITEM).length);
  expect(counts.pairs).toBe([...expected.values()].reduce((sum, { length }) => sum + length, 0));
  expect(starts[grid.bins]).toBe(counts.pairs);
  const found = new Map<string, number[]>();
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      const tile =
        grid.order === 'rows' ? row * grid.columns + column : mortonNumber(column, row, grid.columns, grid.rows);
      for (let slab = 0; slab < grid.slabs; slab++) {
        const number = tile * grid.slabs + slab;
        const bin = itemsOfBins.subarray(starts[number], starts[number + 1]);
        if (bin.length) found.set(`${column},${row}:${slab}`, [...bin]);
      }
    }
  }
  expect(found).toEqual(expected);
}

describe('the binner', () => {
  const seed = 31;
  const grids: Partial<TileGridOptions>[] = [
    {},
    { order: 'morton' },
    { width: 90, height: 203, order: 'morton' },
    { slabs: 1 },
    { slabs: 64 },
    { slabs: 3, tileWidth: 16, tileHeight: 4 },
    { tileWidth: 1, tileHeight: 64 },
    { tileWidth: 64, tileHeight: 1, order: 'morton' },
    { tileWidth: 7, tileHeight: 5 },
    { tileWidth: 300, tileHeight: 300 },
  ];
  it.each(grids)(`puts items where they belong, with %o, seed ${seed}`, async (options) => {
    const grid = gridOf(options);
    const items = randomItems(3000, grid.width, grid.height, seed);
    const binner = await Binner.create(gpu(), { grid, itemCount: items.length });
    await expectBins(binner, items);
    binner.destroy();
  });

  it.each([0, 1, 2, 63, 64, 65])('takes %i items', async (count) => {
    const items = randomItems(count, WIDTH, HEIGHT, seed).map((item) =>
      item === EMPTY_ITEM ? ({ first: [3, 4], last: [WIDTH - 1, 5], depth: 1 } as const) : item,
    );
    const binner = await Binner.create(gpu(), { grid: gridOf(), itemCount: count });
    await expectBins(binner, items);
    binner.destroy();
  });

  it('takes items that are all empty, all at one depth, or all everywhere, one set after the other', async () => {
    const binner = await Binner.create(gpu(), { grid: gridOf(), itemCount: 500 });
    const sets: TestItem[] = [
      EMPTY_ITEM,
      { first: [9, 9], last: [30, 30], depth: 7 },
      { first: [0, 0], last: [WIDTH - 1, HEIGHT - 1], depth: -2 },
    ];
    for (const item of sets) await expectBins(binner, new Array<TestItem>(500).fill(item));
    binner.destroy();
  });

  it('counts what it has no room for, and loses nothing once it has grown', async () => {
    const items = randomItems(2000, WIDTH, HEIGHT, seed + 1);
    const binner = await Binner.create(gpu(), { grid: gridOf(), itemCount: items.length, pairCapacity: 10 });
    await expectBins(binner, items);
    const capacity = binner.pairCapacity;
    expect(capacity).toBeGreaterThan(10);
    await expectBins(binner, items.toReversed());
    expect(binner.pairCapacity).toBe(capacity);
    binner.destroy();
  });

  it('finds neighbours that long runs of empty items divide', async () => {
    const items = new Array<TestItem>(100_000).fill(EMPTY_ITEM);
    for (const index of [0, 1, 50_000, 99_999]) items[index] = { first: [0, 0], last: [20, 20], depth: index };
    const binner = await Binner.create(gpu(), { grid: gridOf(), itemCount: items.length });
    await expectBins(binner, items);
    binner.destroy();
  });

  it('refuses more pairs than can be counted, or held, with a message', async () => {
    const grid = createTileGrid({ width: 2048, height: 2048, tileWidth: 1, tileHeight: 1, slabs: 1 });
    const items = new Array<TestItem>(1100).fill({ first: [0, 0], last: [2047, 2047], depth: 1 });
    const binner = await Binner.create(gpu(), { grid, itemCount: items.length, pairCapacity: 1 });
    await expect(bin(binner, upload(items))).rejects.toThrow(/1100 items .* 4\.61e\+9 times/);
    await expect(binner.makeRoom({ pairs: 2 ** 30, items: 1 })).rejects.toThrow(InputError);
    binner.destroy();
    gpu().assertHealthy();
  });
});

describe('createTileGrid', () => {
  it.each([
    { slabs: 0 },
    { slabs: 65 },
    { tileWidth: 0 },
    { tileHeight: 1.5 },
    { width: 70_000 },
    { width: 16_384, height: 16_384, slabs: 16 },
    { width: 65_536, height: 1, tileWidth: 1, tileHeight: 1 },
    { width: 33_000, height: 1, tileWidth: 1, tileHeight: 1, order: 'morton' as const },
  ])('refuses %o', (options) => {
    expect(() => gridOf(options)).toThrow(InputError);
  });
});
