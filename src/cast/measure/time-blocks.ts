/** Times an image in parts: blocks of tiles, each cast separately, since WGSL has no clock that a workgroup could read. */
import { median } from '../../math/median.js';
import type { TileGrid } from '../../tiles/tile-grid.js';
import type { PixelTimes } from '../frame.js';

/** Blocks along the image's longer side, as far as blocks are whole tiles and no smaller than the smallest. */
const BLOCKS = 32;
const MIN_BLOCK_PIXELS = 8;
const REPEATS = 5;
/**
 * Clocks are coarse: Dawn's timestamps tick every 66 µs, and the wall's wait for the end of work adds up to a millisecond. Each
 * block is repeated until it takes this long, on average, and twice as long as an empty pass.
 */
const WANTED_MS = 1;
const WANTED_OVERHEADS = 2;
const MAX_CASTS = 64;

/** Whole tiles; at the right and at the bottom it may reach beyond the image. */
export interface TileBlock {
  /** The number of its first tile, in rows. */
  readonly firstTile: number;
  readonly columns: number;
  readonly rows: number;
}

/** Casts a block so often in one pass, none at all included, and returns how long that took. */
export type TimeCasts = (block: TileBlock, casts: number) => Promise<number>;

/** @param grid whose tiles follow row by row. */
export async function timeBlocks(
  grid: TileGrid,
  timer: PixelTimes['timer'],
  timeCasts: TimeCasts,
): Promise<PixelTimes> {
  const { width, height, tileWidth, tileHeight } = grid;
  const side = Math.max(MIN_BLOCK_PIXELS, Math.max(width, height) / BLOCKS);
  const columns = Math.max(1, Math.round(side / tileWidth));
  const rows = Math.max(1, Math.round(side / tileHeight));
  const blocks = cutIntoBlocks(grid, columns, rows);
  const timeAll = async (casts: number) => {
    const times: number[] = [];
    for (const block of blocks) times.push(await timeCasts(block, casts));
    return times;
  };
  const timeNothing = async () => {
    const times: number[] = [];
    for (let repeat = 0; repeat < REPEATS; repeat++) times.push(await timeCasts(blocks[0]!, 0));
    return median(times);
  };
  // The first passes also warm up.
  await timeAll(1);
  const overheadMs = await timeNothing();
  const firstMs = (await timeAll(1)).reduce((sum, ms) => sum + ms, 0) / blocks.length - overheadMs;
  const wantedMs = Math.max(WANTED_MS, WANTED_OVERHEADS * overheadMs);
  const casts = Math.ceil(Math.min(Math.max(wantedMs / Math.max(firstMs, wantedMs / MAX_CASTS), 1), MAX_CASTS));
  const repeats: number[][] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) repeats.push(await timeAll(casts));
  const blockMs = blocks.map((_, index) =>
    Math.max(0, (median(repeats.map((times) => times[index]!)) - overheadMs) / casts),
  );
  const [blockWidth, blockHeight] = [columns * tileWidth, rows * tileHeight];
  return { nanoseconds: shareOut(blockMs, { width, height, blockWidth, blockHeight }), blockWidth, blockHeight, timer };
}

/** Row by row. */
function cutIntoBlocks(grid: TileGrid, columns: number, rows: number): TileBlock[] {
  const blocks: TileBlock[] = [];
  for (let row = 0; row < grid.rows; row += rows) {
    for (let column = 0; column < grid.columns; column += columns) {
      blocks.push({
        firstTile: row * grid.columns + column,
        columns: Math.min(columns, grid.columns - column),
        rows: Math.min(rows, grid.rows - row),
      });
    }
  }
  return blocks;
}

/** Gives each pixel its share of its block's time, in nanoseconds. */
function shareOut(
  blockMs: readonly number[],
  { width, height, blockWidth, blockHeight }: Record<'width' | 'height' | 'blockWidth' | 'blockHeight', number>,
): Float32Array<ArrayBuffer> {
  const blockColumns = Math.ceil(width / blockWidth);
  const nanoseconds = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const blockRow = Math.floor(y / blockHeight);
    const pixelRows = Math.min(blockHeight, height - blockRow * blockHeight);
    for (let x = 0; x < width; x++) {
      const blockColumn = Math.floor(x / blockWidth);
      const pixels = pixelRows * Math.min(blockWidth, width - blockColumn * blockWidth);
      nanoseconds[y * width + x] = (1e6 * blockMs[blockRow * blockColumns + blockColumn]!) / pixels;
    }
  }
  return nanoseconds;
}
