/** Images in blocks: the same picture, and times that belong to their places; slabs that hold triangles, tile by tile. */

import { describe, expect, it } from 'vitest';
import { createCamera } from '../../../src/camera/camera.js';
import { timeBlocks } from '../../../src/cast/measure/time-blocks.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { Scene } from '../../../src/cast/scene.js';
import { NO_TRIANGLE } from '../../../src/cast/target/outputs.js';
import { createTileGrid, type TileGridOptions, tileIndex } from '../../../src/tiles/tile-grid.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { ringAndBall, SHEET, transfer, volume } from '../hybrid-scenes.js';
import { obliqueCamera } from '../sample-scenes.js';
import { WITH_HITS } from '../with-hits.js';

const gpu = useTestGpu();
const meshes = ringAndBall(volume);
const camera = obliqueCamera(volume);
/** Cut off at both edges by tiles and by blocks. */
const SIZE = { width: 37, height: 29, quality: 'plain' } as const;

const SCENES: Readonly<Record<string, Scene>> = {
  'a volume': { volume, transfer },
  meshes: { meshes },
  both: { volume, transfer, meshes },
};

describe('an image that is timed', () => {
  it.each([
    ['a volume', { shape: { width: 8, height: 4, order: 'columns' } }],
    ['a volume', { samplesPerPixel: 2, jitter: 3 }],
    ['meshes', { ...WITH_HITS, timestamps: true }],
    ['meshes', { variant: 'batches', shape: { width: 8, height: 8 }, order: 'morton', timestamps: true }],
    ['both', { counts: true, slabs: 5, timestamps: true }],
  ] as const)('of %s with %o is the same to the bit', async (name, options) => {
    const renderer = new Renderer(gpu());
    const plain = await renderer.render(SCENES[name]!, camera, { ...SIZE, ...options });
    const timed = await renderer.render(SCENES[name]!, camera, { ...SIZE, ...options, timings: true });
    expect(timed.pixels).toEqual(plain.pixels);
    expect(timed.triangles).toEqual(plain.triangles);
    expect(timed.distances).toEqual(plain.distances);
    expect(timed.counts).toEqual(plain.counts);
    expect(plain.timings).toBeUndefined();
    const clocked = 'timestamps' in options && gpu().has('timestamp-query');
    expect(timed.timings!.timer).toBe(clocked ? 'gpu' : 'wall');
    expect(timed.timings!.nanoseconds).toHaveLength(SIZE.width * SIZE.height);
    // The next frame is whole again.
    expect((await renderer.render(SCENES[name]!, camera, { ...SIZE, ...options })).pixels).toEqual(plain.pixels);
    renderer.destroy();
  });
});

describe('blocks', () => {
  const grid = createTileGrid({ width: 301, height: 100, tileWidth: 4, tileHeight: 8, slabs: 1 });

  /** A tile takes a microsecond here, and one of them a millisecond; `overhead` comes to each measurement. */
  const work = (slowTile: number, overheadMs: number) => {
    const cast = new Map<number, number>();
    const timeCasts = async (block: { firstTile: number; columns: number; rows: number }, casts: number) => {
      let ms = overheadMs;
      for (let row = 0; row < block.rows; row++) {
        for (let column = 0; column < block.columns; column++) {
          const tile = block.firstTile + row * grid.columns + column;
          cast.set(tile, (cast.get(tile) ?? 0) + casts);
          ms += casts * (tile === slowTile ? 1 : 0.001);
        }
      }
      return ms;
    };
    return { cast, timeCasts };
  };

  it('hold each tile once', async () => {
    const { cast, timeCasts } = work(0, 0);
    await timeBlocks(grid, 'wall', timeCasts);
    expect(cast.size).toBe(grid.columns * grid.rows);
    expect(new Set(cast.values()).size).toBe(1);
    expect(Math.max(...cast.keys())).toBe(grid.columns * grid.rows - 1);
  });

  it.each([0, 3])('share their time out to their pixels, less an overhead of %d ms', async (overheadMs) => {
    const [column, row] = [75, 12];
    const { timeCasts } = work(row * grid.columns + column, overheadMs);
    const { nanoseconds, blockWidth, blockHeight } = await timeBlocks(grid, 'wall', timeCasts);
    const total = nanoseconds.reduce((sum, time) => sum + time, 0);
    expect(total / (1e6 + (grid.columns * grid.rows - 1) * 1e3)).toBeCloseTo(1, 4);
    // The slow tile is one column of 4 pixels wide, cut to 1, in the last row.
    const left = Math.floor((column * 4) / blockWidth) * blockWidth;
    const top = Math.floor((row * 8) / blockHeight) * blockHeight;
    const slow = nanoseconds[top * 301 + left]!;
    expect(slow).toBeGreaterThan(0);
    const misplaced = nanoseconds.findIndex((time, index) => {
      const inBlock = index % 301 >= left && index >= top * 301;
      return inBlock ? time !== slow : time > slow / 10;
    });
    expect(misplaced).toBe(-1);
  });
});

describe('the slabs of tiles', () => {
  it.each(['rows', 'columns', 'morton'] as const)('are counted in the order of %s', async (order) => {
    // A sheet that faces the eye begins in one slab, and one behind it in another.
    const pair = [
      { mesh: SHEET },
      { mesh: { ...SHEET, positions: SHEET.positions.map((value, i) => (i % 3 === 2 ? -1 : value / 2)) } },
    ];
    const view = createCamera({
      projection: 'orthographic',
      height: 2.6,
      eye: [0.1, 0, 5],
      target: [0.1, 0, 0],
      up: [0, 1, 0],
    });
    const shape = { width: 8, height: 4 };
    const renderer = new Renderer(gpu());
    const options = { width: 70, height: 90, shape, slabs: 4, order, slabCounts: true, ...WITH_HITS } as const;
    const { slabCounts, triangles } = await renderer.render({ meshes: pair }, view, options);
    renderer.destroy();
    const [columns, rows] = [Math.ceil(70 / 8), Math.ceil(90 / 4)];
    expect(slabCounts).toHaveLength(columns * rows);
    expect(new Set(slabCounts)).toEqual(new Set([0, 1, 2]));
    const tileOf = (pixel: number) => Math.floor(Math.floor(pixel / 70) / 4) * columns + Math.floor((pixel % 70) / 8);
    expect(triangles!.findIndex((id, pixel) => id !== NO_TRIANGLE && slabCounts![tileOf(pixel)] === 0)).toBe(-1);
    expect(slabCounts![Math.floor(rows / 2) * columns + Math.floor(columns / 2)]).toBe(2);
  });

  it('are there for meshes only, and where they are asked for', async () => {
    const renderer = new Renderer(gpu());
    expect(
      (await renderer.render(SCENES['a volume']!, camera, { ...SIZE, slabCounts: true })).slabCounts,
    ).toBeUndefined();
    expect((await renderer.render({ meshes }, camera, SIZE)).slabCounts).toBeUndefined();
    renderer.destroy();
  });

  it.each<TileGridOptions>([
    { width: 50, height: 90, tileWidth: 10, tileHeight: 10, slabs: 1, order: 'morton' },
    { width: 90, height: 10, tileWidth: 10, tileHeight: 10, slabs: 1, order: 'morton' },
    { width: 10, height: 90, tileWidth: 10, tileHeight: 10, slabs: 1, order: 'morton' },
    { width: 90, height: 50, tileWidth: 10, tileHeight: 10, slabs: 1, order: 'rows' },
    { width: 90, height: 50, tileWidth: 10, tileHeight: 10, slabs: 1, order: 'columns' },
  ])('belong to tiles with numbers of their own: %o', (options) => {
    const grid = createTileGrid(options);
    const numbers = new Set<number>();
    for (let row = 0; row < grid.rows; row++) {
      for (let column = 0; column < grid.columns; column++) numbers.add(tileIndex(grid, column, row));
    }
    expect(numbers.size).toBe(grid.columns * grid.rows);
    expect(Math.max(...numbers)).toBeLessThan(grid.paddedColumns * grid.paddedRows);
  });
});
